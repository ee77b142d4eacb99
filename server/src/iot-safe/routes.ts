import { ApiError } from '@simdeck/contract/errors.ts'
import type { IotSafeSim } from '@simdeck/contract/iot-safe-sims.ts'
import { sortOf } from '@simdeck/contract/list.ts'
import type { Db } from '../platform/db/database.ts'
import type { Handlers } from '../platform/http/handler.ts'
import { pageOf, windowOf } from '../platform/http/paging.ts'
import { countIotSafeSims, type IotSafeOrder, type IotSafeRow, selectIotSafePage, selectIotSafeSim } from './queries.ts'

export function iotSafeRoutes({ db }: { db: Db }): Handlers<'listIotSafeSims' | 'getIotSafeSim'> {
  return {
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
