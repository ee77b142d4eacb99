/** The kind of fault in bytes from outside. The codes are stable, so that callers can distinguish faults. */
export type ProtocolErrorCode =
  | 'hex'
  | 'range'
  | 'truncated'
  | 'trailing'
  | 'aid'
  | 'apdu'
  | 'tlv'
  | 'cap'
  | 'frame'
  | 'message'
  | 'lengths'
  | 'key'
  | 'cryptogram'
  | 'level'
  | 'mac'
  | 'iccid'
  | 'parameters'

/** The only error that `protocol` throws for bad input. `message` says what was wrong, in English, and never holds key material. */
export class ProtocolError extends Error {
  readonly code: ProtocolErrorCode

  constructor(code: ProtocolErrorCode, message: string) {
    super(message)
    this.name = 'ProtocolError'
    this.code = code
  }
}
