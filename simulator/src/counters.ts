/** What a fleet counts, from its start. */
export interface FleetCounters {
  polls: number
  /** POLLs that were answered by a command and so opened a session. */
  sessions: number
  framesSent: number
  framesReceived: number
  resends: number
  /** Frames that a SIM dropped (OTA protocol §5.9). */
  refused: number
  connectionsLost: number
  commands: number
  /** Commands that ended with neither 9000, 61xx, 62xx, 63xx nor 91xx. */
  commandsFailed: number
  /** How often a card lost its power in the middle of a step. */
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
