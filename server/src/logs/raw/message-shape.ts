import type { TraceMessage } from '@simdeck/contract/traces.ts'
import type { LogRow } from './queries.ts'

/** A row of the raw OTA service log as a readable message, without the hex of its commands. */
export function messageShape(row: LogRow): TraceMessage {
  return {
    id: row.id,
    at: row.at.toISOString(),
    direction: row.direction,
    code: row.code,
    session_id: row.session_id.toString(16).padStart(8, '0'),
    sequence: row.sequence,
    ota_id: row.job_id,
    bytes: row.bytes,
    fields: row.fields,
    commands: row.commands.map(({ index, name, block, sw }) => ({ index, name, block, sw })),
  }
}
