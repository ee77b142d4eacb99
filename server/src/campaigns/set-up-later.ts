import type { Db } from '../platform/db/database.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import { insertSetup, type SetupRequest } from './setup-queries.ts'

/** The OTAs of a campaign over more SIMs are written after the call, by a stored job. */
export const maxInCall = 10_000

export const setupQueue = 'campaign setups'

/** Stores the set-up of a campaign, which a node begins as soon as the transaction commits. No SIM starts before it is complete. */
export async function setUpLater(trx: Db, campaignId: number, request: SetupRequest): Promise<void> {
  await insertSetup(trx, campaignId, request)
  await enqueue(trx, setupQueue, campaignId)
}
