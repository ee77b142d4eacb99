import { endpoints } from '@simdeck/contract/endpoints.ts'
import { areaOf } from '@simdeck/contract/map-area.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../../session/api/query.ts'
import { formatNumber } from '../../../ui/words/numbers.ts'
import { useText } from '../../../ui/words/text.ts'
import { editorText } from '../editors/editor-text.ts'
import { unknownText } from './unknown-numbers-text.ts'
import listCss from '../../../ui/filter/list.module.css'

/** Number of SIMs of pasted numbers. */
export function PastedChip({ selection }: { selection: string }) {
  const t = useText(unknownText)
  const { data } = useQuery(queryOf(endpoints.listSims, { query: { selection, take: 1 } }))
  if (!data) return '…'
  return data.totalItems > 0 ? t.pastedSims(formatNumber(data.totalItems)) : t.pastedGone
}

/** A part of the map in words. It is chosen on the map. */
export function AreaWords({ area }: { area: string }) {
  const t = useText(editorText)
  const part = areaOf(area)
  if (!part) return t.unknownArea
  const range = (from: number, to: number): string => `${from.toFixed(2)}–${to.toFixed(2)}`
  return t.area(range(part.south, part.north), range(part.west, part.east))
}

export function PastedWords() {
  const t = useText(editorText)
  return <p className={listCss.caption}>{t.pastedWords}</p>
}
