import type { PackageType } from '@simdeck/contract/packages.ts'
import { multiImsiParameters } from '@simdeck/protocol/applets/multi-imsi.ts'
import { pollerParameters } from '@simdeck/protocol/applets/poller.ts'
import { telemetryParameters } from '@simdeck/protocol/applets/telemetry.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { ProtocolError } from '@simdeck/protocol/errors.ts'

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
