import { packageTypeOf } from '@simdeck/protocol/aid.ts'
import { pollerParameters } from '@simdeck/protocol/applets/poller.ts'
import { telemetryParameters } from '@simdeck/protocol/applets/telemetry.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { ProtocolError } from '@simdeck/protocol/errors.ts'
import type { ReportParameters } from '@simdeck/protocol/applets/report-parameters.ts'

/** What an installed application does by itself. `inert` answers SELECT and STORE DATA, no more. */
export type AppletKind = 'poller' | 'telemetry' | 'inert'

/** The applet's behaviour is told by the package it was made from, as the console tells its type. */
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

/** The parameters that C9 holds for an applet of this kind; null where there are none or they cannot be read. */
export function reportParametersOf(kind: AppletKind, parameters: string): ReportParameters | null {
  if (kind === 'inert') return null
  try {
    return (kind === 'poller' ? pollerParameters : telemetryParameters).decode(fromHex(parameters))
  } catch (error) {
    if (error instanceof ProtocolError) return null
    throw error
  }
}

/** Whether the applet's `install` method takes C9: a poller needs its parameters, telemetry may come with none. */
export function acceptsInstall(kind: AppletKind, parameters: string): boolean {
  if (kind === 'inert' || (kind === 'telemetry' && parameters === '')) return true
  return reportParametersOf(kind, parameters) !== null
}
