import { ApiError } from '@simdeck/contract/errors.ts'
import { type DifferenceKind, differenceKinds, type DifferingSim, type DriftFigures, type getDriftExtras } from '@simdeck/contract/drift.ts'
import type { ResponseOf } from '@simdeck/contract/endpoint.ts'
import { sortOf } from '@simdeck/contract/list.ts'
import { deriveKey } from '../platform/crypto/seal.ts'
import type { Db } from '../platform/db/database.ts'
import type { Publish } from '../platform/events/changes.ts'
import { type Handlers, signedIn } from '../platform/http/handler.ts'
import { pageOf, windowOf } from '../platform/http/paging.ts'
import { inTime, timeLimits } from '../platform/db/time-limit.ts'
import { simsByIds } from '../sims/sims.ts'
import { acceptContent } from './accept.ts'
import { checkDriftUrl, driftCsv, signedDriftUrl } from './csv.ts'
import type { FleetCount } from './fleet-count.ts'
import { countDiffering, type DifferingRow, selectDifferingPage } from './queries.ts'
import { extrasOf, remediesOf, simDriftOf } from './sim-drift.ts'

/** The number of SIMs from which a list without a search takes its total from the figures of the fleet, which are counted less often. */
const mostCounted = 10_000
/** More than any fleet has. */
const mostFound = 100_000_000

const ofKind = ({ kinds }: DriftFigures, kind: DifferenceKind | undefined): number =>
  kind === undefined ? differenceKinds.reduce((sum, one) => sum + kinds[one], 0) : kinds[kind]

/** Handles the calls about differences between cards and the content that they should have. */
export function driftRoutes({
  db,
  publish,
  figures,
  extras,
  masterKey,
}: {
  db: Db
  masterKey: string
  publish: Publish
  figures: FleetCount<DriftFigures>
  extras: FleetCount<ResponseOf<typeof getDriftExtras>>
}): Handlers<
  | 'listDifferingSims'
  | 'getDriftCsvUrl'
  | 'downloadDriftCsv'
  | 'getDriftFigures'
  | 'getDriftRemedies'
  | 'getDriftExtras'
  | 'getSimDrift'
  | 'acceptSimContent'
> {
  const signingKey = deriveKey(masterKey, 'signed urls')
  return {
    async listDifferingSims({ query }) {
      const order = sortOf(query.sort)?.order === 'ASC' ? 'asc' : 'desc'
      const { rows, counted } = await inTime(db, timeLimits.list, async (trx) => ({
        rows: await selectDifferingPage(trx, query, { order, ...windowOf(query) }),
        counted: await countDiffering(trx, query, query.search === undefined ? mostCounted : mostFound),
      }))
      const total = query.search === undefined && counted === mostCounted ? ofKind(await figures.value(), query.kind) : counted
      return pageOf(rows.map(shownRow), query, total)
    },

    getDriftCsvUrl: async ({ query }) => signedDriftUrl(signingKey, query, new Date()),

    async downloadDriftCsv({ query }) {
      const now = new Date()
      checkDriftUrl(signingKey, query, now)
      return { stream: driftCsv(db, query), fileName: `drift-${Math.floor(now.getTime() / 1000)}.csv` }
    },

    getDriftFigures: () => figures.value(),

    getDriftRemedies: ({ query }) => inTime(db, timeLimits.list, (trx) => remediesOf(trx, query)),

    getDriftExtras: ({ query: { extra } }) =>
      extra === undefined ? extras.value() : inTime(db, timeLimits.list, (trx) => extrasOf(trx, extra)),

    async getSimDrift({ params: { id } }) {
      const [sim] = await simsByIds(db, [id])
      if (!sim) throw new ApiError('simNotFound')
      return simDriftOf(db, id)
    },

    async acceptSimContent(call) {
      const result = await db.transaction().execute(async (trx) => {
        const done = await acceptContent(trx, [...new Set(call.body.simIds)], signedIn(call).name)
        const subjects = done.accepted.map((id) => `sim:${id}` as const)
        await call.audit(trx, undefined, { sims: done.accepted.length, subjects })
        return done
      })
      publish({ sims: result.accepted, drift: result.accepted.slice(0, 1) })
      return result
    },
  }
}

/** Values of a row that an earlier version stored, until it is compared anew. */
const storedBefore = { protectedBy: null, applets: [] }

function shownRow({ leading, campaign_id: campaignId, read_at: readAt, ...row }: DifferingRow): DifferingSim {
  const { packageId: _, ...difference } = leading
  return { ...storedBefore, ...difference, ...row, campaignId, readAt: readAt.toISOString() }
}
