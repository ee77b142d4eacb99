import { ProtocolError } from '../errors.ts'

/** Faults of a script that a user writes. */
export const scriptFaults = [
  'empty',
  'tooLong',
  'hex',
  'variable',
  'variableLength',
  'variableColumn',
  'variablePlace',
  'tlv',
  'command',
  'instruction',
  'select',
  'path',
  'noFile',
  'offset',
  'record',
  'dataLength',
  'keyFile',
] as const
export type ScriptFault = (typeof scriptFaults)[number]

/** A fault of a script. `what` is the part of the script that it is about, such as the name of a variable; empty for none. */
export class ScriptError extends ProtocolError {
  readonly fault: ScriptFault
  readonly what: string

  constructor(fault: ScriptFault, what = '') {
    super('script', what ? `${fault}: ${what}` : fault)
    this.name = 'ScriptError'
    this.fault = fault
    this.what = what
  }
}
