import { bytesOf, concat, lv, Reader, uint } from '../bytes.ts'
import type { Codec } from '../codec.ts'
import { ProtocolError } from '../errors.ts'
import { decodeTlvs, encodeTlv, findTlv } from '../tlv.ts'
import type { Tlv } from '../tlv.ts'

/** System specific parameters `EF` (GPC 2.3.1 §11.5.2.3.7, table 11-49); sizes in octets, null where not given. */
export type SystemParameters = {
  /** C6: the minimum of memory for the code of the load file. Only INSTALL [for load] has it. */
  readonly codeSize: number | null
  /** C7: volatile data. */
  readonly volatileSize: number | null
  /** C8: non-volatile data. */
  readonly nonVolatileSize: number | null
  /** CA: SIM file access and toolkit parameters in the older form (TS 102 226 §8.2.1.3.2.1). */
  readonly simToolkit: Uint8Array | null
}

/** UICC toolkit application specific parameters (TS 102 226 §8.2.1.3.2.2.1). */
export type ToolkitParameters = {
  readonly priority: number
  readonly maxTimers: number
  readonly maxMenuTextLength: number
  readonly menuEntries: readonly { readonly position: number; readonly id: number }[]
  readonly maxChannels: number
  readonly minimumSecurityLevel: Uint8Array
  /** Toolkit application references, 3 octets each. */
  readonly tars: readonly Uint8Array[]
  readonly maxServices: number
}

/** UICC system specific parameters `EA`, which is placed beside `EF` (TS 102 226 §8.2.1.3.2.2). */
export type UiccParameters = {
  readonly toolkit: ToolkitParameters | null
  readonly access: Uint8Array | null
  readonly administrativeAccess: Uint8Array | null
}

/** The install parameters field. `applet` is the value of C9, which is always there and may be empty. */
export type InstallParameters = {
  readonly applet: Uint8Array
  readonly system: SystemParameters | null
  readonly uicc: UiccParameters | null
}

const optional = (tag: number, value: Uint8Array | null): Uint8Array => (value === null ? new Uint8Array(0) : encodeTlv(tag, value))
const size = (octets: number | null): Uint8Array | null => (octets === null ? null : uint(octets, octets > 0xffff ? 4 : 2))

/**
 * `EF` alone: the parameters field of INSTALL [for load] (GPC 2.3.1 §11.5.2.3.7). `decode` throws `ProtocolError('tlv' | 'parameters')`.
 */
export const systemParameters: Codec<SystemParameters> = {
  encode: (system) =>
    encodeTlv(
      0xef,
      concat(
        optional(0xc6, size(system.codeSize)),
        optional(0xc7, size(system.volatileSize)),
        optional(0xc8, size(system.nonVolatileSize)),
        optional(0xca, system.simToolkit),
      ),
    ),
  decode: (field) => {
    const system = decodeSystem(decodeTlvs(field))
    if (!system) throw new ProtocolError('tlv', 'no system specific parameters')
    return system
  },
}

/**
 * The install parameters field (GPC 2.3.1 §11.5.2.3.7; TS 102 226 §8.2.1.3.2). `decode` ignores unknown tags and throws
 * `ProtocolError('tlv' | 'parameters')`.
 */
export const installParameters: Codec<InstallParameters> = {
  encode: ({ applet, system, uicc }) =>
    concat(
      encodeTlv(0xc9, applet),
      system ? systemParameters.encode(system) : new Uint8Array(0),
      uicc ? encodeUiccParameters(uicc) : new Uint8Array(0),
    ),
  decode: (field) => {
    const tlvs = decodeTlvs(field)
    return { applet: findTlv(tlvs, 0xc9) ?? new Uint8Array(0), system: decodeSystem(tlvs), uicc: decodeUicc(tlvs) }
  },
}

function encodeUiccParameters(uicc: UiccParameters): Uint8Array {
  const toolkit = uicc.toolkit && encodeToolkit(uicc.toolkit)
  return encodeTlv(0xea, concat(optional(0x80, toolkit), optional(0x81, uicc.access), optional(0x82, uicc.administrativeAccess)))
}

function encodeToolkit(toolkit: ToolkitParameters): Uint8Array {
  return concat(
    uint(toolkit.priority, 1),
    uint(toolkit.maxTimers, 1),
    uint(toolkit.maxMenuTextLength, 1),
    uint(toolkit.menuEntries.length, 1),
    ...toolkit.menuEntries.map((entry) => bytesOf(entry.position, entry.id)),
    uint(toolkit.maxChannels, 1),
    lv(toolkit.minimumSecurityLevel),
    lv(concat(...toolkit.tars)),
    uint(toolkit.maxServices, 1),
  )
}

function decodeSystem(tlvs: readonly Tlv[]): SystemParameters | null {
  if (!findTlv(tlvs, 0xef)) return null
  return {
    codeSize: readSize(findTlv(tlvs, 0xef, 0xc6)),
    volatileSize: readSize(findTlv(tlvs, 0xef, 0xc7)),
    nonVolatileSize: readSize(findTlv(tlvs, 0xef, 0xc8)),
    simToolkit: findTlv(tlvs, 0xef, 0xca),
  }
}

function readSize(value: Uint8Array | null): number | null {
  if (value === null) return null
  if (value.length !== 2 && value.length !== 4) throw new ProtocolError('parameters', 'a memory size has 2 or 4 octets')
  return new Reader(value).uint(value.length)
}

function decodeUicc(tlvs: readonly Tlv[]): UiccParameters | null {
  if (!findTlv(tlvs, 0xea)) return null
  const toolkit = findTlv(tlvs, 0xea, 0x80)
  return {
    toolkit: toolkit && decodeToolkit(toolkit),
    access: findTlv(tlvs, 0xea, 0x81),
    administrativeAccess: findTlv(tlvs, 0xea, 0x82),
  }
}

function decodeToolkit(value: Uint8Array): ToolkitParameters {
  try {
    const reader = new Reader(value)
    const [priority, maxTimers, maxMenuTextLength] = [reader.uint(1), reader.uint(1), reader.uint(1)]
    const menuEntries = Array.from({ length: reader.uint(1) }, () => ({ position: reader.uint(1), id: reader.uint(1) }))
    const maxChannels = reader.uint(1)
    const minimumSecurityLevel = reader.lv()
    const tars = new Reader(reader.lv())
    const references: Uint8Array[] = []
    while (tars.remaining > 0) references.push(tars.take(3))
    const maxServices = reader.remaining > 0 ? reader.uint(1) : 0
    return { priority, maxTimers, maxMenuTextLength, menuEntries, maxChannels, minimumSecurityLevel, tars: references, maxServices }
  } catch (error) {
    if (error instanceof ProtocolError) throw new ProtocolError('parameters', `toolkit parameters: ${error.message}`)
    throw error
  }
}
