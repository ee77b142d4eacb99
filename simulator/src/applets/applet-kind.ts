import { packageTypeOf } from '@simdeck/protocol/aid.ts'
import { pollerParameters } from '@simdeck/protocol/applets/poller.ts'
import { telemetryParameters } from '@simdeck/protocol/applets/telemetry.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { ProtocolError } from '@simdeck/protocol/errors.ts'
import type { ReportParameters } from '@simdeck/protocol/applets/report-parameters.ts'

/** The behaviour of an installed application. `inert` only answers SELECT and STORE DATA. */
export type AppletKind = 'poller' | 'telemetry' | 'inert'

/** The behaviour of an applet, from the package it was made from, as the console derives its type. */
export function appletKindOf(loadFileAid: string): AppletKind {
  switch (packageTypeOf(loadFileAid)) {
    case 'Poller':
      return 'poller'
    case 'Telemetry':
      return 'telemetry'
    default:
      return 'inert'
  }
}

/** The parameters that C9 holds for an applet of this kind. Null when there are none or they cannot be read. */
export function reportParametersOf(kind: AppletKind, parameters: string): ReportParameters | null {
  if (kind === 'inert') return null
  try {
    return (kind === 'poller' ? pollerParameters : telemetryParameters).decode(fromHex(parameters))
  } catch (error) {
    if (error instanceof ProtocolError) return null
    throw error
  }
}

/** True when the applet's `install` method accepts C9: a poller needs its parameters, telemetry may have none. */
export function acceptsInstall(kind: AppletKind, parameters: string): boolean {
  if (kind === 'inert' || (kind === 'telemetry' && parameters === '')) return true
  return reportParametersOf(kind, parameters) !== null
}
