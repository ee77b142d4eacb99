import type { ErrorCode } from './errors.ts'
import type { InputFault } from './input-faults.ts'

/** The message of a schema's check: a fault, or the error of the catalogue that the whole call then answers. The words stay on the server. */
export const says = (name: InputFault | ErrorCode): string => name
