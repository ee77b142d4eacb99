import { equalBytes } from '@simdeck/protocol/bytes.ts'
import { Columns, fingerprintOctets, iccidOctets, usualKeyOctets } from './poll-columns.ts'
import type { PollRow } from './queries.ts'

/** Values of a SIM for its slot, without the ICCID. */
type SlotRow = Omit<PollRow, 'iccid'>

/** Half of the octets that `keepKeys` needs for two keys of 32 octets. */
const longKeyOctets = 72
/** Length of the tag at the end of a sealed key, which differs each time a key is sealed. */
const tagOctets = 16
const dueFlag = 1
const encFlag = 2
/** The slot has kept keys instead of sealed ones. */
const keptFlag = 4
/** The card may hold new keys, which it has not proven. */
const awaitsFlag = 8
const unused = -1
const removed = -2

/**
 * A slot for every SIM in a few arrays, found by a hash of its ICCID (open addressing), with about 160 octets per SIM. Objects would take
 * four times as much memory, and the garbage collector would visit each of them repeatedly.
 */
export class PollSlots {
  /** Only `PollEntry` uses it from outside. Each growth replaces the object. */
  columns = new Columns(1024, usualKeyOctets)
  /** SIMs whose OTA becomes due at a time, in ms since 1970. There are few of them: their last attempt failed. */
  dueAtMs = new Map<number, number>()
  #index = new Int32Array(2 * this.columns.room).fill(unused)
  #size = 0
  #next = 0
  #round = 0
  #removedEntries = 0
  readonly #free: number[] = []

  get size(): number {
    return this.#size
  }

  get(iccid: Uint8Array): PollEntry | undefined {
    const slot = this.#index[this.#placeOf(iccid)]!
    return slot === unused ? undefined : new PollEntry(this, slot)
  }

  /** True if the SIM has a slot with this CAP_AUTH_KEY. */
  hasKey(iccid: Uint8Array, row: Pick<SlotRow, 'simId' | 'fingerprint'>): boolean {
    const slot = this.#index[this.#placeOf(iccid)]!
    return slot !== unused && this.#isCurrent(slot, row)
  }

  /** Adds or updates the SIM. The higher of two counters of the same CAP_AUTH_KEY is kept. */
  put(iccid: Uint8Array, row: SlotRow): void {
    const longest = Math.max(row.capAuthKey.length, row.encryptKey.length)
    if (longest > this.columns.keyOctets) this.columns = this.columns.grown(this.columns.room, Math.max(longest, longKeyOctets))
    const known = this.#index[this.#placeOf(iccid)]!
    const slot = known === unused ? this.#add(iccid) : known
    const { columns } = this
    const isCurrent = this.#isCurrent(slot, row)
    const keepsKeys = isCurrent && this.#keepsKeysOf(slot, row)
    columns.counters[slot] = isCurrent ? Math.max(row.counter, columns.counters[slot]!) : row.counter
    columns.simIds[slot] = row.simId
    const flags = (row.hasDueOta ? dueFlag : 0) | (row.encRequired ? encFlag : 0) | (row.awaitsKeys ? awaitsFlag : 0)
    columns.flags[slot] = flags | (keepsKeys ? keptFlag : 0)
    if (row.dueAtMs === null) this.dueAtMs.delete(row.simId)
    else this.dueAtMs.set(row.simId, row.dueAtMs)
    columns.limitedBy[slot] = row.limitedBy ?? 0
    columns.rounds[slot] = this.#round
    columns.fingerprints.set(row.fingerprint, fingerprintOctets * slot)
    if (!keepsKeys) columns.setKeys(slot, row.capAuthKey, row.encryptKey, [row.capAuthKey.length, row.encryptKey.length])
  }

