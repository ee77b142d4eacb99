import type { ErrorCode } from './errors.ts'
import type { InputFault } from './input-faults.ts'

/**
 * The name of an input fault or of an error of the catalogue, as the message of a schema check. The server translates it; the name of a
 * catalogue error becomes the code of the answer.
 */
export const faultName = (name: InputFault | ErrorCode): string => name
