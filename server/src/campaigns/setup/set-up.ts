import type { Db } from '../../platform/db/database.ts'
import type { Publish } from '../../platform/events/changes.ts'
import { whileFleetIsLocked } from '../../sims/sql/fleet-lock.ts'
import { announce } from '../announce.ts'
import { analyzeOtas } from '../progress-queries.ts'
import { projectLater } from '../project-campaigns.ts'
import { listRollback } from '../rollback/list-rollback.ts'
import type { CommonStep, SetupRequest } from '../setup-queries.ts'
import { cancelLater } from '../stop/stop-in-parts.ts'
import { listStart } from '../targets/list-start.ts'
import { insertPart, nextPart, notePart, storeLater } from './part-queries.ts'
import { abandonSetup, expectWholeFleet, finishSetup, isStopped, lockInSetup, recountSims, type Setup, writeListed } from './queries.ts'

/** The factor by which the OTAs grow between two times at which the device ports learn of them and PostgreSQL counts them. */
const tellingFactor = 10

/** The campaign was stopped or rejected before its SIMs were listed. */
export class OverBeforeStart extends Error {}

/**
 * Lists the SIMs of a campaign, and then writes their OTAs in parts. The SIMs of a part can start when it is written. Throws
 * `OverBeforeStart`, or an `ApiError` if the campaign cannot start; then nothing is written.
 */
export async function setUp(
  { db, publish }: { db: Db; publish: Publish },
  { id, setup, signal }: { id: number; setup: Setup; signal: AbortSignal },
): Promise<void> {
  if (!setup.isListed && (await isStopped(db, id))) throw new OverBeforeStart()
  await whileFleetIsLocked(db, async (connection) => {
    const step = setup.isListed ? setup.step : await connection.transaction().execute((trx) => list(trx, id, setup.request))
    publish({ campaigns: [id] })
    const parts = { id, step, isRepeated: setup.isListed }
    let { written } = setup
    for (let told = 0; !(await isStopped(connection, id));) {
      signal.throwIfAborted()
      const otas = await connection.transaction().execute((trx) => writePart(trx, parts))
      if (otas === null) break
      written += otas
      publish({ campaigns: [id] })
      if (written < tellingFactor * told) continue
      told = written
      await analyzeOtas(connection)
      publish({ rereadSims: 'due' })
    }
    await connection.transaction().execute((trx) => end(trx, parts))
  })
}

async function list(trx: Db, id: number, request: SetupRequest): Promise<CommonStep | null> {
  await expectWholeFleet(trx)
  const listed = 'rollbackOf' in request ? await listRollback(trx, id, request) : await listStart(trx, id, request)
  if (await lockInSetup(trx, id)) throw new OverBeforeStart()
  await writeListed(trx, id, listed)
  return listed.step
}

type Parts = { id: number; step: CommonStep | null; isRepeated: boolean }

/** Writes the OTAs of the next part, and returns their number; null if all parts are written. */
async function writePart(trx: Db, { id, step, isRepeated }: Parts): Promise<number | null> {
  const part = await nextPart(trx, id)
  if (part === null) return null
  await storeLater(trx)
  const otas = await insertPart(trx, id, { part, step, isRepeated })
  await notePart(trx, id, { part, otas })
  return otas
}

/** Ends a set-up. A campaign that was stopped meanwhile keeps the SIMs whose OTAs are written; those that have not begun are cancelled. */
async function end(trx: Db, { id, isRepeated }: Parts): Promise<void> {
  const isOver = await lockInSetup(trx, id)
  if ((isOver || isRepeated) && (await recountSims(trx, id)) === 0) await abandonSetup(trx, id, isOver ? null : 'noTargetSims')
  else {
    await finishSetup(trx, id)
    await (isOver ? cancelLater(trx, id) : projectLater(trx, id))
  }
  await announce(trx, id)
}
