import type { SimFieldName } from '@simdeck/contract/sim-fields.ts'
import { halfWidth, soughtIn, wholeSpellingsOf } from '@simdeck/contract/sim-search.ts'
import { type SimFilter, simSearchFields } from '@simdeck/contract/sims.ts'
import { BestMatches } from './best-matches.ts'
import { type Bitmap, hasBit, slotsIn } from './columns/bitmap.ts'
import { fold } from './columns/fold.ts'
import type { Columns } from './fields.ts'
import type { Order } from './order.ts'
import type { Slots } from './slots.ts'

/** The parts of the index that a search needs. `matching` returns the SIMs of a filter. */
type Index = {
  columns: Columns
  slots: Slots
  orderOf: (name: SimFieldName) => Order
  matching: (filter: SimFilter) => { bits: Bitmap; total: number }
}

const encoder = new TextEncoder()

/**
 * The slots of the SIMs that match a typed text best. Texts that equal it come first, then texts that begin with it, then texts that
 * contain it. SIMs that contain its words in different places follow; their longest word ranks them in the same way. Equal ranks are sorted
 * by the length of the text in octets of UTF-8, then by field, text and id. If the typed text is several whole numbers, the SIMs that have
 * one of them are found.
 */
export function bestOf(typed: string, take: number, { columns, slots, orderOf, matching }: Index): number[] {
  const sought = soughtIn(typed)
  const texts = simSearchFields.map((name) => ({ name, column: columns.text(name), order: () => orderOf(name) }))
  const best = new BestMatches(texts, slots, take)
  if ('numbers' in sought) {
    const { bits, total } = matching({ search: sought })
    const spelled = new Set(sought.numbers.flatMap(wholeSpellingsOf))
    for (const slot of slotsIn(bits, total))
      for (const [field, { column }] of texts.entries()) {
        const text = column.foldedAt(slot)
        if (text !== null && spelled.has(text)) best.offer({ slot, key: Buffer.byteLength(text), field })
      }
    return best.slots
  }
  const { words } = sought
  addTo(best, words.length === 1 ? words[0]! : [halfWidth(typed)], matching({}))
  if (words.length === 1 || best.slots.length >= take) return best.slots
  const apart = new BestMatches(texts, slots, take)
  const lengths = words.map(([word = '']) => word.length)
  addTo(apart, words[lengths.indexOf(Math.max(...lengths))]!, matching({ search: sought }))
  return [...new Set([...best.slots, ...apart.slots])].slice(0, take)
}

function addTo(best: BestMatches, texts: readonly string[], { bits }: { bits: Bitmap }): void {
  for (const text of texts) if (text !== '') best.add(encoder.encode(fold(text)), (slot) => hasBit(bits, slot))
}
