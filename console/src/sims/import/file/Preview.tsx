import { None } from '../../../ui/value/None.tsx'
import { useText } from '../../../ui/words/text.ts'
import { previewCell } from './guess-columns.ts'
import type { ColumnChoice } from './guess-columns.ts'
import { columnText } from '../column-text.ts'
import { text } from '../import-text.ts'
import css from '../import.module.css'

/** First lines of the file as they will be imported, with the names of the SIM columns as headings. */
export function Preview({ lines, columns }: { lines: readonly (readonly string[])[]; columns: ColumnChoice }) {
  const t = useText(text)
  const names = useText(columnText)
  const shown = columns.flatMap((column, index) => (column ? [{ column, index }] : []))
  return (
    <section className={css.preview} aria-label={t.preview}>
      <div className={css.previewHead}>
        <h2>{t.preview}</h2>
        {lines.length > 0 && <span>{t.previewNote(lines.length)}</span>}
      </div>
      {lines.length === 0 || shown.length === 0 ? (
        <p className={css.nothing}>{lines.length === 0 ? t.noLines : t.noColumns}</p>
      ) : (
        <div className={css.scroll} role="region" aria-label={t.preview} tabIndex={0}>
          <table>
            <thead>
              <tr>
                {shown.map(({ column, index }) => (
                  <th key={index} scope="col">
                    {names[column]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {lines.map((cells, line) => (
                <tr key={line}>
                  {shown.map(({ column, index }) => {
                    const cell = previewCell(column, cells[index] ?? '')
                    return (
                      <td key={index} title={cell}>
                        {cell === '' ? <None /> : cell}
                      </td>
                    )
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
