import { checkAid } from '../aid.ts'
import { commandApdu, leAny } from '../apdu.ts'
import { bytesOf, concat, Reader, uint } from '../bytes.ts'
import type { Codec, CommandCodec } from '../codec.ts'
import { ProtocolError } from '../errors.ts'
import { decodeTlvs, encodeTlv, findTlv } from '../tlv.ts'
import type { Tlv } from '../tlv.ts'

/** Life cycle states as the registry holds them (GPC 2.3.1 §11.1.1, tables 11-3 to 11-6). */
export const loadFileState = { loaded: 0x01 } as const
export const applicationState = { installed: 0x03, selectable: 0x07, lockedBit: 0x80 } as const
export const securityDomainState = { installed: 0x03, selectable: 0x07, personalized: 0x0f, lockedBit: 0x80 } as const
export const cardState = { opReady: 0x01, initialized: 0x07, secured: 0x0f, cardLocked: 0x7f, terminated: 0xff } as const

/** The part of the registry that GET STATUS lists (P1). */
export const registrySubsets = { issuerSecurityDomain: 0x80, applications: 0x40, loadFiles: 0x20, loadFilesAndModules: 0x10 } as const

export type RegistrySubset = keyof typeof registrySubsets

export type StatusQuery = {
  readonly subset: RegistrySubset
  /** `first` begins a list; `next` continues after an answer with 6310. */
  readonly occurrence: 'first' | 'next'
  /** An AID or its beginning. An empty one lists all. */
  readonly aidPrefix: Uint8Array
  /** Tags of the fields that are wanted; null: all. */
  readonly tags: readonly number[] | null
}

/**
 * GET STATUS with answers as TLV (GPC 2.3.1 §11.4); by default it asks for all fields. `decode` ignores other search criteria and throws
 * `ProtocolError('apdu' | 'tlv')`.
 */
export const getStatus: CommandCodec<StatusQuery, Omit<StatusQuery, 'tags'> & Partial<StatusQuery>> = {
  encode: ({ subset, occurrence, aidPrefix, tags = null }) => {
    const criteria = concat(encodeTlv(0x4f, aidPrefix), tags ? encodeTlv(0x5c, encodeTagList(tags)) : new Uint8Array(0))
    return commandApdu(0x80, 0xf2, registrySubsets[subset], occurrence === 'first' ? 0x02 : 0x03, criteria, leAny)
  },
  decode: (command) => {
    const subset = (Object.keys(registrySubsets) as RegistrySubset[]).find((name) => registrySubsets[name] === command.p1)
    if (command.ins !== 0xf2 || subset === undefined || (command.p2 !== 0x02 && command.p2 !== 0x03))
      throw new ProtocolError('apdu', 'not a GET STATUS that is known here')
    const criteria = decodeTlvs(command.data)
    const aidPrefix = findTlv(criteria, 0x4f)
    if (!aidPrefix) throw new ProtocolError('tlv', 'GET STATUS without the search criterion 4F')
    const tagList = findTlv(criteria, 0x5c)
    return { subset, occurrence: command.p2 === 0x02 ? 'first' : 'next', aidPrefix, tags: tagList && decodeTagList(tagList) }
  },
}

function encodeTagList(tags: readonly number[]): Uint8Array {
  return concat(...tags.map((tag) => uint(tag, tag > 0xff ? 2 : 1)))
}

function decodeTagList(list: Uint8Array): number[] {
  const reader = new Reader(list)
  const tags: number[] = []
  while (reader.remaining > 0) {
    const first = reader.uint(1)
    tags.push((first & 0x1f) === 0x1f ? first * 0x100 + reader.uint(1) : first)
  }
  return tags
}

/** An entry of the registry. A field that the card leaves out is null. */
export type RegistryEntry = {
  readonly aid: Uint8Array
  readonly state: number
  readonly privileges: Uint8Array | null
  readonly loadFileAid: Uint8Array | null
  readonly loadFileVersion: { readonly major: number; readonly minor: number } | null
  readonly moduleAids: readonly Uint8Array[]
  readonly securityDomainAid: Uint8Array | null
}

