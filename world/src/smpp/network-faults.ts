/** Faults of a simulated mobile network, as shares of its messages from 0 to 1. The same seed chooses the same messages. */
export interface NetworkFaults {
  /** Messages that no card gets. The network reports that they have expired. */
  lost: number
  /** Messages that arrive twice. */
  doubled: number
  /** Messages that arrive later, up to `latestMs`; so messages overtake each other. */
  late: number
  latestMs: number
}

export const noNetworkFaults: NetworkFaults = { lost: 0, doubled: 0, late: 0, latestMs: 0 }
