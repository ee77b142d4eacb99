import { None } from '../../ui/value/None.tsx'
import { useText } from '../../ui/words/text.ts'
import { text as importText } from '../import/import-text.ts'
import css from '../import/import.module.css'
import { type KeyColumnChoice, shownCell } from './key-file.ts'
import { keyColumnText } from './key-import-text.ts'

/** First lines of the file as they will be imported. Keys are hidden; their check values are shown. */
export function KeyPreview({ lines, columns }: { lines: readonly (readonly string[])[]; columns: KeyColumnChoice }) {
  const t = useText(importText)
  const names = useText(keyColumnText)
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
                    const cell = shownCell(column, cells[index] ?? '')
                    return <td key={index}>{cell === '' ? <None /> : cell}</td>
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
