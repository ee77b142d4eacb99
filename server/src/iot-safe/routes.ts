import { ApiError } from '@simdeck/contract/errors.ts'
import type { IotSafeSegment, IotSafeSim } from '@simdeck/contract/iot-safe-sims.ts'
import { sortOf } from '@simdeck/contract/list.ts'
import type { Db } from '../platform/db/database.ts'
import type { Handlers } from '../platform/http/handler.ts'
import { pageOf, windowOf } from '../platform/http/paging.ts'
import { keptFor } from '../platform/kept-for.ts'
import { countIotSafeSims, type IotSafeOrder, type IotSafeRow, selectIotSafePage, selectIotSafeSim } from './queries.ts'
import { countSegments } from './segments-queries.ts'

/** The figures are counted again after this many times the time that they took, so that they never take more than a twentieth of a core. */
const figuresTimes = 20

export function iotSafeRoutes({ db }: { db: Db }): Handlers<'listIotSafeSims' | 'iotSafeFigures' | 'getIotSafeSim'> {
  const figures = keptFor(figuresTimes, async () => {
    const counts = new Map((await countSegments(db)).map(({ segment, count }) => [segment, count]))
    const of = (segment: IotSafeSegment): number => counts.get(segment) ?? 0
    return { active: of('active'), pending: of('pending'), attention: of('attention'), none: of('none') }
  })
  return {
    iotSafeFigures: () => figures(),

    async listIotSafeSims({ query }) {
      const sort = sortOf(query.sort)
      const order = sort && { field: sort.field as NonNullable<IotSafeOrder>['field'], isDescending: sort.order === 'DESC' }
      const [total, rows] = await Promise.all([countIotSafeSims(db, query), selectIotSafePage(db, query, { order, ...windowOf(query) })])
      return pageOf(rows.map(shapeOf), query, total)
    },

    async getIotSafeSim({ params }) {
      const row = await selectIotSafeSim(db, params.simId)
      if (!row) throw new ApiError('iotSafeSimNotFound')
      return { ...shapeOf(row), instanceAID: row.instance_aid, listed: row.listed, changedSince: row.changed_since }
    },
  }
}

function shapeOf(row: IotSafeRow): IotSafeSim {
  const { id, iccid, device_alias, version, objects, free_octets: freeOctets, read_at: readAt, last_poll: lastPoll } = row
  const at = (time: Date | null): string | null => time?.toISOString() ?? null
  return {
    id,
    iccid,
    device_alias,
    version,
    objects,
    freeOctets,
    readAt: at(readAt),
    newest: row.newest,
    certificates: row.valid.certificates,
    earliestEnd: row.valid.earliestEnd && new Date(row.valid.earliestEnd).toISOString(),
    last_polled_at: at(lastPoll),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
