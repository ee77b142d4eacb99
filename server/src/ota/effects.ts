import { swHex } from '@simdeck/protocol/apdu.ts'
import type { JobProgress, ServerEffect } from '@simdeck/protocol/ota/server-state.ts'
import type { Db } from '../platform/db/database.ts'
import { projectProgress } from '../campaigns/progress.ts'
import type { OtaJobRow } from '../ota-kinds/kind.ts'
import { kindOfRow } from '../ota-kinds/kinds.ts'
import { settleKeys } from '../key-sets/rotation.ts'
import { endKeyAnswer, putKeyAnswer } from '../packages/content/key-answers.ts'
import { refreshDifferences } from '../packages/content/refresh.ts'
import type { LockedJobs } from './ota-jobs.ts'
import { updateJob } from './queries.ts'
import { afterFailure, forNextAttempt } from './retries.ts'
import { toStored } from './stored.ts'

/** Changes of a step, to be published after the commit. */
export type Changed = {
  jobIds: number[]
  /** True if the row of the SIM was written. */
  sim: boolean
  /** True if the card was read, or if the differences between the card and its record have changed. */
  drift: boolean
  /** Campaigns in which a status changed, and those among them in which an OTA ended. */
  campaignIds: number[]
  endedCampaignIds: number[]
  acked: number
  /** True if new keys of the poller were sent, under which the next POLL may come. */
  sendsKeys: boolean
  /** With status Ready: an attempt failed, and another one follows. */
  ended: { status: string; code: number | null }[]
}

export const nothingChanged: Changed = {
  jobIds: [],
  sim: false,
  drift: false,
  campaignIds: [],
  endedCampaignIds: [],
  acked: 0,
  sendsKeys: false,
  ended: [],
}

/**
 * Writes progress and effects of a step in its transaction: first the rows of OTAs, then, after a change of a status, the row of the SIM.
 */
export async function applyEffects(
  trx: Db,
  { rows, jobs, moved, pollerAid }: LockedJobs,
  { effects, progress }: { effects: readonly ServerEffect[]; progress: readonly { jobId: number; progress: JobProgress }[] },
): Promise<Changed> {
  const changes = new Map<number, Parameters<typeof updateJob>[2]>()
  const change = (jobId: number, more: Parameters<typeof updateJob>[2]) => changes.set(jobId, { ...changes.get(jobId), ...more })
  if (moved) change(moved.jobId, { acked: moved.progress.script?.acked ?? 0, knowledge: toStored(moved.progress) })
  for (const { jobId, progress: next } of progress) change(jobId, { knowledge: toStored(next) })
  const now = new Date()
  const changed: Changed = {
    jobIds: [],
    sim: effects.some(({ type }) => type !== 'acked'),
    drift: false,
    campaignIds: [],
    endedCampaignIds: [],
    acked: 0,
    sendsKeys: false,
    ended: [],
  }
  let lastTitle: string | null = null
  for (const effect of effects) {
    switch (effect.type) {
      case 'started':
        change(effect.jobId, { status: 'Started', started_at: now, code: null, sw: null, failed_command: null, not_before: null })
        break
      case 'scriptPinned':
        change(effect.jobId, { total: effect.total, acked: 0, channel_at: now })
        changed.sendsKeys ||= rows.some(({ id, kind }) => id === effect.jobId && kind === 'poller-keys')
        break
      case 'acked':
        lastTitle = effect.results.at(-1)?.title ?? null
        changed.acked += effect.results.length
        change(effect.jobId, { acked: effect.acked, total: effect.total })
        break
      case 'interrupted':
        change(effect.jobId, { status: 'Interrupted', code: effect.code })
        break
      case 'ended': {
        const row = rows.find(({ id }) => id === effect.jobId)
        const after = row ? await afterFailure(trx, row, effect, now) : null
        const retry = row && after && 'retry' in after ? after.retry : null
        changed.ended.push({ status: retry ? 'Ready' : effect.status, code: effect.code })
        change(effect.jobId, {
          status: effect.status,
          code: effect.code,
          sw: effect.sw === null ? null : swHex(effect.sw),
          reason: effect.reason ?? (after && !retry ? 'quarantined' : reasonOf(rows, effect)),
          failed_command: effect.status === 'Failed' ? lastTitle : null,
          finished_at: now,
          not_before: null,
          // A POLL that ends an OTA opens no session for it.
          polled_at: now,
        })
        if (!row || !retry) break
        const reached = progress.find(({ jobId }) => jobId === row.id) ?? jobs.find(({ jobId }) => jobId === row.id)
        const knowledge = reached && { knowledge: toStored(forNextAttempt(reached.progress)) }
        change(row.id, { ...retry, ...knowledge, status: 'Ready', finished_at: null })
        // The install of a replacement waits with its removal.
        for (const { id, campaign_id, step } of rows)
          if (campaign_id === row.campaign_id && step > row.step) change(id, { not_before: retry.not_before })
        break
      }
      case 'keySetFound': {
        const row = rows.find(({ id }) => id === effect.jobId)
        if (row) await settleKeys(trx, row.sim_id, effect.keyVersionNumber)
        break
      }
      case 'sessionEnded':
        break
    }
  }
  for (const row of rows) {
    const values = changes.get(row.id)
    if (!values) continue
    const interruptions = effects.filter((effect) => effect.type === 'interrupted' && effect.jobId === row.id).length
    await updateJob(trx, row.id, {
      ...values,
      updated_at: now,
      started_at: row.started_at ?? values.started_at,
      channel_at: row.channel_at ?? values.channel_at,
      polled_at: row.polled_at ?? values.polled_at,
      ...(interruptions === 0 ? {} : { interruptions: row.interruptions + interruptions }),
    })
    changed.jobIds.push(row.id)
    if (values.status) changed.campaignIds.push(row.campaign_id)
    if (values.status && values.finished_at) {
      changed.endedCampaignIds.push(row.campaign_id)
      const kind = kindOfRow(row)
      const found = foundOf(effects, row.id)
      const hasSucceeded = values.status === 'Succeeded' || values.status === 'NotFound'
      const others = await (hasSucceeded ? kind.record(trx, row, found, pollerAid) : kind.recordFailure?.(trx, row, found))
      changed.jobIds.push(...(others ?? []))
    }
  }
  if (isWithoutKeySet(rows, effects)) changed.drift = await refreshAfterKeyAnswer(trx, rows[0]!.sim_id)
  else if (hasOpenedChannel(jobs, effects) && (await endKeyAnswer(trx, rows[0]!.sim_id)))
    changed.drift = await refreshDifferences(trx, rows[0]!.sim_id, { pollerAid })
  const changer = rows.find((row) => changes.get(row.id)?.finished_at && (row.package_aid !== null || readsContent(row)))
  const isRead = changer !== undefined && readsContent(changer)
  if (changer) changed.drift = (await refreshDifferences(trx, changer.sim_id, { isRead, pollerAid })) || isRead || changed.drift
  if (changed.sim && changed.jobIds.length > 0) {
    const appletTypesChanged = rows.filter(({ id }) => changed.jobIds.includes(id)).map((row) => row.applet_type)
    await projectProgress(trx, { jobIds: changed.jobIds, appletTypes: [...new Set(appletTypesChanged)] })
  }
  return changed
}

