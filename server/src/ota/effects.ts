import { actionTypes, appletTypes } from '@simdeck/contract/ota-progress.ts'
import { swHex } from '@simdeck/protocol/apdu.ts'
import type { JobProgress, ServerEffect } from '@simdeck/protocol/ota/server-state.ts'
import type { Db } from '../db/database.ts'
import { projectProgress } from './progress.ts'
import { jobById, type JobRow, packageNames, updateJob, updateSim } from './queries.ts'
import { toStored } from './stored.ts'

/** What a step changed, for those who are told after the commit. */
export type Changed = { jobIds: number[]; endedCampaignIds: number[]; acked: number; ended: { status: string; code: number | null }[] }

export const nothingChanged: Changed = { jobIds: [], endedCampaignIds: [], acked: 0, ended: [] }

/** Writes progress and effects of a step, in its transaction: OTA rows, then the SIM's row. */
export async function applyEffects(
  trx: Db,
  simId: number,
  effects: readonly ServerEffect[],
  progress: readonly { jobId: string; progress: JobProgress }[],
): Promise<Changed> {
  const changes = new Map<string, Parameters<typeof updateJob>[2]>()
  const change = (jobId: string, more: Parameters<typeof updateJob>[2]) => changes.set(jobId, { ...changes.get(jobId), ...more })
  for (const { jobId, progress: next } of progress) change(jobId, { knowledge: toStored(next) })
  const changed: Changed = { jobIds: [], endedCampaignIds: [], acked: 0, ended: [] }
  const now = new Date()
  let lastTitle: string | null = null
  for (const effect of effects) {
    switch (effect.type) {
      case 'started':
        change(effect.jobId, { status: 'Started', started_at: now, code: null, sw: null })
        break
      case 'scriptPinned':
        change(effect.jobId, { total: effect.total, acked: 0, channel_at: now })
        break
      case 'acked':
        lastTitle = effect.results.at(-1)?.title ?? null
        changed.acked += effect.results.length
        change(effect.jobId, { acked: effect.acked, total: effect.total })
        break
      case 'interrupted':
        change(effect.jobId, { status: 'Interrupted', code: effect.code })
        break
      case 'ended':
        changed.ended.push({ status: effect.status, code: effect.code })
        change(effect.jobId, {
          status: effect.status,
          code: effect.code,
          sw: effect.sw === null ? null : swHex(effect.sw),
          reason: effect.cancelled ? 'cancelled' : null,
          failed_command: effect.status === 'Failed' ? lastTitle : null,
          finished_at: now,
        })
        break
      case 'sessionEnded':
        break
    }
  }
  for (const [jobId, values] of changes) {
    const job = await jobById(trx, Number(jobId))
    if (!job) continue
    const interruptions = progress.find((entry) => entry.jobId === jobId)?.progress.interruptions
    await updateJob(trx, job.id, {
      ...values,
      started_at: job.started_at ?? values.started_at,
      channel_at: job.channel_at ?? values.channel_at,
      ...(interruptions === undefined ? {} : { interruptions }),
    })
    changed.jobIds.push(job.id)
    if (values.status && values.finished_at) {
      changed.endedCampaignIds.push(job.campaign_id)
      if (values.status === 'Succeeded' || values.status === 'NotFound') await recordOutcome(trx, simId, job)
    }
  }
  if (changed.jobIds.length > 0) await projectProgress(trx, { jobIds: changed.jobIds })
  return changed
}

/** What the SIM holds after an OTA that ended well. */
async function recordOutcome(trx: Db, simId: number, job: JobRow): Promise<void> {
  const installed = job.action_type === actionTypes.INSTALL_PACKAGE
  if (job.applet_type === appletTypes.poller) {
    await updateSim(trx, simId, { standby_poller_instance_aid: installed ? job.instance_aid : null })
    return
  }
  const held = installed && job.package_id !== null ? await packageNames(trx, job.package_id) : undefined
  await updateSim(trx, simId, {
    other_package_id: held ? job.package_id : null,
    other_instance_aid: held ? job.instance_aid : null,
    other_applet_name: held?.name ?? null,
    other_applet_version: held?.ota_version ?? null,
  })
}
