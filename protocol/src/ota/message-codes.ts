/** Message codes of the device session (OTA protocol §5.3). This file imports no crypto, so that the console can use it. */
export const messageCode = {
  poll: 1,
  commandData: 2,
  loadCommand: 3,
  scpInit: 4,
  resFirstChunk: 5,
  resCommandApdu: 6,
  closeSession: 7,
} as const

export type MessageCode = (typeof messageCode)[keyof typeof messageCode]

export const messageNames: Readonly<Record<MessageCode, string>> = {
  1: 'POLL',
  2: 'COMMAND_DATA',
  3: 'LOAD_COMMAND',
  4: 'SCP_INIT',
  5: 'RES_FIRST_CHUNK',
  6: 'RES_COMMAND_APDU',
  7: 'CLOSE_SESSION',
}

export function isMessageCode(code: number): code is MessageCode {
  return code in messageNames
}

/** Codes of CLOSE_SESSION and of a RES status (OTA protocol §5.8). */
export const sessionCode = {
  done: 0,
  serverException: 100,
  notConfigured: 101,
  noCommands: 200,
  outOfStep: 201,
  emptyChunk: 202,
  parameterNotRegistered: 203,
  authentication: 300,
  noSession: 400,
  givenUp: 401,
  tooManyInterruptions: 402,
  statusWord: 500,
  noStandbyPoller: 501,
} as const

export type SessionCode = (typeof sessionCode)[keyof typeof sessionCode]

/** Progress of the job after this code (OTA protocol §5.8); null if the code changes no job. */
export type CodeProgress = 'Failed' | 'Interrupted' | 'Blocked' | null

export const sessionCodes: Readonly<Record<SessionCode, { arises: string; progress: CodeProgress }>> = {
  0: { arises: 'nothing to do, or all done', progress: null },
  100: { arises: 'server exception, a body that cannot be decoded, or a message the state does not allow', progress: 'Failed' },
  101: { arises: "keys, target or configuration missing, or a command that does not fit the card's buffer", progress: 'Failed' },
  200: { arises: 'the job builds to no APDU', progress: 'Failed' },
  201: { arises: 'index, next, count or lengths do not match', progress: 'Interrupted' },
  202: { arises: 'empty chunk', progress: 'Interrupted' },
  203: { arises: 'parameter of the install, remote configuration or RFM not registered', progress: 'Failed' },
  300: { arises: 'wrong cryptogram, R-MAC or EXTERNAL AUTHENTICATE; in the answer to a POLL: counter not higher', progress: 'Failed' },
  400: { arises: 'no session now: come back', progress: null },
  401: { arises: 'session expired, replaced, given up or paused', progress: 'Interrupted' },
  402: { arises: 'interrupted too often at one command, or in all', progress: 'Failed' },
  500: { arises: 'a status word outside 9000, 61, 62, 63 and 91', progress: 'Failed' },
  501: { arises: 'the job would replace the running poller with no standby poller', progress: 'Blocked' },
}

export function isSessionCode(code: number): code is SessionCode {
  return code in sessionCodes
}
