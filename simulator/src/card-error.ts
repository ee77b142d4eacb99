/** Ends a command with a status word. Nothing has changed on the card. */
export class CardError extends Error {
  readonly sw: number

  constructor(sw: number, reason: string, cause?: unknown) {
    super(reason, { cause })
    this.name = 'CardError'
    this.sw = sw
  }
}

/** The status words of failed commands (GPC 2.3.1 §11.1.3 and the tables of each command). */
export const sw = {
  ok: 0x9000,
  nothingChanged: 0x6200,
  cardLocked: 0x6283,
  moreData: 0x6310,
  hostNotAuthenticated: 0x6300,
  missingImport: 0x6438,
  wrongLength: 0x6700,
  unknownChannel: 0x6881,
  unknownSecureMessaging: 0x6882,
  noChaining: 0x6884,
  wrongFileType: 0x6981,
  securityStatus: 0x6982,
  authenticationBlocked: 0x6983,
  updatedRemotely: 0x6984,
  conditionsOfUse: 0x6985,
  noElementaryFile: 0x6986,
  noSession: 0x6989,
  wrongData: 0x6a80,
  noChannelLeft: 0x6a81,
  notFound: 0x6a82,
  recordNotFound: 0x6a83,
  noMemory: 0x6a84,
  wrongParameters: 0x6a86,
  referencedDataNotFound: 0x6a88,
  outOfRange: 0x6b00,
  unknownInstruction: 0x6d00,
  wrongSignature: 0x6d01,
  unknownClass: 0x6e00,
  unknownAlgorithm: 0x9484,
  wrongKeyCheckValue: 0x9485,
} as const
