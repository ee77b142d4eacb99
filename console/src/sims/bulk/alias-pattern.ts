import { aliasParts, aliasPattern, fillAlias, maxAliasLength } from '@simdeck/contract/sim-bulk.ts'
import type { Sim } from '@simdeck/contract/sims.ts'

/** Reason for which the server would refuse the pattern. */
export type PatternFault = 'missing' | 'braces' | 'long' | 'control'

export function patternFault(pattern: string): PatternFault | null {
  if (aliasPattern.safeParse(pattern).success) return null
  const trimmed = pattern.trim()
  if (trimmed === '') return 'missing'
  if (trimmed.length > maxAliasLength) return 'long'
  return aliasParts(trimmed) === null ? 'braces' : 'control'
}

/** Alias of a SIM by a valid pattern. `refused` is the reason for which the SIM keeps its old alias; null if it does not. */
export function aliasOf(pattern: string, sim: Sim, n: number): { alias: string; refused: 'becomesEmpty' | 'becomesLong' | null } {
  const { iccid, imsi, msisdn, imei, external_device_id, group } = sim
  const alias = fillAlias(pattern.trim(), { n, iccid, imsi, msisdn, imei, external_device_id, group: group?.name ?? null }).trim()
  return { alias, refused: alias === '' ? 'becomesEmpty' : alias.length > maxAliasLength ? 'becomesLong' : null }
}
