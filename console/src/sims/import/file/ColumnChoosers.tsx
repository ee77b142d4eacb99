import { NativeSelect } from '@mantine/core'
import { useText } from '../../../ui/words/text.ts'
import { text } from '../import-text.ts'
import css from '../import.module.css'

interface ColumnChoosersProps<Column extends string> {
  header: readonly string[]
  /** The meaning of each column of the file; null for a column that is left out. */
  columns: readonly (Column | null)[]
  /** The meanings that a column can have, in order, with their names. */
  choices: readonly Column[]
  names: Readonly<Record<Column, string>>
  /** The words in place of the field of a column that is never read; null for the others. */
  refusalOf?: (name: string) => string | null
  onChange: (index: number, column: Column | null) => void
}

/** Table of the columns of a file. Each has a field for its meaning. */
export function ColumnChoosers<Column extends string>({
  header,
  columns,
  choices,
  names,
  refusalOf = () => null,
  onChange,
}: ColumnChoosersProps<Column>) {
  const t = useText(text)
  const options = [{ value: '', label: t.leaveOut }, ...choices.map((value) => ({ value, label: names[value] }))]
  if (header.length === 0) return null
  return (
    <table className={css.choices}>
      <thead>
        <tr>
          <th scope="col">{t.fileColumn}</th>
          <th scope="col">{t.simColumn}</th>
        </tr>
      </thead>
      <tbody>
        {header.map((cell, index) => {
          const name = cell === '' ? t.nameless(index + 1) : cell
          const column = columns[index] ?? null
          const isTwice = column !== null && columns.indexOf(column) !== columns.lastIndexOf(column)
          const refusal = refusalOf(cell)
          return (
            <tr key={index}>
              <th scope="row" title={name}>
                {name}
              </th>
              <td>
                {refusal !== null ? (
                  <span className={css.soft}>{refusal}</span>
                ) : (
                  <NativeSelect
                    aria-label={t.chooserOf(name)}
                    data={options}
                    value={column ?? ''}
                    className={column === null ? css.leftOut : undefined}
                    error={isTwice ? t.twice : undefined}
                    onChange={(event) => onChange(index, choices.find((known) => known === event.currentTarget.value) ?? null)}
                  />
                )}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
