import type { AccessRestrictions } from '@simdeck/contract/access-restrictions.ts'
import type { Db } from '../platform/db/database.ts'
import { readRestrictions } from './queries.ts'
import { type Range, rangeContains, readAddress, readRange } from '../platform/http/ranges.ts'

/** Kind of client with ranges of its own: the console, which members use, or the API, which programs use. */
export type ClientKind = 'console' | 'api'

/** The access restrictions in memory, checked at every request. `load` reads them again after they were saved on any node. */
export class AccessRules {
  readonly #db: Db
  #domains: ReadonlySet<string> = new Set()
  #ranges: Record<ClientKind, readonly Range[]> = { console: [], api: [] }
  #loadsStarted = 0
  #loadInUse = 0

  constructor(db: Db) {
    this.#db = db
  }

  /** Reads the restrictions; of two simultaneous reads the one that began later wins. */
  async load(): Promise<void> {
    const thisLoad = ++this.#loadsStarted
    const rules = await readRestrictions(this.#db)
    if (thisLoad < this.#loadInUse) return
    this.#loadInUse = thisLoad
    this.#domains = new Set(rules.domains)
    this.#ranges = rangesOf(rules)
  }

  allowed = (client: ClientKind, ip: string): boolean => isAllowed(this.#ranges[client], ip)

  /** True if an e-mail address may sign up, or be invited. */
  domainAllowed = (email: string, purpose: 'signUp' | 'invitation'): boolean => {
    if (this.#domains.size === 0) return purpose === 'invitation'
    return this.#domains.has(email.slice(email.lastIndexOf('@') + 1).toLowerCase())
  }

  signUpOpen = (): boolean => this.#domains.size > 0
}

/** True if these rules, saved or not, admit an address. */
export const wouldAllow = (rules: AccessRestrictions, client: ClientKind, ip: string): boolean => isAllowed(rangesOf(rules)[client], ip)

const rangesOf = ({ console_ranges, api_ranges }: AccessRestrictions): Record<ClientKind, readonly Range[]> => ({
  console: console_ranges.flatMap((text) => readRange(text) ?? []),
  api: api_ranges.flatMap((text) => readRange(text) ?? []),
})

function isAllowed(ranges: readonly Range[], ip: string): boolean {
  if (ranges.length === 0) return true
  const address = readAddress(ip)
  return address !== null && ranges.some((range) => rangeContains(range, address))
}
