import { packageTypeOf } from '@simdeck/protocol/aid.ts'
import { multiImsiParameters } from '@simdeck/protocol/applets/multi-imsi.ts'
import type { MultiImsiParameters } from '@simdeck/protocol/applets/multi-imsi.ts'
import { pollerParameters } from '@simdeck/protocol/applets/poller.ts'
import { telemetryParameters } from '@simdeck/protocol/applets/telemetry.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { ProtocolError } from '@simdeck/protocol/errors.ts'
import type { ReportParameters } from '@simdeck/protocol/applets/report-parameters.ts'

/** The behaviour of an installed application. `inert` only answers SELECT and STORE DATA. */
export type AppletKind = 'poller' | 'telemetry' | 'multiImsi' | 'iotSafe' | 'inert'

/** The behaviour of an applet, from the package it was made from, as the console derives its type. */
export function appletKindOf(loadFileAid: string): AppletKind {
  switch (packageTypeOf(loadFileAid)) {
    case 'Poller':
      return 'poller'
    case 'Telemetry':
      return 'telemetry'
    case 'MultiIMSI':
      return 'multiImsi'
    case 'IotSafe':
      return 'iotSafe'
    default:
      return 'inert'
  }
}

/** The parameters that C9 holds for a poller or telemetry applet. Null when there are none or they cannot be read. */
export function reportParametersOf(kind: AppletKind, parameters: string): ReportParameters | null {
  if (kind !== 'poller' && kind !== 'telemetry') return null
  return readOrNull((kind === 'poller' ? pollerParameters : telemetryParameters).decode, parameters)
}

/** The parameters that C9 holds for a multi-IMSI applet. Null when there are none or they cannot be read. */
export function multiImsiParametersOf(parameters: string): MultiImsiParameters | null {
  return readOrNull(multiImsiParameters.decode, parameters)
}

/** True when an applet of this kind reads these octets as its parameters. */
export function readsParameters(kind: AppletKind, parameters: string): boolean {
  return kind === 'multiImsi' ? multiImsiParametersOf(parameters) !== null : reportParametersOf(kind, parameters) !== null
}

function readOrNull<T>(decode: (value: Uint8Array) => T, parameters: string): T | null {
  try {
    return decode(fromHex(parameters))
  } catch (error) {
    if (error instanceof ProtocolError) return null
    throw error
  }
}

/** True when the applet's `install` method accepts C9: a poller needs its parameters, telemetry and multi-IMSI may have none. */
export function acceptsInstall(kind: AppletKind, parameters: string): boolean {
  if (kind === 'inert' || kind === 'iotSafe' || (kind !== 'poller' && parameters === '')) return true
  return readsParameters(kind, parameters)
}
