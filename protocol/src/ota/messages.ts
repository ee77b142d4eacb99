import type { Codec } from '../codec.ts'
import { ProtocolError } from '../errors.ts'
import { aidField, checked, codecOf, counted, i16, lengthValue, longLengthValue, octets, record, rest, toEnd } from '../fields.ts'
import { u16, u24, u32, u40, u8 } from '../fields.ts'
import type { Field } from '../fields.ts'
import { imeiFromBytes, imeiToBytes, plmnFromBytes, plmnToBytes } from '../iccid.ts'
import type { Plmn } from '../iccid.ts'
import { messageCode } from './message-codes.ts'
import type { MessageCode } from './message-codes.ts'

/** The clear part of a POLL (OTA protocol §5.3). `iccid` is EF.ICCID. */
export interface PollClear {
  iccid: Uint8Array
  cardNonce: Uint8Array
  pollCounter: number
}

/** 0: no script; 1: the context of the script is lost (the card was reset); 2: secure channel and selection are still valid. */
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
  /** All TLVs in their order, unknown ones included. */
  tlvs: readonly PollTlv[]
}

/** The telemetry of a POLL. Any field may be missing. */
export interface Telemetry {
  imei?: string
  location?: Plmn & { area: number; cell: number }
  /** Access technology (TS 102 223 §8.61): 00 GSM, 03 UTRAN, 08 E-UTRAN, 0A NR. */
  accessTechnology?: number
  signal?: { rsrpDbm: number; rsrqDb: number }
  freeMemory?: number
  /** The active IMSI of a SIM with several, of 15 digits. */
  imsi?: string
  /** A short hash of the content of the card (`contentDigest`). */
  contentDigest?: number
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

/** Commands of a script from `index` on. */
export interface Chunk {
  index: number
  commands: readonly Uint8Array[]
}

/** COMMAND_DATA: a chunk, and the script that it belongs to. */
export interface CommandData extends Chunk {
  scriptId: Uint8Array
}

export const minReceiveBuffer = 255
export const scriptIdLength = 8

/**
 * The codec of a message body (OTA protocol §5.3). Throws `ProtocolError('message')` for missing, wrong or surplus fields, and
 * `ProtocolError('lengths')` for commands whose lengths do not add up.
 */
function bodyOf<T>(name: string, field: Field<T>): Codec<T> {
  const { encode, decode } = codecOf(field)
  return {
    encode,
    decode: (body) => {
      try {
        return decode(body)
      } catch (error) {
        if (error instanceof ProtocolError && error.code !== 'lengths') throw new ProtocolError('message', `${name}: ${error.message}`)
        throw error
      }
    },
  }
}

/** The clear part of POLL (OTA protocol §5.3). */
export const pollClear = bodyOf<PollClear>('POLL', record({ iccid: octets(10), cardNonce: octets(8), pollCounter: u32 }))

const resumedScript = record({ scriptId: octets(scriptIdLength), next: u16, lastSw: u16 })

const resume: Field<Resume> = {
  write: (value, writer) => {
    writer.uint(value.state, 1)
    if (value.state !== 0) resumedScript.write(value, writer)
  },
  read: (reader) => {
    const state = reader.uint(1)
    if (state === 0) return { state }
    if (state !== 1 && state !== 2) throw new ProtocolError('message', `resume ${state}`)
    return { state, ...resumedScript.read(reader) }
  },
}

const cellIdentity = record({ area: u24, cell: u40 })
const location: Field<NonNullable<Telemetry['location']>> = {
  write: (value, writer) => {
    writer.put(plmnToBytes(value))
    cellIdentity.write(value, writer)
  },
  read: (reader) => {
    const { mcc, mnc } = plmnFromBytes(reader.take(3))
    const { area, cell } = cellIdentity.read(reader)
    return { mcc, mnc, area, cell }
  },
}
/** The 15 digits of an IMEI or IMSI. */
const fifteenDigits: Field<string> = {
  write: (value, writer) => writer.put(imeiToBytes(value)),
  read: (reader) => imeiFromBytes(reader.take(8)),
}

/** The known TLVs of POLL: tag, length of the value, and the value (OTA protocol §5.3). */
const telemetryTlv: { readonly [K in keyof Telemetry]-?: { tag: number; length: number; codec: Codec<NonNullable<Telemetry[K]>> } } = {
  imei: { tag: 1, length: 8, codec: codecOf(fifteenDigits) },
  location: { tag: 2, length: 11, codec: codecOf(location) },
  accessTechnology: { tag: 3, length: 1, codec: codecOf(u8) },
  signal: { tag: 4, length: 4, codec: codecOf(record({ rsrpDbm: i16, rsrqDb: i16 })) },
  freeMemory: { tag: 5, length: 4, codec: codecOf(u32) },
  imsi: { tag: 6, length: 8, codec: codecOf(fifteenDigits) },
  contentDigest: { tag: 7, length: 4, codec: codecOf(u32) },
}
const telemetryNames = Object.keys(telemetryTlv) as (keyof Telemetry)[]
const codecOfTlv = (name: keyof Telemetry) => telemetryTlv[name].codec as Codec<unknown>
const telemetryByTag = new Map(telemetryNames.map((name) => [telemetryTlv[name].tag, { name, ...telemetryTlv[name] }]))

const tlv = checked(record<PollTlv>({ tag: u8, value: lengthValue }), ({ tag, value }) => {
  const known = telemetryByTag.get(tag)
  if (known && value.length !== known.length) throw new ProtocolError('message', `TLV ${tag} of ${value.length} octets`)
})

const receiveBuffer = checked(u16, (size) => {
  if (size < minReceiveBuffer) throw new ProtocolError('message', `a receive buffer of ${size}`)
})

/** POLL (OTA protocol §5.3). */
export const pollBody = bodyOf<Poll>('POLL', record({ pollerVersion: u16, receiveBuffer, instanceAid: aidField, resume, tlvs: toEnd(tlv) }))

/** Telemetry in the TLVs of POLL (OTA protocol §5.3). `decode` skips unknown tags and invalid values, such as an IMEI without digits. */
export const telemetryTlvs: Codec<Telemetry, readonly PollTlv[]> = {
  encode: (telemetry) =>
    telemetryNames
      .filter((name) => telemetry[name] !== undefined)
      .map((name) => ({ tag: telemetryTlv[name].tag, value: codecOfTlv(name).encode(telemetry[name]) })),
  decode: (tlvs) => {
    const telemetry: Partial<Record<keyof Telemetry, unknown>> = {}
    for (const { tag, value } of tlvs) {
      const known = telemetryByTag.get(tag)
      const read = known ? readOrNull(codecOfTlv(known.name), value) : null
      if (known && read !== null) telemetry[known.name] = read
    }
    return telemetry as Telemetry
  },
}

function readOrNull<T>(codec: Codec<T>, value: Uint8Array): T | null {
  try {
    return codec.decode(value)
  } catch (error) {
    if (error instanceof ProtocolError) return null
    throw error
  }
}

/** A C-APDU, preceded by its length. It has at least the four octets of its header. */
const command: Field<Uint8Array> = {
  write: longLengthValue.write,
  read: (reader) => {
    const length = reader.remaining < 2 ? 0 : reader.uint(2)
    if (length < 4 || length > reader.remaining) throw new ProtocolError('lengths', 'the lengths of the commands do not add up')
    return reader.take(length)
  },
}
const chunk = { index: u16, commands: toEnd(command) }

/** Octets of the fields before the commands (OTA protocol §5.3). */
export const commandDataHeader = scriptIdLength + 2
export const loadCommandHeader = 2

/** COMMAND_DATA (OTA protocol §5.3). */
export const commandDataBody = bodyOf<CommandData>('COMMAND_DATA', record({ scriptId: octets(scriptIdLength), ...chunk }))

/** LOAD_COMMAND (OTA protocol §5.3). */
export const loadCommandBody = bodyOf<Chunk>('LOAD_COMMAND', record(chunk))

/** SCP_INIT (OTA protocol §5.3). */
export const scpInitBody = bodyOf<ScpInit>(
  'SCP_INIT',
  checked(record({ securityDomainAid: aidField, initializeUpdate: rest }), ({ initializeUpdate }) => {
    if (initializeUpdate.length < 5) throw new ProtocolError('message', 'no INITIALIZE UPDATE')
  }),
)

/** RES_FIRST_CHUNK and RES_COMMAND_APDU (OTA protocol §5.3). */
export const resBody = bodyOf<Res>('RES', record({ status: u16, next: u16, results: counted(record({ sw: u16, data: longLengthValue })) }))

/** CLOSE_SESSION (OTA protocol §5.3). */
export const closeSessionBody = bodyOf<CloseSession>('CLOSE_SESSION', record({ code: u16, detail: u32, waitSeconds: u16 }))

/** The codec of each message's body. */
export const messageBodies: Readonly<Record<MessageCode, Codec<unknown>>> = {
  [messageCode.poll]: pollBody,
  [messageCode.commandData]: commandDataBody,
  [messageCode.loadCommand]: loadCommandBody,
  [messageCode.scpInit]: scpInitBody,
  [messageCode.resFirstChunk]: resBody,
  [messageCode.resCommandApdu]: resBody,
  [messageCode.closeSession]: closeSessionBody,
}
