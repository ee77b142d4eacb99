import type { AccessRestrictions } from '@simdeck/contract/access-restrictions.ts'
import type { Db } from '../platform/db/database.ts'
import { readRestrictions } from './queries.ts'
import { type Range, rangeHolds, readAddress, readRange } from '../platform/http/ranges.ts'

/** Origin of a request that the ranges distinguish: console for people, API for programs. */
export type WayIn = 'console' | 'api'

/** The access restrictions in memory, checked at every request. `load` reads them again after they were saved on any node. */
export class AccessRules {
  readonly #db: Db
  #domains: ReadonlySet<string> = new Set()
  #ranges: Record<WayIn, readonly Range[]> = { console: [], api: [] }
  #begun = 0
  #held = 0

  constructor(db: Db) {
    this.#db = db
  }

  /** Reads the restrictions; of two simultaneous reads the one that began later wins. */
  async load(): Promise<void> {
    const turn = ++this.#begun
    const rules = await readRestrictions(this.#db)
    if (turn < this.#held) return
    this.#held = turn
    this.#domains = new Set(rules.domains)
    this.#ranges = rangesOf(rules)
  }

  allowed = (way: WayIn, ip: string): boolean => isAllowed(this.#ranges[way], ip)

  /** True if an e-mail address may sign up, or be invited. */
  domainAllowed = (email: string, what: 'signUp' | 'invitation'): boolean => {
    if (this.#domains.size === 0) return what === 'invitation'
    return this.#domains.has(email.slice(email.lastIndexOf('@') + 1).toLowerCase())
  }

  signUpOpen = (): boolean => this.#domains.size > 0
}

/** True if these rules, saved or not, admit an address. */
export const wouldAllow = (rules: AccessRestrictions, way: WayIn, ip: string): boolean => isAllowed(rangesOf(rules)[way], ip)

const rangesOf = ({ console_ranges, api_ranges }: AccessRestrictions): Record<WayIn, readonly Range[]> => ({
  console: console_ranges.flatMap((text) => readRange(text) ?? []),
  api: api_ranges.flatMap((text) => readRange(text) ?? []),
})

function isAllowed(ranges: readonly Range[], ip: string): boolean {
  if (ranges.length === 0) return true
  const address = readAddress(ip)
  return address !== null && ranges.some((range) => rangeHolds(range, address))
}
