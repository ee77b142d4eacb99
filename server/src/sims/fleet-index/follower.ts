import { setImmediate as turn } from 'node:timers/promises'
import type { SimFilter } from '@simdeck/contract/sims.ts'
import { type OpenDatabase } from '../../platform/db/database.ts'
import { FleetData } from './data/fleet-data.ts'
import { quarantineId } from './data/selections.ts'
import { loadFleet } from './load.ts'
import {
  changedAll,
  changedGroups,
  type Changes,
  countSims,
  hasSelection,
  insertHorizon,
  isCutOff,
  selectChanges,
  selectContacts,
  selectGroups,
  selectIndexed,
  selectQuarantined,
  selectSelection,
  selectSlice,
  type Seen,
} from './queries.ts'

/** The number of changed SIMs that one query reads. Lists are answered between two queries. */
const atOnce = 5_000
/** The number of changed SIMs from which reading all SIMs anew is faster. A `Set` holds up to 16.7 million. */
const maxPending = 5_000_000
/** The number of SIMs that one check compares. */
const checkedAtOnce = 2_000
const checkMs = 1_000

/** Data of all SIMs, and the state of the database before they were read. */
type Loaded = { data: FleetData; before: Changes }

/** Makes the usual orders. Questions are answered between the steps. */
async function prepare(data: FleetData): Promise<void> {
  for (const _ of data.prepareOrders()) await turn()
}

/** Keeps the data of the index current with the database. */
export class FleetFollower {
  readonly #database: OpenDatabase
  readonly #maxPending: number
  #data: FleetData | null = null
  /** The state of the database at the last pull. */
  #seen: Seen | null = null
  #groupsChanged = false
  /** Changed SIMs that are not read yet, the latest changes last. */
  readonly #pending = new Set<number>()
  /** SIMs of which only the values of polls changed, as `#pending`. */
  readonly #pendingContacts = new Set<number>()
  #asOf: Date | null = null
  /** The clock of the database minus the clock of this machine. */
  #aheadMs = 0
  /** True if changes may be missing. Then all SIMs are read anew. */
  #isLost = false
  #loading: Promise<void> | null = null
  #loaded: Loaded | null = null
  #current: Promise<void> = Promise.resolve()
  #next: Promise<void> | null = null
  #checkFrom = 0

  constructor(database: OpenDatabase, options: { maxPending?: number } = {}) {
    this.#database = database
    this.#maxPending = options.maxPending ?? maxPending
  }

  /** The data; null until they are loaded for the first time. */
  get data(): FleetData | null {
    return this.#data
  }

