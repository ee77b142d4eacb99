import { bytesOf, concat, uint } from '../bytes.ts'
import type { Reader } from '../bytes.ts'
import { ProtocolError } from '../errors.ts'
import { encodeTlv } from '../tlv.ts'
import type { Tlv } from '../tlv.ts'
import { readerOf, readTlvs, within } from './applet-tlvs.ts'

/** Report mode of the applet: only at every launch, at an interval, or never. */
export type Polling = 'onLaunch' | 'interval' | 'disabled'

/** The parameters by which an applet reports to the server. */
export type ReportParameters = {
  /** Host name: 5 to 127 letters, digits, dots and hyphens. */
  readonly fqdn: string
  readonly port: number
  readonly polling: Polling
  /** 0 to 99. The interval is stored even while polling is off. */
  readonly intervalHours: number
  /** 0 to 59. */
  readonly intervalMinutes: number
  readonly encryption: boolean
}

/** The values that a form starts with (specification §9). The operator enters the FQDN. */
export const defaultReportParameters = {
  port: 80,
  polling: 'interval',
  intervalHours: 0,
  intervalMinutes: 5,
  encryption: true,
} as const satisfies Omit<ReportParameters, 'fqdn'>

export const minimumIntervalMinutes = 5
const longestFqdn = 127

/** Tags of the value of C9 of the poller and telemetry applets. */
export const reportTags = { fqdn: 0x80, port: 0x81, pollingType: 0x82, interval: 0x83, encryption: 0x84 } as const
const pollingTypes = { onLaunch: 0, minutes: 1, hours: 2, disabled: 3 } as const

/** Minutes from one report to the next; null when the applet does not report at an interval. */
export function reportIntervalMinutes(parameters: ReportParameters): number | null {
  return parameters.polling === 'interval' ? parameters.intervalHours * 60 + parameters.intervalMinutes : null
}

function check(parameters: ReportParameters): ReportParameters {
  const { fqdn, port, intervalHours, intervalMinutes } = parameters
  if (!/^[A-Za-z0-9.-]{5,127}$/.test(fqdn)) throw new ProtocolError('parameters', 'FQDN: 5 to 127 letters, digits, dots and hyphens')
  if (!within(port, 1, 65535)) throw new ProtocolError('parameters', 'port: 1 to 65535')
  if (!within(intervalHours, 0, 99)) throw new ProtocolError('parameters', 'interval hours: 0 to 99')
  if (!within(intervalMinutes, 0, 59)) throw new ProtocolError('parameters', 'interval minutes: 0 to 59')
  const interval = reportIntervalMinutes(parameters)
  if (interval !== null && interval < minimumIntervalMinutes)
    throw new ProtocolError('parameters', `interval: at least ${minimumIntervalMinutes} minutes`)
  return parameters
}

function pollingType({ polling, intervalHours }: ReportParameters): number {
  if (polling !== 'interval') return pollingTypes[polling]
  return intervalHours === 0 ? pollingTypes.minutes : pollingTypes.hours
}

/**
 * Writes the value of C9: BER-TLVs in any order. Readers ignore unknown tags, so that later versions may add tags. The tags are `80` FQDN
 * (ASCII), `81` port (2), `82` polling type (1: 0 only when launched, 1 minutes, 2 hours, 3 disabled), `83` interval (hours 1, minutes 1:
 * both always, so 2 h 30 min is type 2 with `02 1E`), `84` encryption (1: 00 or 01). Throws `ProtocolError('parameters')` naming the field.
 */
export function encodeReportParameters(parameters: ReportParameters): Uint8Array {
  const { fqdn, port, intervalHours, intervalMinutes, encryption } = check(parameters)
  return concat(
    encodeTlv(reportTags.fqdn, new TextEncoder().encode(fqdn)),
    encodeTlv(reportTags.port, uint(port, 2)),
    encodeTlv(reportTags.pollingType, bytesOf(pollingType(parameters))),
    encodeTlv(reportTags.interval, bytesOf(intervalHours, intervalMinutes)),
    encodeTlv(reportTags.encryption, bytesOf(encryption ? 1 : 0)),
  )
}

/** Reads the value of C9. The limits are those of the encoder. Throws `ProtocolError('parameters')` for any other octets. */
export function decodeReportParameters(value: Uint8Array): ReportParameters {
  const tlvs = readTlvs(value)
  const type = field(tlvs, 'pollingType', 1).uint(1)
  const interval = field(tlvs, 'interval', 2)
  const encryption = field(tlvs, 'encryption', 1).uint(1)
  if (encryption > 1) throw new ProtocolError('parameters', 'encryption: 00 or 01')
  const parameters = {
    fqdn: readFqdn(tlvs),
    port: field(tlvs, 'port', 2).uint(2),
    polling: readPolling(type),
    intervalHours: interval.uint(1),
    intervalMinutes: interval.uint(1),
    encryption: encryption === 1,
  }
  if (parameters.polling === 'interval' && pollingType(parameters) !== type)
    throw new ProtocolError('parameters', 'polling type: minutes below an hour, else hours')
  return check(parameters)
}

/**
 * Reads each octet as one character, so that `check` refuses octets that are not ASCII. An FQDN that is too long is read as an empty one,
 * which `check` refuses as well.
 */
function readFqdn(tlvs: readonly Tlv[]): string {
  const octets = field(tlvs, 'fqdn').rest()
  return octets.length > longestFqdn ? '' : String.fromCharCode(...octets)
}

function field(tlvs: readonly Tlv[], name: keyof typeof reportTags, length?: number): Reader {
  return readerOf(tlvs, reportTags[name], name, length)
}

function readPolling(type: number): Polling {
  switch (type) {
    case pollingTypes.onLaunch:
      return 'onLaunch'
    case pollingTypes.minutes:
    case pollingTypes.hours:
      return 'interval'
    case pollingTypes.disabled:
      return 'disabled'
    default:
      throw new ProtocolError('parameters', 'polling type: 0 to 3')
  }
}
