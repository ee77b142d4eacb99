/** Faults of a simulated carrier, as shares of its calls from 0 to 1. */
export type CarrierFaults = {
  /** Changes that it refuses. The same devices are refused again. */
  refusals: number
  /** Changes that it makes, but whose answer is lost. */
  lostAnswers: number
  /** Changes to which it answers 400 without an error of its API. */
  emptyAnswers: number
  /** Its words about a refused change. */
  refusalWords: string
  /**
   * The state of the calls: `silent` takes them and never answers, `down` breaks connections, `redirect` names the address of
   * `redirectTo`, the others answer as their name says.
   */
  mode: 'well' | 'silent' | 'down' | 'errors' | 'html' | 'half' | 'redirect' | 'limited'
  /** The calls that `mode` concerns. */
  of: 'all' | 'changes'
  redirectTo: string
  /** The time before each answer, in ms. */
  slowMs: number
}

export const noFaults: CarrierFaults = {
  refusals: 0,
  lostAnswers: 0,
  emptyAnswers: 0,
  refusalWords: 'SIM status change is not allowed.',
  mode: 'well',
  of: 'all',
  redirectTo: 'http://10.0.0.1/',
  slowMs: 0,
}

/** A number from 0 to 1 that depends on the texts only (FNV-1a), so that a seed repeats a run. */
export function share(...texts: readonly string[]): number {
  let hash = 0x811c9dc5
  for (const character of texts.join('\n')) {
    hash ^= character.charCodeAt(0)
    hash = Math.imul(hash, 0x01000193) >>> 0
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0
  return ((hash ^ (hash >>> 13)) >>> 0) / 0x1_0000_0000
}
