import type { ErrorCode } from './errors.ts'
import type { InputFault } from './input-faults.ts'

/**
 * Message of a check in a schema: an input fault, or an error of the catalogue, which then becomes the answer to the call. The server
 * translates it.
 */
export const says = (name: InputFault | ErrorCode): string => name
