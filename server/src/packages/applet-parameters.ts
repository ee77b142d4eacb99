import type { PackageType } from '@simdeck/contract/packages.ts'
import { multiImsiParameters } from '@simdeck/protocol/applets/multi-imsi.ts'
import { pollerParameters } from '@simdeck/protocol/applets/poller.ts'
import { telemetryParameters } from '@simdeck/protocol/applets/telemetry.ts'
import { ProtocolError } from '@simdeck/protocol/errors.ts'
import { hasProblem } from '@simdeck/protocol/install-tree/node.ts'
import { readInstallTree } from '@simdeck/protocol/install-tree/install-tree.ts'
import { concat, fromHex } from '@simdeck/protocol/bytes.ts'
import { encodeTlv } from '@simdeck/protocol/tlv.ts'

const codecs = { Poller: pollerParameters, Telemetry: telemetryParameters, MultiIMSI: multiImsiParameters, IotSafe: null, custom: null }

/** Reason for which our own applets refuse these parameters; null if they accept them. Only the poller refuses empty parameters. */
export function parametersError(type: PackageType, parameters: string): string | null {
  const codec = codecs[type]
  if (!codec || (type !== 'Poller' && parameters === '')) return null
  try {
    codec.decode(fromHex(parameters))
    return null
  } catch (error) {
    if (error instanceof ProtocolError) return error.message
    throw error
  }
}

/** The most octets of an install parameters field, whose length is one octet. */
const longestField = 255
const cardTags = [0xef, 0xea]

/** The install parameters field of an applet, from its own data and from what the card itself reads, both in hex. */
export function parametersField({ installParameters, cardParameters }: { installParameters: string; cardParameters: string }): Uint8Array {
  return concat(encodeTlv(0xc9, fromHex(installParameters)), fromHex(cardParameters))
}

/** True if the parameters beside C9 are `EF` and `EA` without a mistake, and the whole field is not too long. */
export function acceptsCardParameters(given: { installParameters: string; cardParameters: string }): boolean {
  const field = parametersField(given)
  const [, ...beside] = readInstallTree(field, 'custom').nodes
  return field.length <= longestField && beside.every((node) => node.tag !== null && cardTags.includes(node.tag) && !hasProblem(node))
}
