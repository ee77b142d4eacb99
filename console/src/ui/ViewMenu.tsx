import { Checkbox, Popover } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react'
import { Segments } from './Bits.tsx'
import { Button, IconButton } from './Button.tsx'
import { plainView, usePersisted, useTableView } from './persisted.ts'
import type { ListName, TableView } from './persisted.ts'
import { defineText, useText } from './text.ts'
import css from './list.module.css'

const text = defineText({
  view: { ja: '表示', en: 'View' },
  columns: { ja: '表示項目', en: 'Columns' },
  pinned: { ja: '固定', en: 'Pinned' },
  up: { ja: (name: string) => `${name}を前へ`, en: (name: string) => `Move ${name} forward` },
  down: { ja: (name: string) => `${name}を後ろへ`, en: (name: string) => `Move ${name} back` },
  density: { ja: '行の高さ', en: 'Row height' },
  compact: { ja: '狭い', en: 'Compact' },
  default: { ja: '標準', en: 'Default' },
  relaxed: { ja: '広い', en: 'Relaxed' },
  reset: { ja: '初期状態に戻す', en: 'Reset' },
})

interface ViewColumn {
  id: string
  header: string
  menuName?: string
}
const nameOf = (column: ViewColumn): string => column.menuName ?? column.header

interface ViewMenuProps {
  list: ListName
  columns: readonly ViewColumn[]
  /** The view before the user changes it: give `useTableView` the same. */
  initial?: TableView
}

/** Which columns a list shows, in which order and how high its rows are; remembered as `tableView`. */
export function ViewMenu({ list, columns, initial = plainView }: ViewMenuProps) {
  const t = useText(text)
  const view = useTableView(list, initial)
  const setTableView = usePersisted((state) => state.setTableView)
  const [first, ...rest] = columns
  const known = view.order.flatMap((id) => rest.find((column) => column.id === id) ?? [])
  const ordered = [...known, ...rest.filter((column) => !known.includes(column))]
  const move = (from: number, to: number): void => {
    const order = ordered.map((column) => column.id)
    const [moved] = order.splice(from, 1)
    if (moved !== undefined) order.splice(to, 0, moved)
    setTableView(list, { ...view, order })
  }
  const toggle = (id: string): void =>
    setTableView(list, { ...view, hidden: view.hidden.includes(id) ? view.hidden.filter((other) => other !== id) : [...view.hidden, id] })
  const shown = columns.length - rest.filter((column) => view.hidden.includes(column.id)).length
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="ghost" size="sm" icon={<IconColumns3 size={16} />}>
          {t.view}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={css.view} aria-label={t.columns}>
        <div className={css.viewHead}>
          {t.columns}
          <span className={css.grey}>
            {shown} / {columns.length}
          </span>
        </div>
        <div className={css.columnList}>
          <div className={css.columnRow}>
            <Checkbox checked disabled label={first && nameOf(first)} />
            <span className={css.caption}>{t.pinned}</span>
          </div>
          {ordered.map((column, index) => (
            <div key={column.id} className={css.columnRow}>
              <Checkbox label={nameOf(column)} checked={!view.hidden.includes(column.id)} onChange={() => toggle(column.id)} />
              <IconButton
                variant="ghost"
                size="sm"
                label={t.up(nameOf(column))}
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              >
                <IconArrowUp size={14} />
              </IconButton>
              <IconButton
                variant="ghost"
                size="sm"
                label={t.down(nameOf(column))}
                disabled={index === ordered.length - 1}
                onClick={() => move(index, index + 1)}
              >
                <IconArrowDown size={14} />
              </IconButton>
            </div>
          ))}
        </div>
        <div className={css.caption}>{t.density}</div>
        <Segments
          label={t.density}
          value={view.density}
          options={(['compact', 'default', 'relaxed'] as const).map((density) => ({ value: density, words: t[density] }))}
          onChange={(density) => setTableView(list, { ...view, density })}
        />
        <div className={css.viewFoot}>
          <Button variant="ghost" size="sm" onClick={() => setTableView(list, initial)}>
            {t.reset}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
