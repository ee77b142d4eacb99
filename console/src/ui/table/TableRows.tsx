import { Checkbox } from '@mantine/core'
import clsx from 'clsx'
import { memo } from 'react'
import type { ChangeEvent, CSSProperties, ReactNode } from 'react'
import { Skeleton } from '../feedback/Skeleton.tsx'
import { defineText, useText } from '../words/text.ts'
import css from './table.module.css'

const text = defineText({
  selectRow: { ja: (name: string) => `${name}を選択`, en: (name: string) => `Select ${name}` },
  loading: { ja: '読み込み中', en: 'Loading' },
})

/** One column as its cells are drawn. */
export interface Cell<Row> {
  id: string
  cell: (row: Row) => ReactNode
  className: string
  clipAt: number | undefined
  skeleton: number
}

interface RowProps<Row> {
  id: string
  row: Row
  name: string
  /** Undefined where rows cannot be ticked. */
  ticked: boolean | undefined
  /** `range`: Shift was held. */
  onTick: (id: string, range: boolean) => void
  live: number | undefined
}

/** A box is changed by a click, which knows what keys were held. */
const withShift = ({ nativeEvent }: ChangeEvent): boolean => nativeEvent instanceof MouseEvent && nativeEvent.shiftKey

/** Each change runs the highlight once more, so two animations take turns. */
const liveClass = (times: number | undefined): string | undefined => (times === undefined ? undefined : times % 2 ? css.liveA : css.liveB)

function GridRowOf<Row>({ id, row, name, ticked, onTick, live, cells }: RowProps<Row> & { cells: readonly Cell<Row>[] }) {
  const t = useText(text)
  return (
    <tr className={clsx(css.row, ticked && css.selected, liveClass(live))}>
      {ticked !== undefined && (
        <td className={css.tick}>
          <Checkbox aria-label={t.selectRow(name)} checked={ticked} onChange={(event) => onTick(id, withShift(event))} />
        </td>
      )}
      {cells.map((cell) => (
        <td
          key={cell.id}
          className={cell.className}
          style={cell.clipAt === undefined ? undefined : ({ '--clip': `${cell.clipAt}px` } as CSSProperties)}
        >
          {cell.cell(row)}
        </td>
      ))}
    </tr>
  )
}
/** A row of a table; drawn again only when something of its own changed, whatever the others do. */
export const GridRow = memo(GridRowOf) as typeof GridRowOf

function CardRowOf<Row>({ id, row, name, ticked, onTick, live, card }: RowProps<Row> & { card: (row: Row) => ReactNode }) {
  const t = useText(text)
  return (
    <li className={clsx(css.card, ticked !== undefined && css.tickCard, ticked && css.selectedCard, liveClass(live))}>
      {ticked !== undefined && (
        <label className={css.cardTick}>
          <Checkbox aria-label={t.selectRow(name)} checked={ticked} onChange={(event) => onTick(id, withShift(event))} />
        </label>
      )}
      <div className={css.cardBody}>{card(row)}</div>
    </li>
  )
}
/** A row on a phone. */
export const CardRow = memo(CardRowOf) as typeof CardRowOf

/** Rows of the same height while the first ones are on their way. */
export function SkeletonRows<Row>({ count, ticking, cells }: { count: number; ticking: boolean; cells: readonly Cell<Row>[] }) {
  const t = useText(text)
  return Array.from({ length: count }, (_, line) => (
    <tr key={line}>
      {ticking && (
        <td className={css.tick}>
          <Checkbox checked={false} readOnly disabled aria-label={t.loading} />
        </td>
      )}
      {cells.map((cell, index) => (
        <td key={cell.id} className={cell.className}>
          <Skeleton width={cell.skeleton - ((line * 7 + index) % 4) * (index === 0 ? 12 : 4)} />
        </td>
      ))}
    </tr>
  ))
}

export function SkeletonCards({ count }: { count: number }) {
  return Array.from({ length: count }, (_, line) => (
    <li key={line} className={clsx(css.card, css.cardSkeleton)}>
      <Skeleton width={150} />
      <Skeleton width={230} />
      <Skeleton width={280} />
    </li>
  ))
}
