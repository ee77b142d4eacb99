import type { ErrorCode } from './errors.ts'
import type { InputFault } from './input-faults.ts'

/** The message of a schema's check: a fault, or an error of the catalogue, which the whole call then answers. The server has the words. */
export const says = (name: InputFault | ErrorCode): string => name
