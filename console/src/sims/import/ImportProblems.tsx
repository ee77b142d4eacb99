import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { None } from '../../ui/None.tsx'
import { Note } from '../../ui/Note.tsx'
import { formatNumber } from '../../ui/numbers.ts'
import { saveFile } from '../../ui/save-file.ts'
import { useText } from '../../ui/text.ts'
import { problemsCsv } from './import-problems.ts'
import type { ImportProblem } from './import-problems.ts'
import { text } from './import-text.ts'
import css from './import.module.css'

const step = 200

interface ImportProblemsProps {
  /** The server's sentence. */
  message: string
  problems: readonly ImportProblem[]
  /** Errors that the server counted but did not name. */
  unnamed: number
}

/** Why a file was refused: every bad line with its number, column and reason. */
export function ImportProblems({ message, problems, unnamed }: ImportProblemsProps) {
  const t = useText(text)
  const [shown, setShown] = useState(step)
  const rest = problems.length - shown
  return (
    <>
      <Note tone="failed">{message}</Note>
      {problems.length > 0 && (
        <>
          <div className={css.head}>
            <b>{t.badLines(formatNumber(problems.length + unnamed))}</b>
            <Button
              size="sm"
              onClick={() =>
                saveFile(`sim-import-errors-${Math.floor(Date.now() / 1000)}.csv`, problemsCsv(problems), 'text/csv;charset=utf-8')
              }
            >
              {t.downloadErrors}
            </Button>
          </div>
          <div className={css.problems} role="region" aria-label={t.badLines(formatNumber(problems.length + unnamed))} tabIndex={0}>
            <table>
              <thead>
                <tr>
                  <th scope="col" className={css.line}>
                    {t.line}
                  </th>
                  <th scope="col">{t.column}</th>
                  <th scope="col">{t.reason}</th>
                </tr>
              </thead>
              <tbody>
                {problems.slice(0, shown).map(({ line, column, reason }, index) => (
                  <tr key={index}>
                    <td className={css.line}>{line === null ? <None /> : formatNumber(line)}</td>
                    <td className={css.column}>{column ?? <None />}</td>
                    <td>{reason}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            {rest > 0 && (
              <Button variant="ghost" size="sm" onClick={() => setShown(shown + step)}>
                {t.showMore(formatNumber(Math.min(step, rest)))}
              </Button>
            )}
            {rest <= 0 && unnamed > 0 && <p className={css.more}>{t.more(formatNumber(unnamed))}</p>}
          </div>
        </>
      )}
    </>
  )
}
