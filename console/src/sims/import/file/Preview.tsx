import { None } from '../../../ui/value/None.tsx'
import { useText } from '../../../ui/words/text.ts'
import { text } from '../import-text.ts'
import css from '../import.module.css'

interface PreviewProps<Column extends string> {
  lines: readonly (readonly string[])[]
  /** The meaning of each column of the file; null for a column that is left out. */
  columns: readonly (Column | null)[]
  names: Readonly<Record<Column, string>>
  /** The text of a cell for the screen, on which keys are hidden. */
  cellOf: (column: Column, cell: string) => string
}

/** First lines of the file as they will be imported, with the names of the meanings as headings. */
export function Preview<Column extends string>({ lines, columns, names, cellOf }: PreviewProps<Column>) {
  const t = useText(text)
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
                    const cell = cellOf(column, cells[index] ?? '')
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