  get #isBehind(): boolean {
    return this.#pending.size + this.#pendingContacts.size > 0
  }

  /** The time of the database up to which every change is included. */
  get asOf(): Date | null {
    return this.#asOf
  }

  /** The time since every change was included; it ends with the next pull that leaves none. */
  get lagMs(): number {
    return this.#asOf === null ? 0 : Math.max(0, this.now / 1000 - this.#asOf.getTime())
  }

  /** The present time of the database, in microseconds since 1970. */
  get now(): number {
    return (Date.now() + this.#aheadMs) * 1000
  }

  /** Reads all SIMs anew. Questions are answered from the earlier data meanwhile. */
  load(): Promise<void> {
    this.#loading ??= this.#load().finally(() => (this.#loading = null))
    return this.#loading
  }

  async #load(): Promise<void> {
    const { db } = this.#database
    await insertHorizon(db)
    const before = await selectChanges(db, null)
    const data = new FleetData({ expected: await countSims(db) })
    data.setGroups(await selectGroups(db))
    await loadFleet(this.#database, data)
    const isFirst = this.#data === null
    // Earlier data answer questions until the orders are made. Without earlier data, the new ones answer at once.
    if (!isFirst) await prepare(data)
    // Changes since `before` may be in the data already; reading them again does no harm.
    this.#loaded = { data, before }
    await this.#pullAgain()
    if (isFirst) void prepare(data)
  }

  #takeLoaded({ data, before }: Loaded): void {
    this.#loaded = null
    this.#data = data
    this.#pending.clear()
    this.#pendingContacts.clear()
    this.#seen = before
    this.#asOf = before.now
    this.#isLost = false
  }

  /**
   * Reads changed SIMs until none is left or `limitMs` has passed, and at least once. Returns true if none is left. The latest changes are
   * read first, so that a user's own change is included even while a million others wait.
   */
  async catchUp(limitMs: number): Promise<boolean> {
    const deadline = performance.now() + limitMs
    do await this.#pullAgain()
    while (this.#isBehind && performance.now() < deadline)
    return !this.#isBehind && !this.#isLost
  }

  /** Waits for a pull that begins after this call. Callers that wait at the same time share one pull. */
  #pullAgain(): Promise<void> {
    // A failure reaches the callers of the pull that failed; this pull does not depend on it.
    this.#next ??= this.#current
      .catch(() => undefined)
      .then(() => {
        this.#next = null
        this.#current = this.#pull()
        return this.#current
      })
    return this.#next
  }

  /** Reads which SIMs changed, and the values of the latest of them. */
  async #pull(): Promise<void> {
    if (this.#loaded) this.#takeLoaded(this.#loaded)
    const data = this.#data
    if (!data || this.#seen === null) return
    const { db } = this.#database
    const changes = await selectChanges(db, this.#seen)
    this.#note(changes, this.#seen)
    if (this.#groupsChanged) {
      data.setGroups(await selectGroups(db))
      this.#groupsChanged = false
    }
    const ids = [...this.#pending].slice(-atOnce)
    if (ids.length > 0) {
      const sims = await selectIndexed(db, ids)
      this.#write(data, ids, sims)
      for (const id of ids) this.#pending.delete(id)
    }
    const contactIds = [...this.#pendingContacts].slice(-atOnce)
    if (contactIds.length > 0) {
      // A SIM that the data do not have is read as a whole.
      for (const id of data.setContacts(await selectContacts(db, contactIds))) this.#pending.add(id)
      for (const id of contactIds) this.#pendingContacts.delete(id)
    }
    if (!this.#isBehind && !this.#isLost) this.#asOf = changes.now
  }

  #note(changes: Changes, seen: Seen): void {
    if (isCutOff(seen, changes) || changes.ids.includes(changedAll)) this.#isLost = true
    const counted = this.#pending.size + this.#pendingContacts.size + changes.ids.length + changes.contactIds.length
    if (counted > this.#maxPending) {
      this.#isLost = true
      this.#pending.clear()
      this.#pendingContacts.clear()
    }
    // If loading fails, the next pull starts it again.
    if (this.#isLost) this.load().catch(() => undefined)
    if (changes.ids.includes(changedGroups)) this.#groupsChanged = true
    this.#seen = changes
    this.#aheadMs = changes.now.getTime() - Date.now()
    for (const id of changes.ids.slice(-this.#maxPending)) {
      if (id <= 0) continue
      this.#pending.delete(id)
      this.#pending.add(id)
    }
    for (const id of changes.contactIds.slice(-this.#maxPending)) {
      this.#pendingContacts.delete(id)
      this.#pendingContacts.add(id)
    }
  }

  #write(data: FleetData, ids: readonly number[], sims: Awaited<ReturnType<typeof selectIndexed>>): void {
    data.set(sims)
    if (sims.length === ids.length) return
    const found = new Set(sims.map(({ id }) => id))
    data.remove(ids.filter((id) => !found.has(id)))
  }

  /** Reads the SIMs that the data do not follow and that a filter asks for. */
  async prepare({ selection, quarantined = [] }: Pick<SimFilter, 'selection' | 'quarantined'>): Promise<void> {
    if (selection !== undefined) await this.select(selection)
    if (quarantined.length > 0) this.#data?.setSelection(quarantineId, await selectQuarantined(this.#database.db))
  }

  /** Reads the SIMs of a selection, unless the data have them. A deleted selection has none. */
  async select(id: number): Promise<void> {
    const { db } = this.#database
    if (this.#data?.hasSelection(id) && (await hasSelection(db, id))) return
    const simIds = await selectSelection(db, id)
    this.#data?.setSelection(id, simIds)
  }

  /**
   * Compares some SIMs with the database and corrects them. Each call continues after the SIMs of the last one. Returns the number of SIMs
   * that differed. While changes are missing, it compares none.
   */
  async check(): Promise<number> {
    const { db } = this.#database
    const isCurrent = await this.catchUp(checkMs)
    const data = this.#data
    if (!data || !isCurrent) return 0
    const from = this.#checkFrom
    const slice = await selectSlice(db, from, checkedAtOnce)
    const to = slice.length < checkedAtOnce ? Infinity : slice.at(-1)!.id + 1
    this.#checkFrom = to === Infinity ? 0 : to
    const existing = new Set(slice.map(({ id }) => id))
    const changed = slice.filter((sim) => !data.holds(sim)).map(({ id }) => id)
    const suspects = [...changed, ...data.idsBetween(from, to).filter((id) => !existing.has(id))].slice(0, checkedAtOnce)
    if (suspects.length === 0) return 0
    // These SIMs may have changed meanwhile. A SIM that still differs after the changes are read is wrong.
    if (!(await this.catchUp(checkMs)) || this.#data !== data) return 0
    const sims = await selectIndexed(db, suspects)
    const found = new Set(sims.map(({ id }) => id))
    const wrong = sims.filter((sim) => !data.holds(sim))
    const gone = suspects.filter((id) => !found.has(id) && data.has(id))
    data.set(wrong)
    data.remove(gone)
    return wrong.length + gone.length
  }
}
