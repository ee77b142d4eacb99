import { halfWidth, isNumber, simIdsIn, soughtIn, wholeSpellingsOf, type Words } from '@simdeck/contract/sim-search.ts'
import { type SimFound, simSearchFields } from '@simdeck/contract/sims.ts'
import type { Db } from '../../platform/db/database.ts'
import {
  type Candidate,
  type NumberField,
  type SearchField,
  selectBeginningWith,
  selectHolding,
  selectNumbered,
  selectUnknown,
  selectUnknownIds,
} from './search-queries.ts'

/** Candidates that are compared per search. */
const heldLimit = 200
/** Examined SIMs for a text that is too short for the index of text parts. */
const shortTextAmong = 20_000

/**
 * The SIMs that fit the text best, each once with its best field. Equal values come first, then values that start with the text, then those
 * that contain it, then those that contain its words separately; shorter values first. For several complete numbers, the SIMs that have
 * them.
 */
export async function searchSims(db: Db, typed: string, take: number): Promise<SimFound[]> {
  const sought = soughtIn(typed)
  if ('numbers' in sought) {
    const texts = sought.numbers.flatMap(wholeSpellingsOf)
    return bestOf(await selectNumbered(db, sought.numbers, take), { texts, words: [] }).map(foundOf)
  }
  const { words } = sought
  const texts = words.length === 1 ? [...words[0]!] : [halfWidth(typed)]
  const asked = { texts, words }
  const best = bestOf(await selectBeginningWith(db, texts.flatMap(beginningsOf), take), asked)
  if (best.length >= take) return best.slice(0, take).map(foundOf)
  const holding = await selectHolding(db, words, { limit: heldLimit, among: words.flat().every(isShort) ? shortTextAmong : null })
  return bestOf([...best.map(({ candidate }) => candidate), ...holding], asked)
    .slice(0, take)
    .map(foundOf)
}

/** Those of a typed list of numbers that no SIM has; for `id`, those that are no id of a SIM. */
export async function unknownIn(db: Db, typed: string, field: NumberField | 'id' | null): Promise<string[]> {
  if (field === 'id') return (await selectUnknownIds(db, simIdsIn(typed) ?? [])).map(String)
  const sought = soughtIn(typed)
  return 'numbers' in sought ? selectUnknown(db, sought.numbers, field) : []
}

/** Spellings of the start of a field: words in the usual cases of letters; numbers as they are. */
function beginningsOf(text: string): { field: SearchField; text: string }[] {
  const small = text.toLowerCase()
  const spellings = new Set([text, small, text.toUpperCase(), small.charAt(0).toUpperCase() + small.slice(1)])
  return simSearchFields.flatMap((field): { field: SearchField; text: string }[] => {
    if (field === 'external_device_id' || field === 'device_alias') return [...spellings].map((spelling) => ({ field, text: spelling }))
    return isNumber(text) ? [{ field, text }] : []
  })
}

/** True if the text is too short for the index of text parts, which needs three digits, two letters or one Japanese character. */
const isShort = (text: string): boolean => (isNumber(text) ? text.length < 3 : Buffer.byteLength(text) < 2)

/** `texts`: spellings of the complete text. */
type Asked = { texts: readonly string[]; words: Words }
type Fit = { candidate: Candidate; field: SearchField; value: string; rank: number }

function bestOf(candidates: readonly Candidate[], asked: Asked): Fit[] {
  const fits = new Map<number, Fit>()
  for (const candidate of candidates) {
    const fit = fitOf(candidate, asked)
    if (fit) fits.set(candidate.id, fit)
  }
  return [...fits.values()].toSorted(byFit)
}

/** The best field of the SIM; null if none fits. */
function fitOf(candidate: Candidate, { texts, words }: Asked): Fit | null {
  const whole = fitOfAny(candidate, texts)
  if (whole || words.length < 2) return whole
  const apart = words.map((spellings) => fitOfAny(candidate, spellings))
  const longest = words.map(([word = '']) => word.length)
  return apart.includes(null) ? null : { ...apart[longest.indexOf(Math.max(...longest))]!, rank: 3 }
}

function fitOfAny(candidate: Candidate, texts: readonly string[]): Fit | null {
  const fits = texts.flatMap((text) => simSearchFields.flatMap((field) => fitOfField(candidate, field, text) ?? []))
  return fits.toSorted(byFit)[0] ?? null
}

function fitOfField(candidate: Candidate, field: SearchField, text: string): Fit | null {
  const value = candidate[field]
  const at = value === null ? -1 : folded(value).indexOf(text.toLowerCase())
  if (value === null || at < 0) return null
  return { candidate, field, value, rank: at > 0 ? 2 : value.length > text.length ? 1 : 0 }
}

const folded = (value: string): string => halfWidth(value).toLowerCase()

const byFit = (one: Fit, other: Fit): number =>
  one.rank - other.rank ||
  one.value.length - other.value.length ||
  simSearchFields.indexOf(one.field) - simSearchFields.indexOf(other.field) ||
  (one.value < other.value ? -1 : one.value > other.value ? 1 : one.candidate.id - other.candidate.id)

const foundOf = ({ candidate: { id, iccid, device_alias }, field, value }: Fit): SimFound => ({ id, iccid, device_alias, field, value })
