import type { Db } from '../../platform/db/database.ts'
import { publishAtCommit } from '../../platform/events/publish-at-commit.ts'
import { whileFleetIsLocked } from '../../sims/sql/fleet-lock.ts'
import { announce, announceState } from '../announce.ts'
import { notifyOfCampaign } from '../campaign-notifications.ts'
import { analyzeOtas } from '../progress-queries.ts'
import { projectLater } from '../project-campaigns.ts'
import { listRollback } from '../rollback/list-rollback.ts'
import type { CommonStep, SetupRequest } from '../setup-queries.ts'
import { cancelLater } from '../stop/stop-in-parts.ts'
import { listStart } from '../targets/list-start.ts'
import { insertPart, nextPart, notePart, storeLater } from './part-queries.ts'
import {
  abandonSetup,
  expectWholeFleet,
  finishSetup,
  isStopped,
  lockInSetup,
  noteUnwritten,
  recountSims,
  selectSetup,
  writeListed,
} from './queries.ts'

/** The factor by which the OTAs grow between two times at which the device ports learn of them and PostgreSQL counts them. */
const tellingFactor = 10

/** The campaign was stopped or rejected before its SIMs were listed. */
export class OverBeforeStart extends Error {}

/**
 * Lists the SIMs of a campaign, and then writes their OTAs in parts. The SIMs of a part can start when it is written. Does nothing if the
 * set-up is complete. Throws `OverBeforeStart`, or an `ApiError` if the campaign cannot start; then nothing is written.
 */
export async function setUp(db: Db, id: number, signal: AbortSignal): Promise<void> {
  const found = await selectSetup(db, id)
  if (!found) return
  if (!found.isListed && (await isStopped(db, id))) throw new OverBeforeStart()
  await whileFleetIsLocked(db, async (connection) => {
    // Another node may have continued the set-up while this one waited for the fleet.
    const setup = await selectSetup(connection, id)
    if (!setup) return
    const step = setup.isListed ? setup.step : await connection.transaction().execute((trx) => list(trx, id, setup.request))
    const parts = { id, step, isRepeated: setup.isListed }
    let progress: Progress | null = { written: setup.written, told: 0 }
    while (progress && !(await isStopped(connection, id))) {
      signal.throwIfAborted()
      const { written, told }: Progress = progress
      progress = await connection.transaction().execute((trx) => writePart(trx, parts, { written, told }))
    }
    await connection.transaction().execute((trx) => end(trx, parts))
  })
}

async function list(trx: Db, id: number, request: SetupRequest): Promise<CommonStep | null> {
  await expectWholeFleet(trx)
  const listed = 'rollbackOf' in request ? await listRollback(trx, id, request) : await listStart(trx, id, request)
  if (await lockInSetup(trx, id)) throw new OverBeforeStart()
  await writeListed(trx, id, listed)
  await announceState(trx, id)
  return listed.step
}

/** The number of written OTAs, and their number when the device ports learned of them last. */
type Progress = { written: number; told: number }
type Parts = { id: number; step: CommonStep | null; isRepeated: boolean }

/** Writes the OTAs of the next part, and returns the progress after it; null if all parts are written. */
async function writePart(trx: Db, { id, step, isRepeated }: Parts, before: Progress): Promise<Progress | null> {
  const part = await nextPart(trx, id)
  if (part === null) return null
  await storeLater(trx)
  const otas = await insertPart(trx, id, { part, step, isRepeated })
  await notePart(trx, id, { part, otas })
  const written = before.written + otas
  if (written < tellingFactor * before.told) {
    await announceState(trx, id)
    return { ...before, written }
  }
  await analyzeOtas(trx)
  await publishAtCommit(trx, { campaigns: [id], rereadSims: 'due' })
  return { written, told: written }
}

/** Ends a set-up. A campaign that was stopped meanwhile keeps its SIMs; those that have not begun are cancelled. */
async function end(trx: Db, { id, isRepeated }: Parts): Promise<void> {
  const isOver = await lockInSetup(trx, id)
  if (isOver) await noteUnwritten(trx, id)
  const isEmpty = (isOver || isRepeated) && (await recountSims(trx, id)) === 0
  const problem = isEmpty && !isOver ? 'noTargetSims' : null
  if (isEmpty) await abandonSetup(trx, id, problem)
  else {
    await finishSetup(trx, id)
    await (isOver ? cancelLater(trx, id) : projectLater(trx, id))
  }
  await announce(trx, id)
  if (problem) await notifyOfCampaign(trx, id, { kind: 'campaignNotStarted', problem })
}
