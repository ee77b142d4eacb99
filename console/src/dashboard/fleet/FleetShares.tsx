import { signalClasses } from '@simdeck/contract/dashboard.ts'
import type { Dashboard } from '@simdeck/contract/dashboard.ts'
import { simStatuses } from '@simdeck/contract/sim-values.ts'
import type { SimStatus } from '@simdeck/contract/sim-values.ts'
import { Link } from '@tanstack/react-router'
import { BarList, BarLists } from '../../ui/value/BarList.tsx'
import { RatioBar } from '../../ui/value/Bits.tsx'
import { None } from '../../ui/value/None.tsx'
import { SimStatusText, simStatusTone } from '../../ui/value/StatusText.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { fleetText, signalText } from './fleet-text.ts'
import css from './fleet.module.css'

type Fleet = NonNullable<Dashboard['fleet']>

const isStatus = (value: string | null): value is SimStatus => simStatuses.some((status) => status === value)

/** SIMs by status, applet, poller and signal. */
export function FleetShares({ fleet }: { fleet: Fleet }) {
  const t = useText(fleetText)
  const named = (value: string | null): string => value ?? t.none
  return (
    <>
      <Statuses statuses={fleet.statuses} />
      <BarLists>
        <BarList
          title={t.applets}
          whole={fleet.sims}
          none={t.noSims}
          rows={fleet.applets.map(({ name, version, count, filter }) => ({
            id: `${name} ${version}`,
            name: name === null ? t.none : [name, version].filter(Boolean).join(' '),
            count,
            filter,
            tone: 'ready',
          }))}
        />
        <BarList
          title={t.pollers}
          whole={fleet.sims}
          none={t.noSims}
          rows={fleet.pollers.map(({ value, count, filter }) => ({ id: String(value), name: named(value), count, filter, tone: 'ready' }))}
        />
        <Signals fleet={fleet} />
      </BarLists>
    </>
  )
}

function Statuses({ statuses }: Pick<Fleet, 'statuses'>) {
  const t = useText(fleetText)
  const parts = statuses.map(({ value, count }) => ({
    name: value ?? t.none,
    value: count,
    tone: isStatus(value) ? simStatusTone(value) : ('offline' as const),
  }))
  return (
    <section className={css.statuses} aria-label={t.statuses}>
      <h3>{t.statuses}</h3>
      {statuses.length === 0 ? <p className={css.none}>{t.noSims}</p> : <RatioBar label={t.statuses} parts={parts} large />}
      <ul>
        {statuses.map(({ value, count, filter }) => {
          const words = isStatus(value) ? <SimStatusText status={value} /> : (value ?? <None />)
          return (
            <li key={value}>
              {filter ? (
                <Link to="/" search={filter}>
                  {words}
                </Link>
              ) : (
                words
              )}
              <b>{formatNumber(count)}</b>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const toneOfSignal = { veryWeak: 'interrupted', unavailable: 'failed' } as const
const withTone = (name: string): name is keyof typeof toneOfSignal => name in toneOfSignal

/** Online SIMs by the class of their signal. */
export function Signals({ fleet: { signals, online } }: { fleet: Pick<Fleet, 'signals' | 'online'> }) {
  const t = useText(fleetText)
  const names = useText(signalText)
  const bounds = (name: string): string | null => {
    const index = signalClasses.findIndex((signal) => signal.name === name)
    const [least, stronger] = [signalClasses[index]?.fromDbm, signalClasses[index - 1]?.fromDbm]
    if (typeof least === 'number') return t.from(formatNumber(least))
    return typeof stronger === 'number' ? t.below(formatNumber(stronger)) : null
  }
  const rows = signals.map(({ value, count }) => ({
    id: value,
    name: [names[value], bounds(value)].filter(Boolean).join(' '),
    count,
    filter: null,
    tone: withTone(value) ? toneOfSignal[value] : ('ready' as const),
  }))
  return <BarList title={t.signals} note={t.ofOnline(formatNumber(online))} whole={online} rows={rows} none={t.noSims} />
}
