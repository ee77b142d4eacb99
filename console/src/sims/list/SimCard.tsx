import type { Sim } from '@simdeck/contract/sims.ts'
import { CardLines } from '../../ui/table/CardLines.tsx'
import { None } from '../../ui/value/None.tsx'
import { SignalBars } from '../../ui/value/SignalBars.tsx'
import { SimStatusText } from '../../ui/value/StatusText.tsx'
import { useText } from '../../ui/words/text.ts'
import { RelativeTime } from '../../ui/value/Time.tsx'
import { ConnectionNow } from '../status/ConnectionNow.tsx'
import { ProgressStatus } from '../status/ProgressStatus.tsx'
import { columnText } from './sim-column-text.ts'
import { SimLink } from './SimLink.tsx'

/** Card of a SIM on a phone. */
export function SimCard({ sim }: { sim: Sim }) {
  const t = useText(columnText)
  return (
    <CardLines
      name={<SimLink sim={sim} />}
      end={<ConnectionNow sim={sim} />}
      second={[sim.iccid, <SimStatusText key="status" status={sim.status} />, <RelativeTime key="poll" at={sim.last_poll} />]}
      parts={[
        {
          name: t.poller,
          value:
            sim.poller_version || sim.status_poller ? (
              <>
                {sim.poller_version} {sim.status_poller && <ProgressStatus status={sim.status_poller} progress={sim.poller.ota_progress} />}
              </>
            ) : (
              <None />
            ),
        },
        {
          name: sim.other_applet_name ?? t.applet,
          value:
            sim.other_applet_version || sim.status_other_applet ? (
              <>
                {sim.other_applet_version}{' '}
                {sim.status_other_applet && <ProgressStatus status={sim.status_other_applet} progress={sim.other_applet.ota_progress} />}
              </>
            ) : (
              <None />
            ),
        },
      ]}
      partsEnd={<SignalBars rsrpDbm={sim.rsrp} />}
    />
  )
}
