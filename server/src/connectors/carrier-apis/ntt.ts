import { z } from 'zod'
import { simStatusLabel } from '@simdeck/contract/sim-value-words.ts'
import { simStatuses } from '@simdeck/contract/sim-values.ts'
import { type CarrierApi, deviceIccid, maxDevicesOfPage, timeText, words } from './carrier-api.ts'
import { placesAfter } from './windows.ts'

const root = '/api/v1/sims'

const device = z
  .object({ iccid: deviceIccid, status: z.string() })
  .transform(({ iccid, status }) => ({ iccid, status: simStatuses.find((one) => simStatusLabel[one] === status) ?? null }))

/** The REST API of NTT's platform as docs/spec-gaps.md describes it: it spells statuses as labels, and counts its lists by offset. */
export const ntt: CarrierApi = {
  read: (iccid) => ({ method: 'GET', path: `${root}/${iccid}`, body: null, operation: 'GET /sims/{iccid}' }),
  change: (iccid, to) => ({
    method: 'PUT',
    path: `${root}/${iccid}/status`,
    body: { status: simStatusLabel[to] },
    operation: 'PUT /sims/{iccid}/status',
  }),
  listChanged(since, { from, to }) {
    const query = new URLSearchParams({ updatedSince: timeText(since), offset: String(from), limit: String(to - from) })
    return { method: 'GET', path: `${root}?${query.toString()}`, body: null, operation: 'GET /sims' }
  },
  windowAfter: placesAfter,
  device,
  page: z
    .object({ sims: z.array(device).max(maxDevicesOfPage), hasMore: z.boolean() })
    .transform(({ sims: devices, hasMore }) => ({ devices, lastPage: !hasMore })),
  error: z.object({ error: z.object({ code: words, message: words }) }).transform(({ error }) => error),
}
