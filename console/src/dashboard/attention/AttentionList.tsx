import type { AttentionItem, AttentionKey } from '@simdeck/contract/dashboard.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Section } from '../../ui/frame/Page.tsx'
import { FailedGlyph, InterruptedGlyph, ReadyGlyph, SucceededGlyph } from '../../ui/value/glyphs.tsx'
import { None } from '../../ui/value/None.tsx'
import { Status } from '../../ui/value/StatusText.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import type { Translations } from '../../ui/words/text.ts'
import tones from '../../ui/theme/tones.module.css'
import { attentionNames, attentionText } from './attention-text.ts'
import css from './attention.module.css'
import { Care } from './Care.tsx'

const pathOf = { sims: '/', campaigns: '/otas/campaigns', mailSettings: '/settings/mail' } as const
const toneOf = { error: 'failed', warning: 'interrupted', notice: 'ready' } as const
const glyphOf = { error: <FailedGlyph />, warning: <IconAlertTriangle size={16} />, notice: <ReadyGlyph /> }
/** Items whose glyph says more than their level. */
const ownGlyph: Partial<Record<AttentionKey, ReactNode>> = { campaignsPastLimit: <InterruptedGlyph /> }

/** The things that need a person, the most urgent first: what, how many, the change since yesterday and the member who takes care. */
export function AttentionList({ items, readOnly = false }: { items: readonly AttentionItem[]; readOnly?: boolean }) {
  const t = useText(attentionText)
  return (
    <Section title={t.title} note={items.length > 0 && t.items(items.length)} end={!readOnly && <Link to="/alerts">{t.rules}</Link>}>
      {items.length === 0 ? (
        <p className={css.nothing}>
          <Status tone="succeeded" glyph={<SucceededGlyph />} quiet>
            {t.nothing}
          </Status>
        </p>
      ) : (
        <table className={css.items}>
          <thead>
            <tr>
              <th scope="col">{t.what}</th>
              <th scope="col">{t.count}</th>
              <th scope="col">{t.change}</th>
              <th scope="col">{t.takenBy}</th>
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <ItemRow key={item.key} item={item} readOnly={readOnly} />
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}

function ItemRow({ item, readOnly }: { item: AttentionItem; readOnly: boolean }) {
  const t = useText(attentionText)
  const name = useText(attentionNames)[item.key]
  const link = { to: pathOf[item.link.screen], search: item.link.filter }
  const details = detailsOf(item, t)
  return (
    <tr>
      <th scope="row">
        <span className={css.what}>
          <span className={clsx(css.glyph, tones[toneOf[item.level]])}>{ownGlyph[item.key] ?? glyphOf[item.level]}</span>
          <Link {...link}>{name}</Link>
          {details !== '' && (
            <bdi className={css.details} title={details}>
              {details}
            </bdi>
          )}
        </span>
      </th>
      <td className={css.count}>{item.count === null ? <None /> : <Link {...link}>{formatNumber(item.count)}</Link>}</td>
      <td className={clsx(css.change, (item.change ?? 0) <= 0 && css.less)} data-name={t.change}>
        {item.change === null ? <None /> : withSign(item.change)}
      </td>
      <td className={css.care}>
        <Care item={item} name={name} readOnly={readOnly} />
      </td>
    </tr>
  )
}

/** A change with its sign: +12, −4, ±0. */
function withSign(change: number): string {
  if (change === 0) return '±0'
  return change > 0 ? `+${formatNumber(change)}` : formatNumber(change)
}

/** Further facts of an item: its meaning, the group with most SIMs, or the campaigns. */
function detailsOf({ key, mostIn, campaigns, intervals }: AttentionItem, t: Translations<typeof attentionText>): string {
  const parts = {
    silentSims: intervals === null ? '' : t.silent(intervals),
    imeiChanged: t.imei,
    mailServerMissing: t.mail,
    simsWithoutKeys: t.keys,
  } as Partial<Record<AttentionKey, string>>
  const group = mostIn && t.mostIn(mostIn.name, formatNumber(mostIn.count))
  const named = campaigns.map(({ id, name }) => `#${id} ${name}`).join(' · ')
  return [parts[key], group, named].filter(Boolean).join(t.sentence)
}
