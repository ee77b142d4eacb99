import { deleteContent } from '../../gp/commands.ts'
import type { PlainCommand } from './job-kind.ts'

/** The status word of a DELETE of what is not there. */
export const swNotFound = 0x6a88

/** DELETE, which counts as done where there is nothing to delete. */
export function deletion(aid: Uint8Array, relatedObjects: boolean, position: number): PlainCommand {
  return { role: 'delete', command: deleteContent({ aid, relatedObjects }), tolerated: [swNotFound], position }
}
