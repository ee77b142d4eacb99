import type { DifferingSim } from '@simdeck/contract/drift.ts'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Column } from '../ui/table/DataTable.tsx'
import { Iccid } from '../ui/value/Copyable.tsx'
import { None } from '../ui/value/None.tsx'
import { Time } from '../ui/value/Time.tsx'
import { formatNumber } from '../ui/words/numbers.ts'
import { useText } from '../ui/words/text.ts'
import { driftText } from './drift-text.ts'
import css from './drift.module.css'
import { useDifferenceWords } from './use-difference-words.ts'

/** Link that opens the panel of a SIM. */
export function SimRowLink({ of: { id, iccid, device_alias: alias }, openId }: { of: DifferingSim; openId: string | undefined }) {
  return (
    <Link
      to="."
      search={(before: object) => ({ ...before, row: String(id) })}
      replace
      className={css.rowLink}
      aria-current={openId === String(id) ? 'true' : undefined}
    >
      <bdi>{alias ?? iccid}</bdi>
    </Link>
  )
}

/** Columns of SIMs with a difference. */
export function useDriftColumns(openId: string | undefined): Column<DifferingSim>[] {
  const t = useText(driftText)
  const words = useDifferenceWords()
  return useMemo(
    () => [
      { id: 'device', header: t.device, cell: (one) => <SimRowLink of={one} openId={openId} />, clipAt: 220, skeleton: 150 },
      { id: 'iccid', header: 'ICCID', cell: ({ iccid }) => <Iccid value={iccid} />, skeleton: 150 },
      { id: 'meant', header: t.meant, cell: (one) => <bdi>{words(one).meant ?? <None />}</bdi>, clipAt: 220, skeleton: 110 },
      {
        id: 'found',
        header: t.found,
        cell: (one) => (
          <span className={css.found} data-kind={one.kind}>
            <bdi>{words(one).found}</bdi>
            {one.others > 0 && <small> {t.others(formatNumber(one.others))}</small>}
          </span>
        ),
        clipAt: 240,
        skeleton: 90,
      },
      { id: 'cause', header: t.cause, cell: ({ campaignId }) => <CampaignLink id={campaignId} />, skeleton: 50 },
      { id: 'readAt', header: t.readAt, sortable: true, cell: ({ readAt }) => <Time at={readAt} />, skeleton: 110 },
    ],
    [t, words, openId],
  )
}

/** Link to a campaign by its number; nothing without one. */
export function CampaignLink({ id }: { id: number | null }) {
  if (id === null) return <None />
  return (
    <Link to="/otas/campaigns/$id" params={{ id: String(id) }}>
      #{id}
    </Link>
  )
}
