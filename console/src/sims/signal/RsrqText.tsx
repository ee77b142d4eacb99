import { None } from '../../ui/value/None.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { rsrqClass } from '../status/rsrq.ts'
import { signalText } from './signal-text.ts'
import css from './signal.module.css'

/** An RSRQ in dB with the name of its quality class. */
export function RsrqText({ rsrqDb }: { rsrqDb: number | null }) {
  const t = useText(signalText)
  if (rsrqDb === null) return <None />
  return (
    <span className={css.pair}>
      <span>{formatNumber(rsrqDb)}</span>
      <span>{t[rsrqClass(rsrqDb)]}</span>
    </span>
  )
}
