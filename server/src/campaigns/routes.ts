import { ApiError } from '@simdeck/contract/errors.ts'
import { sortOf } from '@simdeck/contract/list.ts'
import { otaKind } from '@simdeck/contract/ota-kinds/kinds.ts'
import { maxTakenBack } from '@simdeck/contract/quarantine.ts'
import { deriveKey } from '../platform/crypto/seal.ts'
import type { Db } from '../platform/db/database.ts'
import { askerOf as turnTakerOf } from '../sims/list/asker.ts'
import type { QuestionQueue } from '../sims/fleet-index/question-queue.ts'
import type { Publish } from '../platform/events/changes.ts'
import { type Handlers, signedIn } from '../platform/http/handler.ts'
import { pageOf, windowOf } from '../platform/http/paging.ts'
import { checkPeriod } from '../platform/http/period.ts'
import { failedSimsOf } from './again/failed.ts'
import { campaignOptionsOf } from './again/options.ts'
import { askerOf } from './approval/ask.ts'
import type { ApprovalMails } from './approval/mails.ts'
import { archiveCampaigns } from './archive.ts'
import { countCampaigns, selectCampaignPage } from './campaign-list-queries.ts'
import { campaignById, withCounts } from './campaigns.ts'
import { campaignsOfGroup } from './group-campaigns.ts'
import { otaLogShape } from './ota-logs.ts'
import { checkResultUrl, resultCsv, signedResultUrl } from './outcomes/result-csv.ts'
import { countOtaLogs, selectOtaLogPage } from './ota-log-queries.ts'
import { countQuarantined, selectQuarantinePage, takeBack } from './quarantine-queries.ts'
import { campaignExists } from './queries.ts'
import { dryRunRollback, startRollback } from './rollback/rollback.ts'
import { changeCampaign } from './rollout/change.ts'
import { freezeSnapshot } from './again/snapshot.ts'
import { cancelSims, stopForMember } from './stop/stop.ts'
import { endStopped } from './stop/end-stopped.ts'
import { dryRun } from './targets/dry-run.ts'
import { heldParameters } from './targets/held-parameters.ts'
import { checkSnapshotUrl, signedSnapshotUrl, snapshotCsv } from './targets/snapshot-csv.ts'
import { checkValues, keepValues } from './targets/script-values.ts'
import { startCampaign } from './targets/start.ts'
import { withoutAppletOf } from './without-applet.ts'

export function campaignRoutes({
  db,
  masterKey,
  publish,
  mails,
  turns,
}: {
  db: Db
  masterKey: string
  publish: Publish
  mails: ApprovalMails
  turns: QuestionQueue
}): Handlers<
  | 'createSnapshot'
  | 'dryRunBulkOta'
  | 'compareHeldParameters'
  | 'putBulkOta'
  | 'listCampaigns'
  | 'archiveCampaigns'
  | 'listGroupCampaigns'
  | 'getCampaign'
  | 'changeCampaign'
  | 'getWithoutApplet'
  | 'getCampaignOptions'
  | 'getFailedSims'
  | 'listOtaLogs'
  | 'cancelOta'
  | 'listQuarantine'
  | 'takeBackSims'
  | 'dryRunRollback'
  | 'rollbackOta'
  | 'getSnapshotCsvUrl'
  | 'downloadSnapshotCsv'
  | 'getResultCsvUrl'
  | 'downloadResultCsv'
