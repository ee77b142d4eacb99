import { type DifferingSim, getSimDrift, type SimDrift } from '@simdeck/contract/drift.ts'
import { getSimInventory, type InventoryEntry } from '@simdeck/contract/sim-inventory.ts'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import { Fragment, useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { usePackageName } from '../campaigns/package-name.ts'
import { failureText } from '../session/api/failure.ts'
import { queryOf } from '../session/api/query.ts'
import { ErrorState } from '../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { IconButton } from '../ui/form/Button.tsx'
import { isTyping } from '../ui/form/typing.ts'
import { Time } from '../ui/value/Time.tsx'
import { formatNumber } from '../ui/words/numbers.ts'
import { useText } from '../ui/words/text.ts'
import { CampaignLink } from './drift-columns.tsx'
import { driftText } from './drift-text.ts'
import css from './drift.module.css'
import { SimRepair } from './SimRepair.tsx'
import { useDifferenceWords } from './use-difference-words.ts'
import { useEntryWords } from './use-entry-words.ts'

/** Side panel with what a SIM should hold, what its card answered, and the buttons that end the difference. Escape closes it. */
export function DriftPanel({ of: { id, iccid, device_alias: alias }, onClose }: { of: DifferingSim; onClose: () => void }) {
  const t = useText(driftText)
  const drift = useQuery(queryOf(getSimDrift, { params: { id } }))
  const inventory = useQuery(queryOf(getSimInventory, { params: { id } }, drift.data?.readAt))
  const head = useRef<HTMLHeadingElement>(null)
  const closing = useRef(onClose)
  useEffect(() => {
    closing.current = onClose
  })
  useEffect(() => {
    head.current?.focus()
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || isTyping(event.target)) return
      if (!document.querySelector('[role=dialog]')) closing.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  const error = drift.error ?? inventory.error
  const retry = () => void Promise.all([drift.refetch(), inventory.refetch()])
  return (
    <aside className={css.panel} aria-label={t.panel}>
      <div className={css.panelHead}>
        <h2 ref={head} tabIndex={-1}>
          <Link to="/sims/$id/$cid" params={{ id: String(id), cid: iccid }}>
            <bdi>{alias ?? iccid}</bdi>
          </Link>
        </h2>
        <IconButton size="sm" variant="ghost" label={t.close} aria-keyshortcuts="Escape" onClick={onClose}>
          <IconX size={16} />
        </IconButton>
      </div>
      <div className={css.panelBody} tabIndex={0} role="region" aria-label={t.panel}>
        {error ? (
          <ErrorState message={failureText(error)} onRetry={retry} />
        ) : drift.data && inventory.data === null ? (
          <Unread drift={drift.data} />
        ) : drift.data && inventory.data ? (
          <Content drift={drift.data} entries={inventory.data.entries} readAt={inventory.data.readAt} />
        ) : (
          <Skeleton width={240} />
        )}
      </div>
      {drift.data && drift.data.differences.length > 0 && (
        <div className={css.panelFoot}>
          <SimRepair simId={id} drift={drift.data} />
          {changesCard(drift.data) && <p className={css.note}>{t.atNextPoll}</p>}
        </div>
      )}
    </aside>
  )
}

/** True if one of the buttons starts an OTA. */
const changesCard = ({ remedy, differences }: SimDrift): boolean =>
  remedy !== null || differences.some(({ kind, protectedBy }) => kind === 'extra' && protectedBy === null)

/** A card without a content list, which lacks the recorded keys. */
function Unread({ drift: { differences } }: { drift: SimDrift }) {
  const t = useText(driftText)
  const words = useDifferenceWords()
  return (
    <>
      <dl className={css.known}>
        {differences.map((one) => (
          <Fragment key={one.kind}>
            <dt>{t.meant}</dt>
            <dd>{words(one).meant}</dd>
            <dt>{t.found}</dt>
            <dd>{words(one).found}</dd>
          </Fragment>
        ))}
      </dl>
      <p className={css.note}>{t.neverRead}</p>
    </>
  )
}

interface ContentProps {
  drift: SimDrift
  entries: readonly InventoryEntry[]
  readAt: string
}

function Content({ drift: { cause, installed, remedy, freeMemory, neededMemory, accepted }, entries, readAt }: ContentProps) {
  const t = useText(driftText)
  const packageName = usePackageName()
  const own = entries.filter(({ standing }) => standing !== 'platform')
  const code = cause?.sw ?? (cause?.code === null || cause?.code === undefined ? null : String(cause.code))
  const name = remedy && `${packageName(remedy.package)} ${remedy.package.otaVersion}`
  return (
    <>
      {cause && (
        <p className={css.cause}>
          <Time at={cause.removedAt} /> {t.lost(code === null ? '' : t.code(code))} {t.campaign} <CampaignLink id={cause.campaignId} />
        </p>
      )}
      <Entries
        title={t.meant}
        entries={own.filter(({ standing }) => standing !== 'cardOnly')}
        side="meant"
        note={
          installed && (
            <>
              <Time at={installed.at} /> <CampaignLink id={installed.campaignId} />
            </>
          )
        }
      />
      <Entries title={t.found} entries={own} side="found" note={<Time at={readAt} />} />
      {name && freeMemory !== null && neededMemory !== null && (
        <p className={css.note}>
          {t.memory(formatNumber(freeMemory))}
          {(freeMemory >= neededMemory ? t.enough : t.tooLittle)(name, formatNumber(neededMemory))}
        </p>
      )}
      {accepted > 0 && <p className={css.note}>{t.acceptedBefore(formatNumber(accepted))}</p>}
    </>
  )
}

interface EntriesProps {
  title: string
  note: ReactNode
  entries: readonly InventoryEntry[]
  side: 'meant' | 'found'
}

/** Packages and applets: those that the card should hold, or its answer to each of them and all that it holds besides. */
function Entries({ title, note, entries, side }: EntriesProps) {
  const t = useText(driftText)
  const { nameOf, stateOf } = useEntryWords(entries)
  return (
    <section className={css.entries}>
      <h3>
        {title}
        <span>{note}</span>
      </h3>
      <table>
        <tbody>
          {entries.map((entry) => {
            const { kind, aid, standing, package: named, version } = entry
            const isAbsent = side === 'found' && standing === 'recordOnly'
            const isStrange = side === 'found' && standing !== 'both'
            const shown = side === 'meant' && named ? named.otaVersion : version
            return (
              <tr key={`${kind} ${aid}`} className={clsx(isStrange && css.strange)}>
                <td>{kind === 'loadFile' ? t.loadFile : t.application}</td>
                <th scope="row">{isAbsent ? t.absent : <bdi title={aid}>{[nameOf(entry), shown].filter(Boolean).join(' ')}</bdi>}</th>
                <td>{side === 'found' && stateOf(entry)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