/** True for an OTA that reads the content of the card. */
const readsContent = ({ kind }: OtaJobRow): boolean => kind === 'inventory' || kind === 'poller-switch'

/** True if an OTA has failed because the card has no key set of the recorded version, before it opened a channel. */
const isWithoutKeySet = (rows: readonly OtaJobRow[], effects: readonly ServerEffect[]): boolean =>
  effects.some(
    (effect) =>
      effect.type === 'ended' &&
      effect.status === 'Failed' &&
      effect.sw === swNoKeySet &&
      rows.some(({ id, channel_at: channelAt }) => id === effect.jobId && channelAt === null) &&
      !effects.some((other) => other.type === 'scriptPinned' && other.jobId === effect.jobId),
  )

/** True if an OTA has succeeded in a secure channel, which proves the keys of the record. */
const hasOpenedChannel = (jobs: LockedJobs['jobs'], effects: readonly ServerEffect[]): boolean =>
  effects.some(
    (effect) =>
      effect.type === 'ended' &&
      (effect.status === 'Succeeded' || effect.status === 'NotFound') &&
      jobs.some(({ jobId, progress }) => jobId === effect.jobId && (progress.script?.channel ?? null) !== null),
  )

async function refreshAfterKeyAnswer(trx: Db, simId: number): Promise<boolean> {
  await putKeyAnswer(trx, simId)
  return refreshDifferences(trx, simId)
}

/** The status word of INITIALIZE UPDATE for an unknown key version (GPC Amendment D §7.1.1.6). */
const swNoKeySet = 0x6a88

type Ended = Extract<ServerEffect, { type: 'ended' }>

/** Reason that the kind of the OTA returns for the status word that ended it. */
function reasonOf(rows: readonly OtaJobRow[], { jobId, sw }: Ended): string | null {
  const row = rows.find(({ id }) => id === jobId)
  return row && sw !== null ? (kindOfRow(row).reasonOf?.(row, sw) ?? null) : null
}

function foundOf(effects: readonly ServerEffect[], jobId: number): unknown {
  return effects.find((effect): effect is Ended => effect.type === 'ended' && effect.jobId === jobId)?.found ?? null
}
