import { deletion as deletionApdu } from '../../gp/deletion.ts'
import type { PlainCommand } from './job-kind.ts'

/** The status word of DELETE for an unknown object. */
export const swNotFound = 0x6a88

/** DELETE. The status word for an unknown object counts as success. */
export function deletion(aid: Uint8Array, relatedObjects: boolean, position: number): PlainCommand {
  return { role: 'delete', command: deletionApdu.encode({ kind: 'content', aid, relatedObjects }), tolerated: [swNotFound], position }
}
