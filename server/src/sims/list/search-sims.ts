import { halfWidth, maxNumbers, simIdsIn, soughtIn, wholeSpellingsOf, type Words } from '@simdeck/contract/sim-search.ts'
import { type SimFound, simSearchFields } from '@simdeck/contract/sims.ts'
import type { Db } from '../../platform/db/database.ts'
import type { FleetIndex } from '../fleet-index/fleet-index.ts'
import type { Asker } from '../fleet-index/question-queue.ts'
import { inTime, timeLimits } from '../../platform/db/time-limit.ts'
import {
  type Candidate,
  type NumberField,
  type SearchField,
  selectCandidates,
  selectMatching,
  selectUnknown,
  selectUnknownIds,
} from './search-queries.ts'

/** Candidates that are compared per search. */
const maxCandidates = 200

/**
 * The SIMs that fit the text best, each once with its best field. Equal values come first, then values that start with the text, then those
 * that contain it, then those that contain its words separately; shorter values first. For several complete numbers, the SIMs that have
 * them.
 */
export async function searchSims(
  db: Db,
  index: FleetIndex,
  { q: typed, take }: { q: string; take: number },
  asker: Asker,
): Promise<SimFound[]> {
  const sought = soughtIn(typed)
  const asked: Asked =
    'numbers' in sought
      ? { texts: sought.numbers.flatMap(wholeSpellingsOf), words: [] }
      : { texts: sought.words.length === 1 ? [...sought.words[0]!] : [halfWidth(typed)], words: sought.words }
  const ids = await index.find(typed, maxCandidates, asker)
  const candidates = ids
    ? await selectCandidates(db, ids)
    : await inTime(db, timeLimits.list, (trx) => selectMatching(trx, sought, asked.texts, maxCandidates))
  return bestOf(candidates, asked).slice(0, take).map(foundOf)
}

/** Those of a typed list of numbers that no SIM has; for `id`, those that are no id of a SIM. */
export async function unknownIn(db: Db, typed: string, field: NumberField | 'id' | null): Promise<string[]> {
  if (field === 'id') return (await selectUnknownIds(db, simIdsIn(typed, maxNumbers) ?? [])).map(String)
  const sought = soughtIn(typed)
  return 'numbers' in sought ? selectUnknown(db, sought.numbers, field) : []
}

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