  /** Marks these SIMs, and no others, as having a due OTA now or from a time on. */
  setDueSims(simIds: ReadonlySet<number>, dueAtMs: Map<number, number>): void {
    this.dueAtMs = dueAtMs
    const { flags, simIds: ids } = this.columns
    for (let slot = 0; slot < this.#next; slot++) flags[slot] = (flags[slot]! & ~dueFlag) | (simIds.has(ids[slot]!) ? dueFlag : 0)
  }

  /** Marks these SIMs, and no others, as those whose card may hold new keys. */
  setAwaitingSims(simIds: ReadonlySet<number>): void {
    const { flags, simIds: ids } = this.columns
    for (let slot = 0; slot < this.#next; slot++) flags[slot] = (flags[slot]! & ~awaitsFlag) | (simIds.has(ids[slot]!) ? awaitsFlag : 0)
  }

  /** Sets the campaign of these SIMs that limits its sessions, and of no others. */
  setLimitedSims(campaigns: ReadonlyMap<number, number>): void {
    const { limitedBy, simIds: ids } = this.columns
    for (let slot = 0; slot < this.#next; slot++) limitedBy[slot] = campaigns.get(ids[slot]!) ?? 0
  }

  /** After this call `put` marks the SIMs that were read; `dropUnread` removes the others. */
  beginRound(): void {
    this.#round = (this.#round + 1) & 0xff
  }

  dropUnread(): void {
    this.#drop((slot) => this.columns.rounds[slot] !== this.#round)
  }

  dropSims(simIds: ReadonlySet<number>): void {
    this.#drop((slot) => simIds.has(this.columns.simIds[slot]!))
  }

  #isCurrent(slot: number, { simId, fingerprint }: Pick<SlotRow, 'simId' | 'fingerprint'>): boolean {
    return this.columns.isOf(slot, simId, fingerprint)
  }

  /** True if the slot has kept keys that were made from these sealed keys. The fingerprint must be current. */
  #keepsKeysOf(slot: number, { encryptKey }: Pick<SlotRow, 'encryptKey'>): boolean {
    const { columns } = this
    if ((columns.flags[slot]! & keptFlag) === 0) return false
    const length = columns.keyLengths[2 * slot]!
    return equalBytes(columns.keyOctetsOf(slot, length, length + tagOctets), encryptKey.subarray(-tagOctets))
  }

  #drop(isGone: (slot: number) => boolean): void {
    const { columns } = this
    for (let slot = 0; slot < this.#next; slot++) {
      if (columns.simIds[slot] === 0 || !isGone(slot)) continue
      this.#index[this.#placeOf(columns.iccid(slot))] = removed
      this.#removedEntries++
      this.dueAtMs.delete(columns.simIds[slot]!)
      columns.simIds[slot] = 0
      this.#free.push(slot)
      this.#size--
    }
    // Index entries of removed SIMs are not reused, and a search ends only at an entry that was never used.
    if (this.#removedEntries > columns.room / 4) this.#rebuildIndex()
  }

  #add(iccid: Uint8Array): number {
    if (this.#free.length === 0 && this.#next === this.columns.room) this.#grow()
    const slot = this.#free.pop() ?? this.#next++
    this.columns.iccid(slot).set(iccid)
    this.columns.loggedAt[slot] = 0
    this.#index[this.#placeOf(iccid)] = slot
    this.#size++
    return slot
  }

  #grow(): void {
    const { columns } = this
    this.columns = columns.grown(Math.ceil(columns.room * 1.25), columns.keyOctets)
    this.#rebuildIndex()
  }

  #rebuildIndex(): void {
    const { columns } = this
    this.#removedEntries = 0
    this.#index = new Int32Array(2 * this.columns.room).fill(unused)
    for (let slot = 0; slot < this.#next; slot++) if (columns.simIds[slot] !== 0) this.#index[this.#placeOf(columns.iccid(slot))] = slot
  }

  /** Position of this ICCID in the index; for an unknown ICCID the position of an unused entry. */
  #placeOf(iccid: Uint8Array): number {
    let hash = 0x811c9dc5
    for (let i = 0; i < iccidOctets; i++) hash = Math.imul(hash ^ iccid[i]!, 0x01000193)
    const { length } = this.#index
    for (let place = (hash >>> 0) % length; ; place = (place + 1) % length) {
      const slot = this.#index[place]!
      if (slot === unused || (slot !== removed && this.#isOf(slot, iccid))) return place
    }
  }

  #isOf(slot: number, iccid: Uint8Array): boolean {
    const { iccids } = this.columns
    for (let i = 0; i < iccidOctets; i++) if (iccids[iccidOctets * slot + i] !== iccid[i]) return false
    return true
  }
}

