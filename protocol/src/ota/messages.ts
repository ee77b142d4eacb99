import { checkAid } from '../aid.ts'
import { bytesOf, concat, lv, Reader, uint } from '../bytes.ts'
import { ProtocolError } from '../errors.ts'
import { imeiFromBytes, imeiToBytes, plmnFromBytes, plmnToBytes } from '../iccid.ts'
import type { Plmn } from '../iccid.ts'

/** The clear part of a POLL (OTA protocol §5.3). `iccid` is EF.ICCID. */
export interface PollClear {
  iccid: Uint8Array
  cardNonce: Uint8Array
  pollCounter: number
}

/** 0 no script; 1 its context is lost (the card was reset); 2 secure channel and selection still stand. */
export type Resume = { state: 0 } | { state: 1 | 2; scriptId: Uint8Array; next: number; lastSw: number }

export interface PollTlv {
  tag: number
  value: Uint8Array
}

export interface Poll {
  /** Major in the high octet, minor in the low one. */
  pollerVersion: number
  receiveBuffer: number
  instanceAid: Uint8Array
  resume: Resume
  /** In the order they came, unknown ones included. */
  tlvs: readonly PollTlv[]
}

/** What the TLVs of a POLL say; any of it may be missing. */
export interface Telemetry {
  imei?: string
  location?: Plmn & { area: number; cell: number }
  /** Access technology (TS 102 223 §8.61): 00 GSM, 03 UTRAN, 08 E-UTRAN, 0A NR. */
  accessTechnology?: number
  signal?: { rsrpDbm: number; rsrqDb: number }
  freeMemory?: number
}

export interface CommandResult {
  sw: number
  data: Uint8Array
}

/** RES_FIRST_CHUNK and RES_COMMAND_APDU. `next` is the index of the first command that did not run. */
export interface Res {
  status: number
  next: number
  results: readonly CommandResult[]
}

export interface CloseSession {
  code: number
  detail: number
  waitSeconds: number
}

export interface ScpInit {
  securityDomainAid: Uint8Array
  initializeUpdate: Uint8Array
}

/** `commands` is null when their lengths are broken (status 201) and empty when there is none (202). */
export interface Chunk {
  index: number
  commands: readonly Uint8Array[] | null
}

export const minReceiveBuffer = 255
export const scriptIdLength = 8

/** Runs a decoder; a field that is not there or too much is `ProtocolError('message')` like any other wrong body. */
function decoding<T>(name: string, body: Uint8Array, decode: (reader: Reader) => T): T {
  const reader = new Reader(body)
  try {
    const value = decode(reader)
    reader.end()
    return value
  } catch (error) {
    if (error instanceof ProtocolError) throw new ProtocolError('message', `${name}: ${error.message}`)
    throw error
  }
}

export function encodePollClear({ iccid, cardNonce, pollCounter }: PollClear): Uint8Array {
  return concat(iccid, cardNonce, uint(pollCounter, 4))
}

/** Throws `ProtocolError('message')`. */
export function decodePollClear(clear: Uint8Array): PollClear {
  return decoding('POLL', clear, (r) => ({ iccid: r.take(10), cardNonce: r.take(8), pollCounter: r.uint(4) }))
}

export function encodePoll(poll: Poll): Uint8Array {
  const { resume } = poll
  const script = resume.state === 0 ? new Uint8Array() : concat(resume.scriptId, uint(resume.next, 2), uint(resume.lastSw, 2))
  const tlvs = poll.tlvs.map(({ tag, value }) => concat(bytesOf(tag), lv(value)))
  return concat(uint(poll.pollerVersion, 2), uint(poll.receiveBuffer, 2), lv(poll.instanceAid), bytesOf(resume.state), script, ...tlvs)
}

const tlvLengths: Readonly<Record<number, number>> = { 1: 8, 2: 11, 3: 1, 4: 4, 5: 4 }

/** Throws `ProtocolError('message')`. */
export function decodePoll(body: Uint8Array): Poll {
  return decoding('POLL', body, (r) => {
    const pollerVersion = r.uint(2)
    const receiveBuffer = r.uint(2)
    if (receiveBuffer < minReceiveBuffer) throw new ProtocolError('message', `a receive buffer of ${receiveBuffer}`)
    const instanceAid = checkAid(r.lv())
    const resume = decodeResume(r)
    const tlvs: PollTlv[] = []
    while (r.remaining > 0) {
      const tag = r.uint(1)
      const value = r.lv()
      if (value.length !== (tlvLengths[tag] ?? value.length)) throw new ProtocolError('message', `TLV ${tag} of ${value.length} octets`)
      tlvs.push({ tag, value })
    }
    return { pollerVersion, receiveBuffer, instanceAid, resume, tlvs }
  })
}

function decodeResume(r: Reader): Resume {
  const state = r.uint(1)
  if (state === 0) return { state }
  if (state !== 1 && state !== 2) throw new ProtocolError('message', `resume ${state}`)
  return { state, scriptId: r.take(scriptIdLength), next: r.uint(2), lastSw: r.uint(2) }
}

