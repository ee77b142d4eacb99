import { None } from '../../../ui/value/None.tsx'
import { Note } from '../../../ui/feedback/Note.tsx'
import { formatNumber } from '../../../ui/words/numbers.ts'
import { useText } from '../../../ui/words/text.ts'
import type { ImportProblem } from './import-problems.ts'
import { text } from '../import-text.ts'
import css from '../import.module.css'

interface ImportProblemsProps {
  /** Error message of the server. */
  message: string
  problems: readonly ImportProblem[]
}

/** Reasons for which the server refused a whole file: the faulty columns or lines. */
export function ImportProblems({ message, problems }: ImportProblemsProps) {
  const t = useText(text)
  return (
    <div className={css.refused}>
      <Note tone="failed">{message}</Note>
      {problems.length > 0 && (
        <div className={css.scroll} role="region" aria-label={t.badLines(formatNumber(problems.length))} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t.line}</th>
                <th scope="col">{t.column}</th>
                <th scope="col">{t.reason}</th>
              </tr>
            </thead>
            <tbody>
              {problems.map(({ line, column, reason }, index) => (
                <tr key={index}>
                  <td>{line === null ? <None /> : formatNumber(line)}</td>
                  <td>{column ?? <None />}</td>
                  <td>{reason}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  )
}