/** One `E3` object of an answer to GET STATUS (GPC 2.3.1 §11.4.3.1) with the fields that are wanted; null: all. */
export function encodeRegistryFields(entry: RegistryEntry, tags: readonly number[] | null): Uint8Array {
  const optional = (tag: number, value: Uint8Array | null): Uint8Array =>
    value && (tags?.includes(tag) ?? true) ? encodeTlv(tag, value) : new Uint8Array(0)
  return encodeTlv(
    0xe3,
    concat(
      optional(0x4f, entry.aid),
      optional(0x9f70, bytesOf(entry.state)),
      optional(0xc5, entry.privileges),
      optional(0xc4, entry.loadFileAid),
      optional(0xce, entry.loadFileVersion && bytesOf(entry.loadFileVersion.major, entry.loadFileVersion.minor)),
      ...entry.moduleAids.map((aid) => optional(0x84, aid)),
      optional(0xcc, entry.securityDomainAid),
    ),
  )
}

function decodeRegistryEntry({ tag, value }: Tlv): RegistryEntry {
  if (tag !== 0xe3) throw new ProtocolError('tlv', `a registry entry has tag e3, not ${tag.toString(16)}`)
  const fields = decodeTlvs(value)
  const aid = findTlv(fields, 0x4f)
  const state = findTlv(fields, 0x9f70)?.[0]
  if (!aid || state === undefined) throw new ProtocolError('tlv', 'a registry entry without AID or life cycle state')
  return {
    aid: checkAid(aid),
    state,
    privileges: findTlv(fields, 0xc5),
    loadFileAid: findTlv(fields, 0xc4),
    loadFileVersion: decodeVersion(findTlv(fields, 0xce)),
    moduleAids: fields.filter((field) => field.tag === 0x84).map((field) => field.value),
    securityDomainAid: findTlv(fields, 0xcc),
  }
}

function decodeVersion(value: Uint8Array | null): RegistryEntry['loadFileVersion'] {
  if (!value) return null
  const reader = new Reader(value)
  if (reader.remaining !== 2) throw new ProtocolError('tlv', 'a load file version has 2 octets')
  return { major: reader.uint(1), minor: reader.uint(1) }
}

/** The data of an answer to GET STATUS (GPC 2.3.1 §11.4.3.1): whole `E3` objects. `decode` throws `ProtocolError('tlv' | 'aid')`. */
export const registryEntries: Codec<readonly RegistryEntry[]> = {
  encode: (entries) => concat(...entries.map((entry) => encodeRegistryFields(entry, null))),
  decode: (data) => decodeTlvs(data).map(decodeRegistryEntry),
}

/** The object whose life cycle SET STATUS changes (P1). The issuer security domain has the life cycle of the card. */
export const statusTargets = { card: 0x80, application: 0x40, securityDomainAndApplications: 0x60 } as const

export type StatusChange = {
  readonly target: keyof typeof statusTargets
  /** The new state (P2); for an application, only the bit that locks it counts. */
  readonly state: number
  /** The AID is empty for the card. */
  readonly aid: Uint8Array
}

/** SET STATUS (GPC 2.3.1 §11.10). `decode` throws `ProtocolError('apdu' | 'aid')`. */
export const setStatus: CommandCodec<StatusChange> = {
  encode: ({ target, state, aid }) => commandApdu(0x80, 0xf0, statusTargets[target], state, target === 'card' ? aid : checkAid(aid)),
  decode: (command) => {
    const target = (Object.keys(statusTargets) as StatusChange['target'][]).find((name) => statusTargets[name] === command.p1)
    if (command.ins !== 0xf0 || target === undefined) throw new ProtocolError('apdu', 'not a SET STATUS that is known here')
    return { target, state: command.p2, aid: target === 'card' ? command.data : checkAid(command.data) }
  },
}
