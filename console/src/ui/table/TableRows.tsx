import clsx from 'clsx'
import { memo, useState } from 'react'
import type { ChangeEvent, CSSProperties, ReactNode } from 'react'
import { Skeleton } from '../feedback/Skeleton.tsx'
import { defineText, useText } from '../words/text.ts'
import { TickBox } from './TickBox.tsx'
import css from './table.module.css'

const text = defineText({
  selectRow: { ja: (name: string) => `${name}を選択`, en: (name: string) => `Select ${name}` },
  loading: { ja: '読み込み中', en: 'Loading' },
})

/** Properties for rendering the cells of a column. */
export interface Cell<Row> {
  id: string
  header: string
  sortable: boolean
  cell: (row: Row) => ReactNode
  className: string
  clipAt: number | undefined
  skeleton: number
}

interface RowProps<Row> {
  id: string
  row: Row
  name: string
  /** True if the row is selected; undefined if rows cannot be selected. */
  ticked: boolean | undefined
  /** Called when the row is toggled. `range` is true if Shift was held. */
  onTick: (id: string, range: boolean) => void
  live: number | undefined
}

/** True if Shift was held. A checkbox changes by a click event, which has the modifier keys. */
const withShift = ({ nativeEvent }: ChangeEvent): boolean => nativeEvent instanceof MouseEvent && nativeEvent.shiftKey

/**
 * Class that highlights a row which has changed since it appeared. It alternates between two animations, so that each change
 * restarts the highlight.
 */
function useLiveClass(times = 0): string | undefined {
  const [before] = useState(times)
  return times === before ? undefined : times % 2 ? css.liveA : css.liveB
}

function GridRowOf<Row>({ id, row, name, ticked, onTick, live, cells }: RowProps<Row> & { cells: readonly Cell<Row>[] }) {
  const t = useText(text)
  const liveClass = useLiveClass(live)
  return (
    <tr className={clsx(css.row, ticked && css.selected, liveClass)}>
      {ticked !== undefined && (
        <td className={css.tick}>
          <TickBox label={t.selectRow(name)} checked={ticked} onChange={(event) => onTick(id, withShift(event))} />
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
/** Row of a table, memoised: it renders again only if one of its own properties changed. */
export const GridRow = memo(GridRowOf) as typeof GridRowOf

function CardRowOf<Row>({ id, row, name, ticked, onTick, live, card }: RowProps<Row> & { card: (row: Row) => ReactNode }) {
  const t = useText(text)
  const liveClass = useLiveClass(live)
  return (
    <li className={clsx(css.card, ticked !== undefined && css.tickCard, ticked && css.selectedCard, liveClass)}>
      {ticked !== undefined && (
        <label className={css.cardTick}>
          <TickBox label={t.selectRow(name)} checked={ticked} onChange={(event) => onTick(id, withShift(event))} />
        </label>
      )}
      <div className={css.cardBody}>{card(row)}</div>
    </li>
  )
}
/** Row as a card on a phone, memoised. */
export const CardRow = memo(CardRowOf) as typeof CardRowOf

/** Rows of the skeleton during the first load. They are as high as real rows. */
export function SkeletonRows<Row>({ count, ticking, cells }: { count: number; ticking: boolean; cells: readonly Cell<Row>[] }) {
  const t = useText(text)
  return Array.from({ length: count }, (_, line) => (
    <tr key={line}>
      {ticking && (
        <td className={css.tick}>
          <TickBox label={t.loading} checked={false} disabled />
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
    <li key={line} className={css.card}>
      <CardWait />
    </li>
  ))
}

/** Placeholder for the content of a card, as high as a card with a name, facts and two labelled facts. */
export function CardWait() {
  return (
    <div className={css.cardWait}>
      <Skeleton width={150} />
      <Skeleton width={230} />
      <Skeleton width={280} />
    </div>
  )
}
