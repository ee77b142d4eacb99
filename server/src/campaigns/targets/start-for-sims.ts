import { ApiError } from '@simdeck/contract/errors.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import type { OtaKindName } from '@simdeck/contract/ota-kinds/kinds.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Audit, type Caller, signedIn } from '../../platform/http/handler.ts'
import { freezeTargets } from '../../sims/selections/selections.ts'
import { askerOf } from '../approval/ask.ts'
import type { ApprovalMails } from '../approval/mails.ts'
import { dryRun } from './dry-run.ts'
import { exclusionWords } from './exclusion-words.ts'
import { startCampaign } from './start.ts'

/** A call that starts a campaign for named SIMs. */
export type StartingCall = { caller: Caller | null; language: Language; audit: Audit }

export type SimsToStart = {
  simIds: number[]
  kind: OtaKindName
  parameters: Record<string, unknown>
  name?: string | undefined
}

/**
 * Starts a campaign for named SIMs, as `PUT /admin/bulkOTA` does, and writes the call's row of the action log. Returns its id. If no SIM can
 * take part, the error tells the first reason.
 */
export type StartForSims = (call: StartingCall, wanted: SimsToStart) => Promise<number>

export const startForSims =
  ({ db, mails }: { db: Db; mails: ApprovalMails }): StartForSims =>
  async (call, { simIds, kind, parameters, name }) => {
    const caller = signedIn(call)
    const snapshot = await freezeTargets(db, { simIds }, caller.memberId, null)
    const starting = startCampaign(db, {
      snapshotId: snapshot.id,
      kind,
      parameters,
      name,
      confirmedCount: undefined,
      removalConsent: false,
      rollout: undefined,
      createdBy: caller.memberId,
      language: call.language,
      audit: call.audit,
      asking: { asker: askerOf(caller), note: '', mails },
    })
    return starting.catch(async (error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== 'noTargetSims') throw error
      const { excluded } = await dryRun(db, { snapshotId: snapshot.id, kind, parameters, language: call.language })
      throw excluded[0] ? new ApiError('noTargetSims', { detail: exclusionWords[excluded[0].reason] }) : error
    })
  }
