/** The counters of a fleet since its start. */
export interface FleetCounters {
  polls: number
  /** The number of POLLs that opened a session. */
  sessions: number
  framesSent: number
  framesReceived: number
  resends: number
  /** The number of frames that SIMs dropped (OTA protocol §5.9). */
  refused: number
  connectionsLost: number
  commands: number
  /** The number of commands that ended with neither 9000, 61xx, 62xx, 63xx nor 91xx. */
  commandsFailed: number
  /** The number of power losses in the middle of a step. */
  powerLosses: number
}

export function newCounters(): FleetCounters {
  return {
    polls: 0,
    sessions: 0,
    framesSent: 0,
    framesReceived: 0,
    resends: 0,
    refused: 0,
    connectionsLost: 0,
    commands: 0,
    commandsFailed: 0,
    powerLosses: 0,
  }
}
