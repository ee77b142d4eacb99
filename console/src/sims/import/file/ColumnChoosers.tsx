import { NativeSelect } from '@mantine/core'
import { simCsvColumns } from '@simdeck/contract/sim-imports.ts'
import type { SimCsvColumn } from '@simdeck/contract/sim-imports.ts'
import { useText } from '../../../ui/words/text.ts'
import type { ColumnChoice } from './guess-columns.ts'
import { columnText } from '../column-text.ts'
import { text } from '../import-text.ts'
import css from '../import.module.css'

interface ColumnChoosersProps {
  header: readonly string[]
  columns: ColumnChoice
  /** SIM columns chosen more than once. */
  twice: ReadonlySet<SimCsvColumn>
  onChange: (index: number, column: SimCsvColumn | null) => void
}

/** Table of the columns of the file. Each has a field for its SIM column. */
export function ColumnChoosers({ header, columns, twice, onChange }: ColumnChoosersProps) {
  const t = useText(text)
  const names = useText(columnText)
  const options = [{ value: '', label: t.leaveOut }, ...simCsvColumns.map((value) => ({ value, label: names[value] }))]
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
          return (
            <tr key={index}>
              <th scope="row" title={name}>
                {name}
              </th>
              <td>
                <NativeSelect
                  aria-label={t.chooserOf(name)}
                  data={options}
                  value={column ?? ''}
                  className={column === null ? css.leftOut : undefined}
                  error={column !== null && twice.has(column) ? t.twice : undefined}
                  onChange={(event) => onChange(index, simCsvColumns.find((known) => known === event.currentTarget.value) ?? null)}
                />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
