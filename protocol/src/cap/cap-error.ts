import { ProtocolError } from '../errors.ts'

/** The fault of a CAP file, for callers that write a message of their own. */
export type CapFault =
  | 'tooLarge'
  | 'noZip'
  | 'tooManyFiles'
  | 'fileName'
  | 'twice'
  | 'encrypted'
  | 'compression'
  | 'unpacksTooLarge'
  | 'damaged'
  | 'noComponents'
  | 'extended'
  | 'twoPackages'
  | 'missing'
  | 'component'
  | 'format'

/** Refuses a CAP file. `what` is the file, component or limit of the fault; its text may come from the CAP file. */
export class CapError extends ProtocolError {
  readonly fault: CapFault
  readonly what: string

  constructor(fault: CapFault, what: string, message: string) {
    super('cap', message)
    this.fault = fault
    this.what = what
  }
}