> {
  const signingKey = deriveKey(masterKey, 'signed urls')

  return {
    async createSnapshot(call) {
      const { body, language, sentBody } = call
      const freeze = () => freezeSnapshot(db, body, { createdBy: signedIn(call).memberId, language, sentBody })
      const snapshot = await turns.run(turnTakerOf(call), freeze)
      return { id: snapshot.id, total: snapshot.total, createdAt: snapshot.created_at.toISOString() }
    },

    async dryRunBulkOta(call) {
      const { snapshotId, kind, octetsPerSim, octetsInAll, rollout, ...parameters } = call.body
      await checkValues(db, parameters, signedIn(call))
      const requested = { snapshotId, kind, octetsPerSim, octetsInAll, rollout, parameters, language: call.language }
      return turns.run(turnTakerOf(call), () => dryRun(db, requested))
    },

    compareHeldParameters: (call) => turns.run(turnTakerOf(call), () => heldParameters(db, call.body)),

    async putBulkOta(call) {
      const { snapshotId, kind, name, confirmedCount, removalConsent, rollout, wakeSims, approvalNote, ...parameters } = call.body
      const { memberId: createdBy, permissions } = signedIn(call)
      const needs = kind && otaKind(kind).needs?.(parameters)
      if (needs && !permissions.has(needs)) throw new ApiError('noPermission')
      await checkValues(db, parameters, signedIn(call))
      const { language, audit } = call
      const asking = { asker: askerOf(signedIn(call)), note: approvalNote, mails }
      const options = { name, confirmedCount, removalConsent, rollout, wakeSims }
      const begun = keepValues(parameters)
      const requested = { snapshotId, kind, parameters, ...options, createdBy, language, audit, asking, begun }
      const id = await turns.run(turnTakerOf(call), () => startCampaign(db, requested))
      return campaignById(db, id)
    },

    async listCampaigns({ query }) {
      const [totalItems, rows] = await Promise.all([
        countCampaigns(db, query),
        selectCampaignPage(db, query, { sort: sortOf(query.sort), ...windowOf(query) }),
      ])
      return pageOf(await withCounts(db, rows), query, totalItems)
    },

    async archiveCampaigns(call) {
      const { body, audit } = call
      const moved = await archiveCampaigns(db, { ...body, by: signedIn(call).name, audit })
      publish({ campaigns: moved })
      return { changed: moved.length }
    },

    listGroupCampaigns: ({ params, query }) => campaignsOfGroup(db, params.id, query),

    getCampaign: ({ params }) => campaignById(db, params.id),

    async changeCampaign(call) {
      const { params, body, audit } = call
      await changeCampaign(db, {
        campaignId: params.id,
        action: body.action,
        limits: body.limits,
        simIds: body.simIds,
        wave: body.wave,
        maxFailedPercent: body.maxFailedPercent,
        octetsInAll: body.octetsInAll,
        by: signedIn(call).name,
        audit,
      })
      return campaignById(db, params.id)
    },
    getCampaignOptions: ({ params }) => campaignOptionsOf(db, params.id),
    getFailedSims: (call) => turns.run(turnTakerOf(call), () => failedSimsOf(db, call.params.id, call.query.causes ?? null)),
    getWithoutApplet: ({ params, query }) => withoutAppletOf(db, params.id, query.simId ?? null),

    async listOtaLogs({ query, language }) {
      checkPeriod('created', query, language)
      const [totalItems, rows] = await Promise.all([
        countOtaLogs(db, query),
        selectOtaLogPage(db, { filter: query, sort: sortOf(query.sort), ...windowOf(query) }),
      ])
      return pageOf(rows.map(otaLogShape), query, totalItems)
    },

    async cancelOta(call) {
      const { params, body, audit } = call
      const stopped = body?.simIds
        ? { ...(await cancelSims(db, params.id, body.simIds, audit)), continues: false }
        : await stopForMember(db, params.id, { by: signedIn(call).name, audit })
      await endStopped(db, publish, params.id)
      return { cancelled: stopped.simIds.length, continues: stopped.continues }
    },

    async listQuarantine({ query }) {
      const order = sortOf(query.sort)?.order === 'ASC' ? 'asc' : 'desc'
      const [totalItems, rows] = await Promise.all([
        countQuarantined(db, query),
        selectQuarantinePage(db, query, { order, ...windowOf(query) }),
      ])
      return pageOf(
        rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })),
        query,
        totalItems,
      )
    },

    async takeBackSims({ body, audit }) {
      const { simIds, campaignId, causes } = body
      if (simIds === undefined && campaignId === undefined) throw new ApiError('emptyParameters')
      const taken = await db.transaction().execute(async (trx) => {
        const rows = await takeBack(trx, { simIds, campaignId, causes }, maxTakenBack)
        await audit(trx)
        return rows
      })
      publish({ campaigns: [...new Set(taken.map((row) => row.campaign_id))] })
      return {
        simIds: taken.map((row) => row.sim_id),
        left: campaignId === undefined ? 0 : await countQuarantined(db, { campaignId, causes }),
      }
    },

    dryRunRollback(call) {
      const requested = { campaignId: call.params.id, simIds: call.body?.simIds ?? null, createdBy: signedIn(call).memberId }
      return turns.run(turnTakerOf(call), () => dryRunRollback(db, requested))
    },

    async rollbackOta(call) {
      const { params, body, language, audit } = call
      const requested = {
        campaignId: params.id,
        simIds: body?.simIds ?? null,
        confirmedCount: body?.confirmedCount,
        createdBy: signedIn(call).memberId,
        by: signedIn(call).name,
        asking: { asker: askerOf(signedIn(call)), note: body?.approvalNote ?? '', mails },
        mayCancel: signedIn(call).permissions.has('OTA_UPDATE'),
        language,
        audit,
      }
      const id = await turns.run(turnTakerOf(call), () => startRollback(db, requested))
      await endStopped(db, publish, params.id)
      return campaignById(db, id)
    },

    getSnapshotCsvUrl: ({ params }) => signedSnapshotUrl(db, signingKey, params.id, new Date()),

    async downloadSnapshotCsv({ params, query }) {
      const now = new Date()
      checkSnapshotUrl(signingKey, { id: params.id, ...query }, now)
      return { stream: await snapshotCsv(db, params.id), fileName: `ota-snapshot-${Math.floor(now.getTime() / 1000)}.csv` }
    },

    async getResultCsvUrl({ params }) {
      if (!(await campaignExists(db, params.id))) throw new ApiError('campaignNotFound')
      return signedResultUrl(signingKey, params.id, new Date())
    },

    async downloadResultCsv({ params, query }) {
      const now = new Date()
      checkResultUrl(signingKey, { campaignId: params.id, ...query }, now)
      return { stream: resultCsv(db, params.id), fileName: `ota-result-${Math.floor(now.getTime() / 1000)}.csv` }
    },
  }
}
