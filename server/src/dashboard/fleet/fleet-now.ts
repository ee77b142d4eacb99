import type { AttentionKey, Dashboard } from '@simdeck/contract/dashboard.ts'

/** SIMs that need attention, as they were counted. */
export type CountedSims = {
  count: number
  /** The filter that lists them, in the form of an address. */
  filter: Record<string, string>
  /** The group with most of them. */
  mostIn: { id: number; count: number } | null
}

/**
 * The figures of the fleet at a time, with the number of own poll intervals after which a SIM counted as silent. Earlier versions stored
 * neither `fleet` nor `intervals`.
 */
export type FleetNow = { intervals?: number; attention: { [Key in AttentionKey]?: CountedSims }; fleet?: NonNullable<Dashboard['fleet']> }
