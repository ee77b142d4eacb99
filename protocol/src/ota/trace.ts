import { formatAid } from '../aid.ts'
import { decodeCommand, swHex } from '../apdu.ts'
import type { CommandApdu } from '../apdu.ts'
import { bytesOf, toHex, uint } from '../bytes.ts'
import { commandTitle, describeCommand } from '../gp/describe.ts'
import { messageNames } from './message-codes.ts'
import type { MessageCode } from './message-codes.ts'
import { telemetryTlvs } from './messages.ts'
import type { Poll, PollClear, Telemetry } from './messages.ts'
import { iccidFromBytes } from '../iccid.ts'
import { ProtocolError } from '../errors.ts'

/** Readable form of a command: its plain name and header, never its data. */
export interface TraceCommand {
  index: number
  name: string
  header: string
  length: number
}

export interface TraceResult {
  index: number
  name: string
  sw: string
  /** Plain response data, hex. */
  data: string
}

/** One message for the raw OTA service log. It holds no key and no command data. */
export interface TraceEntry {
  direction: 'up' | 'down'
  code: MessageCode
  message: string
  /** Eight hex digits. */
  session: string
  sequence: number
  fields: Readonly<Record<string, string | number>>
  commands: readonly TraceCommand[]
  results: readonly TraceResult[]
}

export function traceEntry(
  direction: 'up' | 'down',
  header: { code: MessageCode; sessionId: number; sequence: number },
  fields: Readonly<Record<string, string | number>>,
  lists: { commands?: readonly TraceCommand[]; results?: readonly TraceResult[] } = {},
): TraceEntry {
  const { code, sessionId, sequence } = header
  const session = toHex(uint(sessionId, 4))
  return {
    direction,
    code,
    message: messageNames[code],
    session,
    sequence,
    fields,
    commands: lists.commands ?? [],
    results: lists.results ?? [],
  }
}

export function titleOf(command: CommandApdu): string {
  return commandTitle(describeCommand(command))
}

export function traceCommand(index: number, command: CommandApdu, length: number): TraceCommand {
  const header = toHex(bytesOf(command.cla, command.ins, command.p1, command.p2))
  return { index, name: titleOf(command), header, length }
}

export function traceResult(index: number, name: string, result: { sw: number; data: Uint8Array }): TraceResult {
  return { index, name, sw: swHex(result.sw), data: toHex(result.data) }
}

/** The fields of a POLL, resume block included. */
export function pollFields(clear: PollClear, poll: Poll): Record<string, string | number> {
  const { resume } = poll
  const script: Record<string, string | number> =
    resume.state === 0 ? {} : { scriptId: toHex(resume.scriptId), next: resume.next, lastSw: swHex(resume.lastSw) }
  return {
    iccid: iccidText(clear.iccid),
    pollCounter: clear.pollCounter,
    pollerVersion: `${poll.pollerVersion >> 8}.${poll.pollerVersion & 0xff}`,
    receiveBuffer: poll.receiveBuffer,
    instanceAid: formatAid(poll.instanceAid),
    resume: resume.state,
    ...script,
    ...telemetryFields(telemetryTlvs.decode(poll.tlvs)),
  }
}

function telemetryFields({ signal, freeMemory, imsi, contentDigest }: Telemetry): Record<string, string | number> {
  return {
    ...(signal ? { rsrp: signal.rsrpDbm, rsrq: signal.rsrqDb } : {}),
    ...(freeMemory === undefined ? {} : { freeMemory }),
    ...(imsi === undefined ? {} : { imsi }),
    ...(contentDigest === undefined ? {} : { contentDigest: contentDigest.toString(16).padStart(8, '0') }),
  }
}

function iccidText(iccid: Uint8Array): string {
  try {
    return iccidFromBytes(iccid)
  } catch (error) {
    if (error instanceof ProtocolError) return toHex(iccid)
    throw error
  }
}

/** Describes a plain command from its octets. */
export function traceCommandBytes(index: number, bytes: Uint8Array): TraceCommand {
  return traceCommand(index, decodeCommand(bytes), bytes.length)
}
