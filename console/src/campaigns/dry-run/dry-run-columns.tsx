import type { DryRunSim } from '@simdeck/contract/dry-run-sims.ts'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { CardLines } from '../../ui/table/CardLines.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { Iccid } from '../../ui/value/Copyable.tsx'
import { BlockedGlyph, CancelledGlyph, StartedGlyph } from '../../ui/value/glyphs.tsx'
import { None } from '../../ui/value/None.tsx'
import { Status } from '../../ui/value/StatusText.tsx'
import { useLanguage } from '../../ui/words/language.ts'
import { formatBytes, formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { durationText } from '../over-time/duration-text.ts'
import { overTimeText } from '../over-time/over-time-text.ts'
import { dryRunText, outcomeName } from './dry-run-text.ts'
import css from './dry-run.module.css'

/** Name of a SIM, as a link that opens in a new tab, so that the confirmation stays. */
function SimName({ sim }: { sim: DryRunSim }) {
  const t = useText(dryRunText)
  if (sim.iccid === null) return <span className={css.soft}>{t.deleted(String(sim.sim_id))}</span>
  return (
    <Link to="/sims/$id/$cid" params={{ id: String(sim.sim_id), cid: sim.iccid }} target="_blank">
      {sim.device_alias ?? <Iccid value={sim.iccid} />}
    </Link>
  )
}

function Outcome({ sim }: { sim: DryRunSim }) {
  const t = useText(dryRunText)
  const name = outcomeName(sim, useLanguage())
  if (sim.action === null)
    return (
      <Status tone="notfound" glyph={<BlockedGlyph />}>
        {t.excludedFor(name)}
      </Status>
    )
  if (sim.action === 'remove')
    return (
      <Status tone="failed" glyph={<CancelledGlyph />}>
        {name}
      </Status>
    )
  return (
    <span title={sim.removes ? t.removesFirst : undefined}>
      <Status tone="started" glyph={<StartedGlyph percent={35} />}>
        {name}
      </Status>
    </span>
  )
}

function From({ sim: { from } }: { sim: DryRunSim }) {
  const t = useText(dryRunText)
  if (!from) return <span className={css.soft}>{t.nothing}</span>
  return <>{[from.name ?? t.unnamed, from.version].filter(Boolean).join(' ')}</>
}

function To({ sim: { action, to } }: { sim: DryRunSim }) {
  const t = useText(dryRunText)
  if (to) return <>{`${to.name} ${to.version}`}</>
  return action === 'remove' ? <span className={css.soft}>{t.nothing}</span> : <None />
}

function Expected({ sim: { action, interval, expectedSeconds, wave } }: { sim: DryRunSim }) {
  const t = useText(dryRunText)
  const times = useText(overTimeText)
  if (action === null) return <None />
  if (expectedSeconds === null)
    return (
      <span className={css.soft} title={t.noInterval}>
        {t.unknown}
      </span>
    )
  return (
    <span title={interval?.source === 'parameters' ? t.byParameters : t.byPolls}>
      {(wave !== null && wave > 1 ? t.withinRelease : t.within)(durationText(expectedSeconds * 1000, times))}
    </span>
  )
}

const number = (value: number | null) => (value === null ? <None /> : formatNumber(value))
const octets = (value: number | null) => (value === null ? <None /> : formatBytes(value))

/** Columns of the SIMs of a dry run; the wave if it has waves. */
export function useDryRunColumns(hasWaves: boolean): Column<DryRunSim>[] {
  const t = useText(dryRunText)
  return useMemo(
    () => [
      { id: 'alias', header: t.alias, cell: (sim) => <SimName sim={sim} />, clipAt: 160, skeleton: 130 },
      { id: 'outcome', header: t.outcome, cell: (sim) => <Outcome sim={sim} />, skeleton: 90 },
      { id: 'from', header: t.from, cell: (sim) => <From sim={sim} />, clipAt: 160, skeleton: 90 },
      { id: 'to', header: t.to, cell: (sim) => <To sim={sim} />, clipAt: 160, skeleton: 90 },
      ...(hasWaves
        ? [
            {
              id: 'wave',
              header: t.wave,
              align: 'end' as const,
              sortable: true,
              cell: ({ wave }: DryRunSim) => number(wave),
              skeleton: 16,
            },
          ]
        : []),
      { id: 'commands', header: t.commands, align: 'end', cell: ({ commands }) => number(commands), skeleton: 30 },
      { id: 'octets', header: t.octets, align: 'end', sortable: true, cell: (sim) => octets(sim.octets), skeleton: 50 },
      { id: 'polls', header: t.polls, align: 'end', cell: ({ polls }) => number(polls), skeleton: 16 },
      { id: 'expected', header: t.expected, align: 'end', cell: (sim) => <Expected sim={sim} />, skeleton: 70 },
    ],
    [t, hasWaves],
  )
}

export function DryRunCard({ sim }: { sim: DryRunSim }) {
  const t = useText(dryRunText)
  return (
    <CardLines
      name={<SimName sim={sim} />}
      end={<Outcome sim={sim} />}
      second={[
        <span key="change">
          <From sim={sim} /> → <To sim={sim} />
        </span>,
        sim.action !== null && <Expected key="expected" sim={sim} />,
      ]}
      parts={
        sim.action === null
          ? undefined
          : [...(sim.wave === null ? [] : [{ name: t.wave, value: formatNumber(sim.wave) }]), { name: t.octets, value: octets(sim.octets) }]
      }
    />
  )
}
