import { Checkbox } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react'
import clsx from 'clsx'
import { useEffect, useRef, useState } from 'react'
import type { DragEvent, ReactNode } from 'react'
import { Segments } from '../value/Bits.tsx'
import { Button, IconButton } from '../form/Button.tsx'
import { PartSearch } from './FilterMenu.tsx'
import { matches } from './match.ts'
import { plainView, usePersisted, useTableView } from '../table/persisted.ts'
import type { ListName, TableView } from '../table/persisted.ts'
import { defineText, useText } from '../words/text.ts'
import type { ViewColumn } from './ViewMenu.tsx'
import css from './list.module.css'

const text = defineText({
  columns: { ja: '表示項目', en: 'Columns' },
  search: { ja: '項目を検索', en: 'Search columns' },
  none: { ja: '該当する項目はありません', en: 'No column matches' },
  pinned: { ja: '固定', en: 'Pinned' },
  up: { ja: (name: string) => `${name}を前へ`, en: (name: string) => `Move ${name} forward` },
  down: { ja: (name: string) => `${name}を後ろへ`, en: (name: string) => `Move ${name} back` },
  density: { ja: '行の高さ', en: 'Row height' },
  compact: { ja: '狭い', en: 'Compact' },
  default: { ja: '標準', en: 'Default' },
  relaxed: { ja: '広い', en: 'Relaxed' },
  reset: { ja: '初期状態に戻す', en: 'Reset' },
})

/** Number of columns from which the menu has a search field. */
const many = 20
const nameOf = (column: ViewColumn): string => column.menuName ?? column.header

interface ViewPanelProps {
  list: ListName
  columns: readonly ViewColumn[]
  initial?: TableView | undefined
  foot?: ReactNode
}

/** Contents of the view menu: the visible columns, their order, the row height, and a reset button. */
export function ViewPanel({ list, columns, initial = plainView, foot }: ViewPanelProps) {
  const t = useText(text)
  const view = useTableView(list, initial)
  const setTableView = usePersisted((state) => state.setTableView)
  const [typed, setTyped] = useState('')
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => body.current?.querySelector<HTMLElement>('input:not(:disabled)')?.focus(), [])
  const [first, ...rest] = columns
  const known = view.order.flatMap((id) => rest.find((column) => column.id === id) ?? [])
  const ordered = [...known, ...rest.filter((column) => !known.includes(column))]
  const natural = ordered.every((column, index) => column === rest[index])
  const order = ordered.map((column) => column.id)
  const move = (id: string, to: number): void => {
    const next = order.filter((other) => other !== id)
    next.splice(to, 0, id)
    setTableView(list, { ...view, order: next })
  }
  const toggle = (id: string): void => {
    const hidden = view.hidden.includes(id) ? view.hidden.filter((other) => other !== id) : [...view.hidden, id]
    setTableView(list, { ...view, order, hidden })
  }
  const query = typed.trim()
  const found = [first, ...ordered].filter((column) => column && matches([nameOf(column), column.header, column.id], query)) as ViewColumn[]
  const shown = columns.length - rest.filter((column) => view.hidden.includes(column.id)).length
  return (
    <div ref={body}>
      <div className={css.viewHead}>
        {t.columns}
        <span className={css.grey}>
          {shown} / {columns.length}
        </span>
      </div>
      {columns.length >= many && <PartSearch label={t.search} value={typed} onChange={setTyped} />}
      <div className={css.columnList}>
        {found.map((column, index) => {
          const heading = natural && column.section !== found[index - 1]?.section ? column.section : undefined
          return (
            <div key={column.id}>
              {heading && <div className={css.columnSection}>{heading}</div>}
              {column === first ? (
                <div className={css.columnRow}>
                  <Checkbox checked disabled label={nameOf(column)} />
                  <span className={css.caption}>{t.pinned}</span>
                </div>
              ) : (
                <ColumnRow
                  column={column}
                  shown={!view.hidden.includes(column.id)}
                  at={order.indexOf(column.id)}
                  last={order.length - 1}
                  onToggle={() => toggle(column.id)}
                  onMove={move}
                />
              )}
            </div>
          )
        })}
        {found.length === 0 && <p className={css.caption}>{t.none}</p>}
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
        {foot}
      </div>
    </div>
  )
}

interface ColumnRowProps {
  column: ViewColumn
  shown: boolean
  at: number
  last: number
  onToggle: () => void
  onMove: (id: string, to: number) => void
}

const dragged = 'application/x-simdeck-column'

/** Row for one column, with a checkbox that shows it. The user moves the column by dragging the row or with its buttons. */
function ColumnRow({ column, shown, at, last, onToggle, onMove }: ColumnRowProps) {
  const t = useText(text)
  const [over, setOver] = useState(false)
  const isColumn = (event: DragEvent): boolean => event.dataTransfer.types.includes(dragged)
  return (
    <div
      className={clsx(css.columnRow, over && css.columnOver)}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData(dragged, column.id)
        event.dataTransfer.effectAllowed = 'move'
      }}
      onDragOver={(event) => {
        if (!isColumn(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (!isColumn(event)) return
        event.preventDefault()
        setOver(false)
        onMove(event.dataTransfer.getData(dragged), at)
      }}
    >
      <Checkbox label={nameOf(column)} checked={shown} onChange={onToggle} />
      <span className={css.columnMoves}>
        <IconButton variant="ghost" size="sm" label={t.up(nameOf(column))} disabled={at === 0} onClick={() => onMove(column.id, at - 1)}>
          <IconArrowUp size={14} />
        </IconButton>
        <IconButton
          variant="ghost"
          size="sm"
          label={t.down(nameOf(column))}
          disabled={at === last}
          onClick={() => onMove(column.id, at + 1)}
        >
          <IconArrowDown size={14} />
        </IconButton>
      </span>
      <IconGripVertical className={css.grip} size={16} aria-hidden />
    </div>
  )
}
