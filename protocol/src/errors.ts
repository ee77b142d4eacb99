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
  | 'der'
  | 'iotSafe'
  | 'packet'
  | 'checksum'
  | 'padding'
  | 'sms'
  | 'script'

/** The only error that `protocol` throws for bad input. `message` describes the fault in English and never contains key material. */
export class ProtocolError extends Error {
  readonly code: ProtocolErrorCode

  constructor(code: ProtocolErrorCode, message: string) {
    super(message)
    this.name = 'ProtocolError'
    this.code = code
  }
}
