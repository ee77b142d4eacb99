import type { Sim } from '@simdeck/contract/sims.ts'
import { None } from '../../ui/value/None.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { Facts, Section } from '../../ui/frame/Page.tsx'
import { SignalBars } from '../../ui/value/SignalBars.tsx'
import { useText } from '../../ui/words/text.ts'
import { Time } from '../../ui/value/Time.tsx'
import { ImeiStatus } from '../status/ImeiStatus.tsx'
import { rsrqClass } from '../status/rsrq.ts'
import { simDetailText } from './sim-detail-text.ts'
import { SimPackages } from './SimPackages.tsx'
import css from './sim-detail.module.css'

/** Reference data in the rail: signal, cell, contents of the card, record. */
export function SimRail({ sim }: { sim: Sim }) {
  const t = useText(simDetailText)
  const pair = (a: string | number | null, b: string | number | null) => (a === null && b === null ? <None /> : `${a ?? '—'} / ${b ?? '—'}`)
  const cell = sim.cell_id
  const names = { ntt: 'NTT', jasper: 'Jasper', other: t.other, none: t.none }
  return (
    <>
      <Section title={t.signal}>
        <Facts
          end
          facts={[
            { name: t.rsrpUnit, value: <SignalBars rsrpDbm={sim.rsrp} withWords /> },
            {
              name: t.rsrqUnit,
              value:
                sim.rsrq === null ? (
                  <None />
                ) : (
                  <span className={css.pair}>
                    <span>{formatNumber(sim.rsrq)}</span>
                    <span>{t[rsrqClass(sim.rsrq)]}</span>
                  </span>
                ),
            },
          ]}
        />
      </Section>
      <Section title={t.cell}>
        <Facts
          end
          facts={[
            { name: 'MCC / MNC', value: pair(sim.mcc, sim.mnc) },
            { name: t.lacCell, value: pair(sim.lac, cell) },
          ]}
        />
      </Section>
      <Section title={t.card}>
        <Facts
          end
          facts={[
            { name: sim.poller_name ?? t.poller, value: sim.poller_version ?? <None /> },
            { name: t.standby, value: sim.has_standby_poller ? t.held : t.notHeld },
            { name: sim.other_applet_name ?? t.applet, value: sim.other_applet_version ?? <None /> },
            { name: t.freeMemory, value: sim.free_memory === null ? <None /> : t.bytes(formatNumber(sim.free_memory)) },
            { name: t.keys, value: sim.has_keys ? t.registered : t.notRegistered },
            { name: t.level, value: sim.scp03_level ?? <None /> },
          ]}
        />
      </Section>
      <SimPackages sim={sim} />
      <Section title={t.record}>
        <Facts
          end
          facts={[
            { name: t.group, value: sim.group ? <bdi>{sim.group.name}</bdi> : <None /> },
            { name: t.externalId, value: sim.external_device_id ? <bdi>{sim.external_device_id}</bdi> : <None /> },
            { name: t.operator, value: names[sim.operator] },
            { name: t.platform, value: names[sim.cm_platform] },
            { name: t.type, value: sim.type },
            { name: t.imeiStatus, value: <ImeiStatus status={sim.imei_status} /> },
            { name: t.createdAt, value: <Time at={sim.created_at} /> },
          ]}
        />
      </Section>
    </>
  )
}
