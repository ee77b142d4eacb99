import { decodeReportParameters, defaultReportParameters, encodeReportParameters } from './report-parameters.ts'
import type { ReportParameters } from './report-parameters.ts'

export type TelemetryParameters = ReportParameters

/** Install parameters of our telemetry applet, the value of C9: destination, interval and encryption of its reports. */
export const telemetryParameters = {
  encode: encodeReportParameters,
  decode: decodeReportParameters,
  defaults: defaultReportParameters,
}
