import { z } from 'zod'
import type { ApprovalOutcome } from '@simdeck/contract/campaign-approval.ts'
import type { CampaignChange, getCampaignHistory, LimitChange } from '@simdeck/contract/campaign-report.ts'
import { basePaths, endpoints, fillPath } from '@simdeck/contract/endpoints.ts'
import type { ResponseOf } from '@simdeck/contract/endpoint.ts'
import { limitChanges } from '@simdeck/contract/rollout.ts'
import type { Db } from '../../platform/db/database.ts'
import { campaignById } from '../campaigns.ts'
import { selectEvents } from '../event-queries.ts'
import { type ChangeRow, selectChanges, selectEmails } from './history-queries.ts'

type History = ResponseOf<typeof getCampaignHistory>

const maxChanges = 200
/** The entry of a call and what the call writes have nearly the same time, because they are written in one transaction. */
const sameMs = 5_000

const loggedParams = z.object({
  action: z.string().optional(),
  wave: z.number().optional(),
  maxFailedPercent: z.number().nullable().optional(),
  archived: z.boolean().optional(),
  octetsInAll: z.number().nullable().optional(),
  limits: limitChanges.optional(),
  /** A long list is cut, and ends with the number of its entries, `… 250`. */
  simIds: z.array(z.union([z.number(), z.string()])).optional(),
})
type LoggedParams = z.infer<typeof loggedParams>
const sizeOf = (simIds: readonly (number | string)[]): number => {
  const last = simIds.at(-1)
  return typeof last === 'string' ? Number(last.replace(/\D/g, '')) : simIds.length
}
const isSame = (one: Date, other: Date): boolean => Math.abs(one.getTime() - other.getTime()) < sameMs
const urlOf = (path: string, id: number) => basePaths.ota + fillPath(path, { id })

const changeOfOutcome: Readonly<Record<ApprovalOutcome, CampaignChange>> = {
  approved: 'approve',
  rejected: 'reject',
  withdrawn: 'withdraw',
  expired: 'expire',
}

/** The changes of a campaign, newest first. Throws `ApiError('campaignNotFound')`. */
export async function historyOf(db: Db, id: number): Promise<History> {
  const { createdAt, createdBy, waves, approval } = await campaignById(db, id)
  const urls = {
    cancel: urlOf(endpoints.cancelOta.path, id),
    rollback: urlOf(endpoints.rollbackOta.path, id),
    change: urlOf(endpoints.changeCampaign.path, id),
  }
  const archiveUrl = basePaths.ota + endpoints.archiveCampaigns.path
  const rows = await selectChanges(db, { since: new Date(createdAt), urls: Object.values(urls), archiveUrl, id, limit: maxChanges })
  const [events, emails] = await Promise.all([selectEvents(db, id, maxChanges), selectEmails(db, id)])
  const nothing = {
    wave: null,
    maxFailedPercent: null,
    sims: null,
    limits: [],
    failed: null,
    ended: null,
    octets: null,
    budget: null,
    email: null,
  }
  const byMembers: History = rows.map((row) => {
    const params: LoggedParams = loggedParams.safeParse(JSON.parse(row.params)).data ?? {}
    const change = changeOf(row, params)
    const { wave, maxFailedPercent, octetsInAll, simIds } = params
    const given: Partial<Record<LimitChange['name'], number | null | undefined>> =
      change === 'resume' ? { maxFailedPercent, octetsInAll } : { ...params.limits }
    const recorded = events.find(({ at, limits }) => limits?.every(({ name, to }) => given[name] === to) && isSame(at, row.at))
    return {
      ...nothing,
      at: row.at.toISOString(),
      by: row.by,
      email: row.email,
      change,
      // A body may hold fields that its action ignores.
      wave: (change === 'release' ? wave : null) ?? null,
      maxFailedPercent: (change === 'resume' ? maxFailedPercent : null) ?? null,
      sims: simIds && ['cancel', 'rollback', 'retryNow'].includes(change) ? sizeOf(simIds) : null,
      limits: recorded?.limits ?? [],
    }
  })
  const isByMember = (wave: number, at: string): boolean =>
    byMembers.some((one) => one.change === 'release' && (one.wave === null || one.wave === wave) && isSame(new Date(at), new Date(one.at)))
  const byItself: History = events.flatMap(({ event, ...details }) =>
    event === 'limits' ? [] : [{ ...nothing, ...details, limits: [], at: details.at.toISOString(), by: null, change: event }],
  )
  const released: History = waves.flatMap(({ wave, releasedAt: at }) =>
    wave === 1 || at === null || isByMember(wave, at) ? [] : [{ ...nothing, at, by: null, change: 'wave', wave }],
  )
  const start: History = [
    approval
      ? { ...nothing, at: createdAt, by: approval.askedBy, email: emails.asker, change: 'ask' }
      : { ...nothing, at: createdAt, by: createdBy, email: emails.creator, change: 'start' },
  ]
  const decision: History =
    approval?.outcome && approval.decidedAt
      ? [
          {
            ...nothing,
            at: approval.decidedAt,
            by: approval.decidedBy || null,
            email: emails.decider,
            change: changeOfOutcome[approval.outcome],
          },
        ]
      : []
  return [...byMembers, ...byItself, ...released, ...decision, ...start]
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
    .slice(0, maxChanges)

  function changeOf({ url }: ChangeRow, { action, archived }: LoggedParams): CampaignChange {
    if (url === urls.cancel) return 'cancel'
    if (url === urls.rollback) return 'rollback'
    if (url === archiveUrl) return archived ? 'archive' : 'moveBack'
    return action === 'pause' || action === 'resume' || action === 'release' || action === 'retryNow' ? action : 'change'
  }
}
