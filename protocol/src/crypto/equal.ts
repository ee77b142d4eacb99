import { timingSafeEqual } from 'node:crypto'

/** Constant-time equality of MACs and cryptograms. */
export function equalSecret(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}
