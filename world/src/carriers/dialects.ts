import { simStatusLabel } from '@simdeck/contract/sim-value-words.ts'
import { type SimStatus, simStatuses } from '@simdeck/contract/sim-values.ts'

/** Errors of a carrier's API. */
export type CarrierError = 'credentials' | 'overLimit' | 'notFound' | 'method' | 'parameter' | 'refused' | 'server'
export type CarrierPlatform = 'jasper' | 'ntt'
type Shown = { iccid: string; status: SimStatus; changedAt: number }
/** The part of a list that was asked for: devices that changed since `since`, from place `from`. */
export type Part = { since: number; from: number; size: number }

/** The API of a platform as its simulated carrier speaks it. */
export type Dialect = {
  /** The path of the list of devices. */
  list: string
  /** The path of one device. */
  device: RegExp
  /** The path to which a change of status is put. */
  change: RegExp
  partOf: (query: URLSearchParams) => Part
  page: (part: Part, devices: readonly Shown[], isLast: boolean) => object
  shown: (device: Shown) => object
  statusOf: (text: unknown) => SimStatus | undefined
  error: (error: CarrierError, message: string) => { status: number; body: object }
}

const jasperRoot = '/rws/api/v1/devices'
const jasperCodes: Record<CarrierError, [number, string]> = {
  credentials: [401, '10000001'],
  overLimit: [400, '40000029'],
  notFound: [404, '20000001'],
  method: [405, '10000005'],
  parameter: [400, '10000003'],
  refused: [400, '40000022'],
  server: [500, '30000001'],
}
const shownByJasper = ({ iccid, status }: Shown) => ({ iccid, status, ratePlan: 'Simdeck 1', communicationPlan: 'Data LTE' })

/** Cisco IoT Control Center. */
const jasper: Dialect = {
  list: jasperRoot,
  device: new RegExp(`^${jasperRoot}/(\\d{19,20})$`),
  change: new RegExp(`^${jasperRoot}/(\\d{19,20})$`),
  partOf(query) {
    const size = Math.min(50, Number(query.get('pageSize') ?? '50'))
    return { since: Date.parse(query.get('modifiedSince') ?? ''), from: (Number(query.get('pageNumber') ?? '1') - 1) * size, size }
  },
  page: ({ from, size }, devices, isLast) => ({
    pageNumber: from / size + 1,
    devices: devices.map(shownByJasper),
    lastPage: isLast,
  }),
  shown: shownByJasper,
  statusOf: (text) => simStatuses.find((status) => status === text),
  error(error, errorMessage) {
    const [status, errorCode] = jasperCodes[error]
    return { status, body: { errorCode, errorMessage } }
  },
}

const nttRoot = '/api/v1/sims'
const nttCodes: Record<CarrierError, [number, string]> = {
  credentials: [401, 'UNAUTHORIZED'],
  overLimit: [429, 'TOO_MANY_REQUESTS'],
  notFound: [404, 'SIM_NOT_FOUND'],
  method: [405, 'METHOD_NOT_ALLOWED'],
  parameter: [400, 'INVALID_PARAMETER'],
  refused: [409, 'STATUS_NOT_ALLOWED'],
  server: [500, 'INTERNAL_ERROR'],
}
const shownByNtt = ({ iccid, status, changedAt }: Shown) => ({
  iccid,
  status: simStatusLabel[status],
  updatedAt: new Date(changedAt).toISOString(),
})

/** The platform of NTT, as docs/spec-gaps.md describes it. */
const ntt: Dialect = {
  list: nttRoot,
  device: new RegExp(`^${nttRoot}/(\\d{19,20})$`),
  change: new RegExp(`^${nttRoot}/(\\d{19,20})/status$`),
  partOf: (query) => ({
    since: Date.parse(query.get('updatedSince') ?? ''),
    from: Number(query.get('offset') ?? '0'),
    size: Math.min(200, Number(query.get('limit') ?? '200')),
  }),
  page: (_, devices, isLast) => ({ sims: devices.map(shownByNtt), hasMore: !isLast }),
  shown: shownByNtt,
  statusOf: (text) => simStatuses.find((status) => simStatusLabel[status] === text),
  error(error, message) {
    const [status, code] = nttCodes[error]
    return { status, body: { error: { code, message } } }
  },
}

export const dialects: Readonly<Record<CarrierPlatform, Dialect>> = { jasper, ntt }
