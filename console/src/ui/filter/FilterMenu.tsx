import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { matches } from './match.ts'
import { defineText, useText } from '../words/text.ts'
import css from './list.module.css'

const text = defineText({
  search: { ja: '条件を検索', en: 'Search filters' },
  none: { ja: '該当する条件はありません', en: 'No filter matches' },
})

/** Number of filters from which the menu has a search field. */
const many = 12

interface FilterMenuProps {
  filters: readonly { id: string; name: string }[]
  onChoose: (id: string) => void
}

/** Menu of the filters that are not set yet. */
export function FilterMenu({ filters, onChoose }: FilterMenuProps) {
  const t = useText(text)
  const [typed, setTyped] = useState('')
  const [searched] = useState(filters.length >= many)
  const found = filters.filter(({ name }) => matches([name], typed.trim()))
  return (
    <form
      className={css.fields}
      onSubmit={(event) => {
        event.preventDefault()
        if (found[0]) onChoose(found[0].id)
      }}
    >
      {searched && <PartSearch label={t.search} value={typed} onChange={setTyped} />}
      <div className={css.fieldList}>
        {found.map(({ id, name }) => (
          <button key={id} type="button" onClick={() => onChoose(id)}>
            {name}
          </button>
        ))}
        {found.length === 0 && <p className={css.noField}>{t.none}</p>}
      </div>
    </form>
  )
}

/** Search field inside a menu. */
export function PartSearch({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <label className={css.partSearch}>
      <IconSearch size={16} />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        data-autofocus
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  )
}
