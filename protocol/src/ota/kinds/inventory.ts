import { concat } from '../../bytes.ts'
import { ProtocolError } from '../../errors.ts'
import { getStatus, registryEntries, registrySubsets } from '../../gp/registry.ts'
import type { RegistryEntry, RegistrySubset } from '../../gp/registry.ts'
import type { JobKind, JobOutcome, JobPlan, OutcomeFault, PlainCommand, TakenAnswer } from './job-kind.ts'

/**
 * Subsets of the registry in the order of the requests. Load files alone are a fallback for a card that does not list them with modules.
 */
const subsets = ['applications', 'loadFilesAndModules', 'loadFiles'] as const satisfies readonly RegistrySubset[]
type Subset = (typeof subsets)[number]

/** Limit of answers per subset. */
const maxPages = 64
/** Limit of scripts, for a card that never ends its list. */
const maxScripts = 40

const sw = { more: 0x6310, notFound: 0x6a88, wrongParameters: 0x6a86, wrongData: 0x6a80, conditions: 0x6985, instruction: 0x6d00 } as const
const refusals: readonly number[] = [sw.wrongParameters, sw.wrongData, sw.instruction]

/**
 * Answers to GET STATUS for one subset. `more`: further answers exist; `lost`: an answer did not arrive; `refused`: the card does not list
 * the subset.
 */
interface Listing {
  pages: readonly Uint8Array[]
  state: 'more' | 'whole' | 'lost' | 'refused'
}

/** The answers of the card so far. */
export type InventoryFound = { scripts: number } & Partial<Record<Subset, Listing>>

/** `fault`: the fault with which the job ends although the content is read. */
type InventoryParameters = { fault?: OutcomeFault }

/** Content of the issuer security domain, as the card lists it. */
export interface Inventory {
  applications: readonly RegistryEntry[]
  /** With their modules, if the card lists them. */
  loadFiles: readonly RegistryEntry[]
}

/**
 * Reads the registry of the issuer security domain. The number of answers per subset is unknown in advance. The plan `pages 1 2 0` has
 * the number of requests for each subset; a subset with more answers is requested again with twice the number. All answers of a subset come
 * from one secure channel, because GET STATUS [next occurrence] requires it. A complete subset is not requested again.
 */
export const inventory: JobKind<InventoryParameters, InventoryFound> = {
  isSecured: () => true,
  commands: (_, plan) => pagesOf(plan).flatMap((count, at) => listing(subsets[at]!, count)),
  planAfter(_, { plan, found }) {
    const counts = subsets.map((subset, at) => nextCount(found, subset, pagesOf(plan)[at]!))
    return counts.some((count) => count > 0) ? `pages ${counts.join(' ')}` : plan
  },
  take,
  outcome,
}

function pagesOf(plan: JobPlan): readonly number[] {
  const [, ...counts] = /^pages (\d+) (\d+) (\d+)$/.exec(plan) ?? []
  return counts.length > 0 ? counts.map(Number) : [1, 1, 0]
}

/** The plan that requests everything anew, in as many answers as the card has given. */
export function allPages(plan: JobPlan, found: InventoryFound | null): JobPlan {
  const counts = pagesOf(plan).map((count, at) => Math.max(count, found?.[subsets[at]!]?.pages.length ?? 0))
  return `pages ${counts.join(' ')}`
}

function listing(subset: Subset, count: number): PlainCommand[] {
  return Array.from({ length: count }, (_, i) => ({
    role: 'command',
    command: getStatus.encode({ subset, occurrence: i === 0 ? 'first' : 'next', aidPrefix: new Uint8Array() }),
    tolerated: i > 0 ? [sw.conditions, sw.notFound] : subset === 'loadFilesAndModules' ? [sw.notFound, ...refusals] : [sw.notFound],
    position: i + 1,
  }))
}

/** True if the subset still has to be requested. */
function isWanted(found: InventoryFound | null, subset: Subset): boolean {
  const state = found?.[subset]?.state
  if (state === 'whole' || state === 'refused') return false
  return subset !== 'loadFiles' || found?.loadFilesAndModules?.state === 'refused'
}

function nextCount(found: InventoryFound | null, subset: Subset, count: number): number {
  if (!isWanted(found, subset)) return 0
  const known = found?.[subset]
  if (known?.state === 'more') return Math.max(2 * known.pages.length, count)
  return Math.max(1, count)
}

function take(found: InventoryFound | null, { role, command }: PlainCommand, answer: TakenAnswer): InventoryFound {
  const before: InventoryFound = found ?? { scripts: 0 }
  if (role === 'externalAuthenticate') return { ...before, scripts: before.scripts + 1 }
  const subset = subsets.find((name) => registrySubsets[name] === command.p1)
  const isFirst = command.p2 === 0x02
  const known: Listing | undefined = isFirst && subset ? { pages: [], state: 'more' } : subset && before[subset]
  if (!subset || known?.state !== 'more') return before
  return { ...before, [subset]: withAnswer(known, isFirst, answer) }
}

function withAnswer({ pages }: Listing, isFirst: boolean, { sw: word, data }: TakenAnswer): Listing {
  if (isFirst && word === sw.notFound) return { pages, state: 'whole' }
  if (isFirst && refusals.includes(word)) return { pages, state: 'refused' }
  if (data === null || word === sw.conditions || word === sw.notFound) return { pages, state: 'lost' }
  return { pages: [...pages, data], state: word === sw.more ? 'more' : 'whole' }
}

function outcome(found: InventoryFound | null, { fault }: InventoryParameters): JobOutcome {
  if (!subsets.some((subset) => isWanted(found, subset))) return readInventory(found) ? (fault ?? 'Succeeded') : 'unreadable'
  const endless = subsets.some((subset) => (found?.[subset]?.pages.length ?? 0) >= maxPages)
  return endless || (found?.scripts ?? 0) >= maxScripts ? 'unreadable' : 'more'
}

/** Result of an inventory, from the stored answers; null if the answers are not a registry. */
export function readInventory(stored: unknown): Inventory | null {
  const found = stored as InventoryFound | null
  const entries = (listed: Listing | undefined) => registryEntries.decode(concat(...(listed?.pages ?? [])))
  const files = found?.loadFilesAndModules?.state === 'refused' ? found.loadFiles : found?.loadFilesAndModules
  try {
    return { applications: entries(found?.applications), loadFiles: entries(files) }
  } catch (error) {
    if (error instanceof ProtocolError) return null
    throw error
  }
}
