import type { DryRun, ExclusionReason } from '@simdeck/contract/bulk-ota.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import clsx from 'clsx'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Tag } from '../../../ui/value/Bits.tsx'
import { TextButton } from '../../../ui/form/Button.tsx'
import { HexText } from '../../../ui/value/Copyable.tsx'
import { BlockedGlyph, FailedGlyph, NotFoundGlyph, StartedGlyph, SucceededGlyph } from '../../../ui/value/glyphs.tsx'
import type { Tone } from '../../../ui/value/glyphs.tsx'
import { formatNumber } from '../../../ui/words/numbers.ts'
import { useText } from '../../../ui/words/text.ts'
import { usePackageName } from '../../package-name.ts'
import { SimLinks } from '../../SimLinks.tsx'
import { wizardText } from '../wizard-text.tsx'
import tones from '../../../ui/theme/tones.module.css'
import css from '../wizard.module.css'

const looks: Record<ExclusionReason, { tone: Tone; glyph: ReactNode }> = {
  noKeys: { tone: 'failed', glyph: <FailedGlyph /> },
  noSmsKeys: { tone: 'failed', glyph: <FailedGlyph /> },
  noNumber: { tone: 'notfound', glyph: <NotFoundGlyph /> },
  quarantined: { tone: 'blocked', glyph: <BlockedGlyph /> },
  sameVersion: { tone: 'succeeded', glyph: <SucceededGlyph /> },
  otherVersion: { tone: 'interrupted', glyph: <IconAlertTriangle /> },
  otaInProgress: { tone: 'started', glyph: <StartedGlyph percent={40} /> },
  notInstalled: { tone: 'notfound', glyph: <NotFoundGlyph /> },
  pollerBlocked: { tone: 'blocked', glyph: <BlockedGlyph /> },
  imported: { tone: 'blocked', glyph: <BlockedGlyph /> },
  bufferTooSmall: { tone: 'failed', glyph: <FailedGlyph /> },
  missingImport: { tone: 'interrupted', glyph: <IconAlertTriangle /> },
  overBudget: { tone: 'interrupted', glyph: <IconAlertTriangle /> },
  missingValue: { tone: 'interrupted', glyph: <IconAlertTriangle /> },
  valueTooLong: { tone: 'interrupted', glyph: <IconAlertTriangle /> },
  noValueRow: { tone: 'notfound', glyph: <NotFoundGlyph /> },
  noCertificate: { tone: 'notfound', glyph: <NotFoundGlyph /> },
  noSigner: { tone: 'failed', glyph: <FailedGlyph /> },
  noFile: { tone: 'notfound', glyph: <NotFoundGlyph /> },
  holdsCertificates: { tone: 'interrupted', glyph: <IconAlertTriangle /> },
  protectedContent: { tone: 'blocked', glyph: <BlockedGlyph /> },
  keyVersionUnknown: { tone: 'failed', glyph: <FailedGlyph /> },
  keysUnproven: { tone: 'interrupted', glyph: <IconAlertTriangle /> },
  noStandbyPoller: { tone: 'blocked', glyph: <BlockedGlyph /> },
  pollerUnknown: { tone: 'notfound', glyph: <NotFoundGlyph /> },
  notEnoughMemory: { tone: 'interrupted', glyph: <IconAlertTriangle /> },
}

/** Excluded SIMs by reason. Each reason has a button that lists its first hundred SIMs. */
export function ExcludedSims({ excluded }: { excluded: DryRun['excluded'] }) {
  const t = useText(wizardText)
  const count = excluded.reduce((sum, entry) => sum + entry.count, 0)
  if (count === 0) return null
  return (
    <section>
      <h2>{t.excludedTitle(formatNumber(count))}</h2>
      <ul className={css.reasons}>
        {excluded.map((entry) => (
          <Reason key={entry.reason} entry={entry} />
        ))}
      </ul>
    </section>
  )
}

function Reason({ entry }: { entry: DryRun['excluded'][number] }) {
  const t = useText(wizardText)
  const packageName = usePackageName()
  const [open, setOpen] = useState(false)
  const { tone, glyph } = looks[entry.reason]
  const reasonName = t[entry.reason]
  return (
    <li className={css.reason}>
      <div className={clsx(css.reasonLine, tones[tone])}>
        {glyph}
        <span>{reasonName}</span>
        <span className={css.end}>{t.sims(formatNumber(entry.count))}</span>
        <span className={css.soft}>
          {t[`${entry.reason}Words`]}
          {entry.imports.map((aid) => (
            <span key={aid} className={css.import}>
              <HexText value={aid} spaced />
            </span>
          ))}
          {entry.importers.map((one) => (
            <span key={`${one.packageAID} ${one.otaVersion} ${one.label}`} className={css.import}>
              {packageName(one)} {one.otaVersion} <Tag>{one.label}</Tag>
            </span>
          ))}
        </span>
        <TextButton aria-expanded={open} aria-label={t.listOf(open ? t.hide : t.list, reasonName)} onClick={() => setOpen(!open)}>
          {open ? t.hide : t.list}
        </TextButton>
      </div>
      {open && <SimLinks sims={entry.sims} count={entry.count} newTab />}
    </li>
  )
}
