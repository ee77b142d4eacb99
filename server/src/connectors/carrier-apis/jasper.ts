import { z } from 'zod'
import { simStatuses } from '@simdeck/contract/sim-values.ts'
import { type CarrierApi, deviceIccid, maxDevicesOfPage, timeText, words } from './carrier-api.ts'
import { pageAfter } from './windows.ts'

const root = '/rws/api/v1/devices'

const device = z
  .object({ iccid: deviceIccid, status: z.string() })
  .transform(({ iccid, status }) => ({ iccid, status: simStatuses.find((one) => one === status) ?? null }))

/** Cisco IoT Control Center (Jasper): its REST API under `/rws/api/v1`. */
export const jasper: CarrierApi = {
  read: (iccid) => ({ method: 'GET', path: `${root}/${iccid}`, body: null, operation: 'GET /devices/{iccid}' }),
  change: (iccid, to) => ({ method: 'PUT', path: `${root}/${iccid}`, body: { status: to }, operation: 'PUT /devices/{iccid}' }),
  listChanged(since, { from, to }) {
    const size = to - from
    const query = new URLSearchParams({
      modifiedSince: timeText(since),
      pageSize: String(size),
      pageNumber: String(from / size + 1),
    })
    return { method: 'GET', path: `${root}?${query.toString()}`, body: null, operation: 'GET /devices' }
  },
  windowAfter: pageAfter,
  device,
  page: z.object({ devices: z.array(device).max(maxDevicesOfPage), lastPage: z.boolean() }),
  error: z
    .object({ errorCode: z.union([z.string(), z.number().transform(String)]).pipe(words), errorMessage: words })
    .transform(({ errorCode: code, errorMessage: message }) => ({ code, message })),
  overLimitCode: '40000029',
}
