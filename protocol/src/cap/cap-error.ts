import { ProtocolError } from '../errors.ts'

/** What is wrong with a CAP file, for who words it anew. */
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

/** The refusal of a CAP file. `what`: the file or component that it is about, or the limit; it may come from the file. */
export class CapError extends ProtocolError {
  readonly fault: CapFault
  readonly what: string

  constructor(fault: CapFault, what: string, message: string) {
    super('cap', message)
    this.fault = fault
    this.what = what
  }
}
