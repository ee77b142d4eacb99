import { randomInt } from 'node:crypto'
import { maxUnanswered } from '@simdeck/contract/rollout.ts'
import type { OtaJobRow } from '../../ota-kinds/kind.ts'
import type { Db } from '../../platform/db/database.ts'
import { isLimited, type Locked, stopped } from './slots.ts'
import { putUnanswered, waitUntil } from './slot-queries.ts'

/** Minutes until the next session after the limit of unanswered ones, and after each further one. */
const waitMinutes = [5, 30] as const
/** Percent of the wait, so that SIMs of one cell do not come back together. */
const jitterPercent = [80, 121] as const

/** The OTAs after an unanswered session. `jobId` is that of the session, null if it is not open. `waits`: it has no further session now. */
export type Unanswered<Open> = { locked: Open; jobId: number | null; waits: boolean }

/**
 * Counts a session in which the card answered nothing. In a campaign that limits its sessions, the OTA waits from the third one on, because
 * each further session would take the place of a SIM that the server can reach.
 */
export async function countUnanswered<Open extends Locked>(trx: Db, locked: Open, sessionJobId: number): Promise<Unanswered<Open>> {
  const row = locked.rows.find(({ id }) => id === sessionJobId)
  if (!row) return { locked, jobId: null, waits: false }
  const unanswered = row.unanswered + 1
  const waits = unanswered >= maxUnanswered && isLimited(row)
  await putUnanswered(trx, row.id, unanswered)
  if (!waits) return { locked, jobId: row.id, waits }
  // The install of a replacement waits with its removal.
  const isWaiting = ({ campaign_id: campaignId, step }: OtaJobRow) => campaignId === row.campaign_id && step >= row.step
  const ids = locked.rows.filter(isWaiting).map(({ id }) => id)
  await waitUntil(trx, ids, nextSessionAt(unanswered, new Date()))
  return { locked: stopped(locked, isWaiting), jobId: row.id, waits }
}

/** Records the first answer of a card in a session. */
export async function endUnanswered(trx: Db, { rows }: Locked, sessionJobId: number): Promise<void> {
  const row = rows.find(({ id }) => id === sessionJobId)
  if (row && row.unanswered > 0) await putUnanswered(trx, row.id, 0)
}

function nextSessionAt(unanswered: number, now: Date): Date {
  const minutes = waitMinutes[Math.min(unanswered - maxUnanswered, waitMinutes.length - 1)] ?? waitMinutes[0]
  return new Date(now.getTime() + minutes * 600 * randomInt(...jitterPercent))
}