export function encodeTelemetry(telemetry: Telemetry): PollTlv[] {
  const { imei, location, accessTechnology, signal, freeMemory } = telemetry
  const tlvs: PollTlv[] = []
  if (imei !== undefined) tlvs.push({ tag: 1, value: imeiToBytes(imei) })
  if (location) tlvs.push({ tag: 2, value: concat(plmnToBytes(location), uint(location.area, 3), uint(location.cell, 5)) })
  if (accessTechnology !== undefined) tlvs.push({ tag: 3, value: uint(accessTechnology, 1) })
  if (signal) tlvs.push({ tag: 4, value: concat(int16(signal.rsrpDbm), int16(signal.rsrqDb)) })
  if (freeMemory !== undefined) tlvs.push({ tag: 5, value: uint(freeMemory, 4) })
  return tlvs
}

function int16(value: number): Uint8Array {
  return uint(value < 0 ? value + 0x10000 : value, 2)
}

function signed16(value: number): number {
  return value >= 0x8000 ? value - 0x10000 : value
}

/** Reads what can be read: a value that makes no sense (no digits in an IMEI) is left out, unknown tags are skipped. */
export function decodeTelemetry(tlvs: readonly PollTlv[]): Telemetry {
  const telemetry: Telemetry = {}
  for (const { tag, value } of tlvs) {
    try {
      Object.assign(telemetry, decodeTelemetryTlv(tag, new Reader(value)))
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error
    }
  }
  return telemetry
}

function decodeTelemetryTlv(tag: number, r: Reader): Telemetry {
  switch (tag) {
    case 1:
      return { imei: imeiFromBytes(r.rest()) }
    case 2:
      return { location: { ...plmnFromBytes(r.take(3)), area: r.uint(3), cell: r.uint(5) } }
    case 3:
      return { accessTechnology: r.uint(1) }
    case 4:
      return { signal: { rsrpDbm: signed16(r.uint(2)), rsrqDb: signed16(r.uint(2)) } }
    case 5:
      return { freeMemory: r.uint(4) }
    default:
      return {}
  }
}

function encodeCommands(commands: readonly Uint8Array[]): Uint8Array {
  return concat(...commands.flatMap((command) => [uint(command.length, 2), command]))
}

/** Octets that the fields before the commands take (OTA protocol §5.3). */
export const commandDataHeader = scriptIdLength + 2
export const loadCommandHeader = 2

export function encodeCommandData(scriptId: Uint8Array, index: number, commands: readonly Uint8Array[]): Uint8Array {
  return concat(scriptId, uint(index, 2), encodeCommands(commands))
}

export function encodeLoadCommand(index: number, commands: readonly Uint8Array[]): Uint8Array {
  return concat(uint(index, 2), encodeCommands(commands))
}

function decodeCommands(r: Reader): Uint8Array[] | null {
  const commands: Uint8Array[] = []
  while (r.remaining > 0) {
    if (r.remaining < 2) return null
    const length = r.uint(2)
    if (length < 4 || length > r.remaining) return null
    commands.push(r.take(length))
  }
  return commands
}

function decodeChunk(r: Reader): Chunk {
  const index = r.uint(2)
  const commands = decodeCommands(r)
  if (!commands) r.rest()
  return { index, commands }
}

/** Throws `ProtocolError('message')` when script id or index are not there; broken commands are told by `commands`. */
export function decodeCommandData(body: Uint8Array): Chunk & { scriptId: Uint8Array } {
  return decoding('COMMAND_DATA', body, (r) => ({ scriptId: r.take(scriptIdLength), ...decodeChunk(r) }))
}

/** Throws `ProtocolError('message')` when the index is not there; broken commands are told by `commands`. */
export function decodeLoadCommand(body: Uint8Array): Chunk {
  return decoding('LOAD_COMMAND', body, decodeChunk)
}

export function encodeScpInit({ securityDomainAid, initializeUpdate }: ScpInit): Uint8Array {
  return concat(lv(securityDomainAid), initializeUpdate)
}

/** Throws `ProtocolError('message')`. */
export function decodeScpInit(body: Uint8Array): ScpInit {
  return decoding('SCP_INIT', body, (r) => {
    const securityDomainAid = checkAid(r.lv())
    const initializeUpdate = r.rest()
    if (initializeUpdate.length < 5) throw new ProtocolError('message', 'no INITIALIZE UPDATE')
    return { securityDomainAid, initializeUpdate }
  })
}

export function encodeRes({ status, next, results }: Res): Uint8Array {
  const list = results.flatMap(({ sw, data }) => [uint(sw, 2), uint(data.length, 2), data])
  return concat(uint(status, 2), uint(next, 2), uint(results.length, 1), ...list)
}

/** Throws `ProtocolError('message')`. */
export function decodeRes(body: Uint8Array): Res {
  return decoding('RES', body, (r) => {
    const status = r.uint(2)
    const next = r.uint(2)
    const results: CommandResult[] = []
    for (let left = r.uint(1); left > 0; left--) {
      const sw = r.uint(2)
      results.push({ sw, data: r.take(r.uint(2)) })
    }
    return { status, next, results }
  })
}

export function encodeCloseSession({ code, detail, waitSeconds }: CloseSession): Uint8Array {
  return concat(uint(code, 2), uint(detail, 4), uint(waitSeconds, 2))
}

/** Throws `ProtocolError('message')`. */
export function decodeCloseSession(body: Uint8Array): CloseSession {
  return decoding('CLOSE_SESSION', body, (r) => ({ code: r.uint(2), detail: r.uint(4), waitSeconds: r.uint(2) }))
}
