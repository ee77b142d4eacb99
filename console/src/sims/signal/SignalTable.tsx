import type { SimSignal } from '@simdeck/contract/sim-signal.ts'
import { Dialog } from '../../ui/feedback/Dialog.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { None } from '../../ui/value/None.tsx'
import { SignalBars } from '../../ui/value/SignalBars.tsx'
import { Time } from '../../ui/value/Time.tsx'
import chartCss from '../../ui/value/chart.module.css'
import { useText } from '../../ui/words/text.ts'
import { RsrqText } from './RsrqText.tsx'
import { signalText } from './signal-text.ts'

/** The samples of the signal with their classes, newest first. */
export function SignalTable({ samples, onClose }: { samples: SimSignal['samples']; onClose: () => void }) {
  const t = useText(signalText)
  return (
    <Dialog opened onClose={onClose} title={t.tableTitle} foot={<Button onClick={onClose}>{t.close}</Button>}>
      <div className={chartCss.tableWrap} tabIndex={0} role="region" aria-label={t.tableTitle}>
        <table className={chartCss.table}>
          <thead>
            <tr>
              <th scope="col">{t.time}</th>
              <th scope="col">{t.rsrpUnit}</th>
              <th scope="col">{t.rsrqUnit}</th>
            </tr>
          </thead>
          <tbody>
            {samples.toReversed().map(({ at, rsrp, rsrq }) => (
              <tr key={at}>
                <th scope="row">
                  <Time at={at} />
                </th>
                <td>{rsrp === null ? <None /> : <SignalBars rsrpDbm={rsrp} withWords />}</td>
                <td>
                  <RsrqText rsrqDb={rsrq} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Dialog>
  )
}
