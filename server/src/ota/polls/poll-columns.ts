export const iccidOctets = 10
/** Length of a sealed key of 16 octets. The first key of 32 octets enlarges the column for all SIMs. */
export const usualKeyOctets = 45
export const fingerprintOctets = 16

/** The data of all SIMs of a node, one slot each, in typed arrays. */
export class Columns {
  room: number
  keyOctets: number
  simIds: Float64Array
  counters: Float64Array
  flags: Uint8Array
  rounds: Uint8Array
  limitedBy: Uint32Array
  /** Seconds since 1970. */
  loggedAt: Uint32Array
  iccids: Uint8Array
  fingerprints: Uint8Array
  /** Lengths of the two sealed keys; with kept keys, their length and the length of CAP_AUTH_KEY. */
  keyLengths: Uint8Array
  /** The two sealed keys; or the kept keys, and then the tag of the sealed ENCRYPT_KEY. */
  keys: Uint8Array

  constructor(room: number, keyOctets: number) {
    this.room = room
    this.keyOctets = keyOctets
    this.simIds = new Float64Array(room)
    this.counters = new Float64Array(room)
    this.flags = new Uint8Array(room)
    this.rounds = new Uint8Array(room)
    this.limitedBy = new Uint32Array(room)
    this.loggedAt = new Uint32Array(room)
    this.iccids = new Uint8Array(iccidOctets * room)
    this.fingerprints = new Uint8Array(fingerprintOctets * room)
    this.keyLengths = new Uint8Array(2 * room)
    this.keys = new Uint8Array(2 * keyOctets * room)
  }

  iccid(slot: number): Uint8Array {
    return this.iccids.subarray(iccidOctets * slot, iccidOctets * (slot + 1))
  }

  /** A copy of the fingerprint of a slot. */
  fingerprint(slot: number): Uint8Array {
    return this.fingerprints.slice(fingerprintOctets * slot, fingerprintOctets * (slot + 1))
  }

  /** True if the slot is that of this SIM, with this CAP_AUTH_KEY. */
  isOf(slot: number, simId: number, fingerprint: Uint8Array): boolean {
    if (this.simIds[slot] !== simId || fingerprint.length !== fingerprintOctets) return false
    const start = fingerprintOctets * slot
    for (let i = 0; i < fingerprintOctets; i++) if (this.fingerprints[start + i] !== fingerprint[i]) return false
    return true
  }

  /** The octets from `from` to `to` of the keys of a slot. */
  keyOctetsOf(slot: number, from: number, to: number): Uint8Array {
    const start = 2 * this.keyOctets * slot
    return this.keys.subarray(start + from, start + to)
  }

  setKeys(slot: number, first: Uint8Array, second: Uint8Array, lengths: readonly [number, number]): void {
    const start = 2 * this.keyOctets * slot
    this.keys.set(first, start)
    this.keys.set(second, start + first.length)
    this.keyLengths.set(lengths, 2 * slot)
  }

  /** A copy with more room. */
  grown(room: number, keyOctets: number): Columns {
    const next = new Columns(room, keyOctets)
    for (const name of ['simIds', 'counters', 'flags', 'rounds', 'limitedBy', 'loggedAt', 'iccids', 'fingerprints', 'keyLengths'] as const)
      next[name].set(this[name])
    if (keyOctets === this.keyOctets) next.keys.set(this.keys)
    else for (let slot = 0; slot < this.room; slot++) next.keys.set(this.keyOctetsOf(slot, 0, 2 * this.keyOctets), 2 * keyOctets * slot)
    return next
  }
}
