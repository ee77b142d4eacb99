import { type SimFound, simSearchFields } from '@simdeck/contract/sims.ts'
import type { Db } from '../../db/database.ts'
import { type Candidate, type SearchField, selectBeginningWith, selectHolding } from './queries.ts'

/** So many SIMs that hold the text somewhere are compared. */
const heldLimit = 200
/** What is too short for the index of parts is looked for among so many SIMs only. */
const shortTextAmong = 20_000

/** The SIMs that the text fits best, each once, by its best field: the same, then beginning with it, then holding it; the shortest first. */
export async function searchSims(db: Db, text: string, take: number): Promise<SimFound[]> {
  const best = bestOf(await selectBeginningWith(db, beginningsOf(text), take), text)
  if (best.length >= take) return best.slice(0, take).map(foundOf)
  const holding = await selectHolding(db, text, { limit: heldLimit, among: isShort(text) ? shortTextAmong : null })
  return bestOf([...best.map(({ candidate }) => candidate), ...holding], text)
    .slice(0, take)
    .map(foundOf)
}

/** Words are begun with in the ways in which people write them; numbers have one way. */
function beginningsOf(text: string): { field: SearchField; text: string }[] {
  const small = text.toLowerCase()
  const ways = new Set([text, small, text.toUpperCase(), small.charAt(0).toUpperCase() + small.slice(1)])
  const isNumber = /^\+?\d*$/.test(text)
  return simSearchFields.flatMap((field): { field: SearchField; text: string }[] => {
    if (field === 'external_device_id' || field === 'device_alias') return [...ways].map((way) => ({ field, text: way }))
    return isNumber ? [{ field, text }] : []
  })
}

/** The index of parts knows three digits in a row, and two letters or one of Japanese. */
const isShort = (text: string): boolean => (/^\+?\d*$/.test(text) ? text.length < 3 : Buffer.byteLength(text) < 2)

type Fit = { candidate: Candidate; field: SearchField; value: string; rank: number }

function bestOf(candidates: readonly Candidate[], text: string): Fit[] {
  const fits = new Map<number, Fit>()
  for (const candidate of candidates) {
    const fit = fitOf(candidate, text.toLowerCase())
    if (fit) fits.set(candidate.id, fit)
  }
  return [...fits.values()].toSorted(byFit)
}

/** The field by which the SIM fits best; null when the text is in none of them. */
function fitOf(candidate: Candidate, text: string): Fit | null {
  const fits = simSearchFields.flatMap((field) => {
    const value = candidate[field]
    const at = value?.toLowerCase().indexOf(text) ?? -1
    if (value === null || at < 0) return []
    return [{ candidate, field, value, rank: at > 0 ? 2 : value.length > text.length ? 1 : 0 }]
  })
  return fits.toSorted(byFit)[0] ?? null
}

const byFit = (one: Fit, other: Fit): number =>
  one.rank - other.rank ||
  one.value.length - other.value.length ||
  simSearchFields.indexOf(one.field) - simSearchFields.indexOf(other.field) ||
  (one.value < other.value ? -1 : one.value > other.value ? 1 : one.candidate.id - other.candidate.id)

const foundOf = ({ candidate: { id, iccid, device_alias }, field, value }: Fit): SimFound => ({ id, iccid, device_alias, field, value })
