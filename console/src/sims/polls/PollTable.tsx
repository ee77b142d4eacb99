import { TextButton } from '../../ui/form/Button.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import type { PollBar } from './poll-bars.ts'
import { pollsText } from './polls-text.ts'
import css from './polls.module.css'

interface PollTableProps {
  rows: readonly { bar: PollBar; period: string }[]
  onChoose: (bar: PollBar) => void
}

/** The same numbers as the bars, for reading. */
export function PollTable({ rows, onChoose }: PollTableProps) {
  const t = useText(pollsText)
  return (
    <details className={css.details}>
      <summary>{t.table}</summary>
      <div className={css.scroll}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{t.when}</th>
              <th scope="col">{t.sims}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ bar, period }) => (
              <tr key={period}>
                <th scope="row">
                  <TextButton onClick={() => onChoose(bar)}>{period}</TextButton>
                </th>
                <td>{formatNumber(bar.count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
