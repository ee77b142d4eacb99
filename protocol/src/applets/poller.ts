import { decodeReportParameters, defaultReportParameters, encodeReportParameters } from './report-parameters.ts'
import type { ReportParameters } from './report-parameters.ts'

export type PollerParameters = ReportParameters

/**
 * Install parameters of our poller applet, the value of C9: the server that it polls, the interval, and the flag ENC of its POLLs (OTA
 * protocol §5.1).
 */
export const pollerParameters = {
  encode: encodeReportParameters,
  decode: decodeReportParameters,
  defaults: defaultReportParameters,
}
