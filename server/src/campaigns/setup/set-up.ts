import type { Db } from '../../platform/db/database.ts'
import type { Publish } from '../../platform/events/changes.ts'
import { lockFleet } from '../../sims/sql/fleet-lock.ts'
import { projectLater } from '../project-campaigns.ts'
import { listRollback } from '../rollback/list-rollback.ts'
import type { SetupRequest } from '../setup-queries.ts'
import { listStart } from '../targets/list-start.ts'
import { completeOtaList, createOtaList, finishSetup, insertListedOtas, lockInSetup, noteProgress } from './queries.ts'

/** OTAs that are written between two reports of the progress. */
const otasAtOnce = 50_000

/** The campaign was stopped or rejected before its OTAs were complete. */
export class OverBeforeStart extends Error {}

/**
 * Writes the OTAs of a campaign in one transaction, and reports the progress outside it. Throws `OverBeforeStart`, or an `ApiError` if the
 * campaign cannot start; then nothing is written.
 */
export async function setUp(
  { db, publish }: { db: Db; publish: Publish },
  { id, request, signal }: { id: number; request: SetupRequest; signal: AbortSignal },
): Promise<void> {
  async function report(written: number, otas: number | null): Promise<void> {
    signal.throwIfAborted()
    const isOver = await noteProgress(db, id, written, otas)
    publish({ campaigns: [id] })
    if (isOver) throw new OverBeforeStart()
  }

  await report(0, null)
  await db.transaction().execute(async (trx) => {
    await lockFleet(trx)
    await createOtaList(trx)
    const found = 'rollbackOf' in request ? await listRollback(trx, request) : await listStart(trx, request)
    const otas = await completeOtaList(trx)
    for (let written = 0; written < otas; written += otasAtOnce) {
      await report(written, otas)
      await insertListedOtas(trx, id, written, written + otasAtOnce)
    }
    await report(otas, otas)
    if (await lockInSetup(trx, id)) throw new OverBeforeStart()
    await finishSetup(trx, id, found)
    await projectLater(trx, id)
  })
}
