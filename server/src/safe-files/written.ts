import { createHash } from 'node:crypto'
import { equalBytes } from '@simdeck/protocol/bytes.ts'
import type { SimFileRow } from './tables.ts'

export const sha256 = (octets: Uint8Array): Buffer => createHash('sha256').update(octets).digest()

/** True if the wanted content is the one that the card returned last. */
export const isCurrent = ({ content, written_sha256: written }: Pick<SimFileRow, 'content' | 'written_sha256'>): boolean =>
  written !== null && equalBytes(written, sha256(content))
