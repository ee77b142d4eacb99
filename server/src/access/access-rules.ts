import type { AccessRestrictions } from '@simdeck/contract/access-restrictions.ts'
import type { Db } from '../platform/db/database.ts'
import { readRestrictions } from './queries.ts'
import { type Range, rangeHolds, readAddress, readRange } from '../platform/http/ranges.ts'

/** How a caller comes in: people by the console, programs by the API. */
export type WayIn = 'console' | 'api'

/** The access restrictions in force, in memory: asked at every request, read again by `load` when they were saved on any node. */
export class AccessRules {
  readonly #db: Db
  #domains: ReadonlySet<string> = new Set()
  #ranges: Record<WayIn, readonly Range[]> = { console: [], api: [] }
  #begun = 0
  #held = 0

  constructor(db: Db) {
    this.#db = db
  }

  /** Reads the rules; of two readings at the same time the one that began later holds. */
  async load(): Promise<void> {
    const turn = ++this.#begun
    const rules = await readRestrictions(this.#db)
    if (turn < this.#held) return
    this.#held = turn
    this.#domains = new Set(rules.domains)
    this.#ranges = rangesOf(rules)
  }

  allowed = (way: WayIn, ip: string): boolean => isAllowed(this.#ranges[way], ip)

  /** Whether an e-mail address may sign up, or be invited. */
  domainAllowed = (email: string, what: 'signUp' | 'invitation'): boolean => {
    if (this.#domains.size === 0) return what === 'invitation'
    return this.#domains.has(email.slice(email.lastIndexOf('@') + 1).toLowerCase())
  }

  signUpOpen = (): boolean => this.#domains.size > 0
}

/** Whether rules, in force or not, let an address in. */
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