/**
 * Data of a SIM with which a node answers its idle polls without the database. Keys are sealed. Writes have no effect once the SIM is
 * removed or has another CAP_AUTH_KEY.
 */
export class PollEntry {
  readonly simId: number
  readonly encRequired: boolean
  /** Fingerprint of the CAP_AUTH_KEY of the SIM at the creation of this entry. */
  readonly fingerprint: Uint8Array
  readonly #slots: PollSlots
  readonly #slot: number

  constructor(slots: PollSlots, slot: number) {
    this.#slots = slots
    this.#slot = slot
    this.simId = slots.columns.simIds[slot]!
    this.encRequired = (slots.columns.flags[slot]! & encFlag) !== 0
    this.fingerprint = slots.columns.fingerprint(slot)
  }

  /** The sealed keys; null after `keepKeys`. */
  get sealedKeys(): { capAuthKey: Uint8Array; encryptKey: Uint8Array } | null {
    const { columns } = this.#slots
    if (this.#keepsKeys) return null
    const first = columns.keyLengths[2 * this.#slot]!
    const second = columns.keyLengths[2 * this.#slot + 1]!
    return {
      capAuthKey: columns.keyOctetsOf(this.#slot, 0, first),
      encryptKey: columns.keyOctetsOf(this.#slot, first, first + second),
    }
  }

  /** The octets that were given to `keepKeys`; null if there are none. */
  get keptKeys(): { octets: Uint8Array; capAuthKeyLength: number } | null {
    const { columns } = this.#slots
    if (!this.#keepsKeys) return null
    const octets = columns.keyOctetsOf(this.#slot, 0, columns.keyLengths[2 * this.#slot]!)
    return { octets, capAuthKeyLength: columns.keyLengths[2 * this.#slot + 1]! }
  }

  /** Replaces the sealed keys by octets that hold the same keys, until the SIM gets other keys. */
  keepKeys(octets: Uint8Array, capAuthKeyLength: number): void {
    const sealed = this.#isCurrent ? this.sealedKeys : null
    if (!sealed) return
    const { columns } = this.#slots
    columns.setKeys(this.#slot, octets, sealed.encryptKey.slice(-tagOctets), [octets.length, capAuthKeyLength])
    columns.flags[this.#slot]! |= keptFlag
  }

  /** True if the card may hold new keys, which it has not proven. */
  get awaitsKeys(): boolean {
    return this.#isCurrent && (this.#slots.columns.flags[this.#slot]! & awaitsFlag) !== 0
  }

  get #keepsKeys(): boolean {
    return (this.#slots.columns.flags[this.#slot]! & keptFlag) !== 0
  }

  get counter(): number {
    return this.#isCurrent ? this.#slots.columns.counters[this.#slot]! : -1
  }

  set counter(counter: number) {
    if (this.#isCurrent) this.#slots.columns.counters[this.#slot] = counter
  }

  /** The campaign of all due OTAs of the SIM, if it limits its sessions; 0 otherwise. */
  get limitedBy(): number {
    return this.#slots.columns.limitedBy[this.#slot]!
  }

  get hasDueOta(): boolean {
    return (this.#slots.columns.flags[this.#slot]! & dueFlag) !== 0 || this.#isDueByNow
  }

  get #isDueByNow(): boolean {
    const { dueAtMs } = this.#slots
    return dueAtMs.size > 0 && (dueAtMs.get(this.simId) ?? Infinity) <= Date.now()
  }

  set hasDueOta(hasDueOta: boolean) {
    const { flags } = this.#slots.columns
    if (this.#isCurrent) flags[this.#slot] = (flags[this.#slot]! & ~dueFlag) | (hasDueOta ? dueFlag : 0)
  }

  /** Time of the last idle poll of this SIM in the raw log, in whole seconds. */
  get idleLoggedAtMs(): number {
    return this.#slots.columns.loggedAt[this.#slot]! * 1000
  }

  set idleLoggedAtMs(ms: number) {
    if (this.#isCurrent) this.#slots.columns.loggedAt[this.#slot] = Math.floor(ms / 1000)
  }

  get #isCurrent(): boolean {
    return this.#slots.columns.isOf(this.#slot, this.simId, this.fingerprint)
  }
}
