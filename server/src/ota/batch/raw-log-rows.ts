import type { TraceEntry } from '@simdeck/protocol/ota/trace.ts'
import type { RawLogRow } from './queries.ts'

export type { RawLogRow } from './queries.ts'

/** Response data longer than this is cut in the log. */
const loggedDataOctets = 64

/**
 * The raw OTA service log rows of a step's trace. `sessionId` groups them, since a POLL itself has no session id. Sizes are those of whole
 * frames. A trace holds no key, no command data and no wrapped bytes.
 */
export function rawLogRows(
  trace: readonly TraceEntry[],
  context: {
    simId: number
    sessionId: number
    jobId: number | null
    bytesIn: number
    bytesOut: number
    receivedAt: Date
    answeredAt: Date
  },
): RawLogRow[] {
  return trace.map((entry) => ({
    at: entry.direction === 'up' ? context.receivedAt : context.answeredAt,
    sim_id: context.simId,
    session_id: context.sessionId,
    sequence: entry.sequence,
    job_id: context.jobId,
    direction: entry.direction === 'up' ? 'card' : 'server',
    code: entry.code,
    bytes: entry.direction === 'up' ? context.bytesIn : context.bytesOut,
    fields: entry.fields,
    commands: [
      ...entry.commands.map(({ index: at, name, header }) => ({ ...nameAndBlock(name), index: at, sw: null, hex: header })),
      ...entry.results.map(({ index: at, name, sw, data }) => ({
        ...nameAndBlock(name),
        index: at,
        sw,
        hex: data.slice(0, 2 * loggedDataOctets),
      })),
    ],
  }))
}

function nameAndBlock(title: string): { name: string; block: number | null } {
  const [, name, block] = /^(.*) block (\d+)$/.exec(title) ?? []
  return name && block ? { name, block: Number(block) } : { name: title, block: null }
}
