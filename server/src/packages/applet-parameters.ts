import type { PackageType } from '@simdeck/contract/packages.ts'
import { pollerParameters } from '@simdeck/protocol/applets/poller.ts'
import { telemetryParameters } from '@simdeck/protocol/applets/telemetry.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { ProtocolError } from '@simdeck/protocol/errors.ts'

/** Reason for which our own applets refuse these parameters; null if they accept them. Telemetry accepts empty parameters. */
export function parametersError(type: PackageType, parameters: string): string | null {
  const codec = type === 'Poller' ? pollerParameters : type === 'Telemetry' && parameters !== '' ? telemetryParameters : null
  if (!codec) return null
  try {
    codec.decode(fromHex(parameters))
    return null
  } catch (error) {
    if (error instanceof ProtocolError) return error.message
    throw error
  }
}
