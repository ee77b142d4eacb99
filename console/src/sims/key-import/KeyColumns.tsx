import { NativeSelect } from '@mantine/core'
import { isSubscriberKey, type KeyFileColumn, keyFileColumns } from '@simdeck/contract/key-imports.ts'
import { useText } from '../../ui/words/text.ts'
import { text as importText } from '../import/import-text.ts'
import css from '../import/import.module.css'
import { type KeyColumnChoice, shownCell } from './key-file.ts'
import { keyColumnText, keyImportText } from './key-import-text.ts'

interface KeyColumnsProps {
  header: readonly string[]
  columns: KeyColumnChoice
  onChange: (index: number, column: KeyFileColumn | null) => void
}

/** Table of the columns of the file. Each has a field for its meaning; a key of the subscription has none. */
export function KeyColumns({ header, columns, onChange }: KeyColumnsProps) {
  const t = { ...useText(importText), ...useText(keyImportText) }
  const names = useText(keyColumnText)
  const options = [{ value: '', label: t.leaveOut }, ...keyFileColumns.map((value) => ({ value, label: names[value] }))]
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
          const name = cell === '' ? t.nameless(index + 1) : shownCell(null, cell)
          const column = columns[index] ?? null
          return (
            <tr key={index}>
              <th scope="row" title={name}>
                {name}
              </th>
              <td>
                {isSubscriberKey(cell) ? (
                  <span className={css.soft}>{t.subscriber}</span>
                ) : (
                  <NativeSelect
                    aria-label={t.chooserOf(name)}
                    data={options}
                    value={column ?? ''}
                    className={column === null ? css.leftOut : undefined}
                    error={column !== null && columns.indexOf(column) !== columns.lastIndexOf(column) ? t.twice : undefined}
                    onChange={(event) => onChange(index, keyFileColumns.find((known) => known === event.currentTarget.value) ?? null)}
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
