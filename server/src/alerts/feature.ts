import type { Job } from '../platform/jobs/job.ts'
import type { Platform } from '../platform/platform.ts'
import type { FleetIndex } from '../sims/fleet-index/fleet-index.ts'
import type { TagFilters } from '../sims/tags-everywhere/tag-filters.ts'
import { alertRoutes } from './routes.ts'
import { judgeRules, sweepAlerts } from './round/round.ts'
import './tables.ts'

/** The interval in which a node looks for a due round; another node takes the round of one that died. */
const lookMs = 10_000
const sweepMs = 60 * 60_000

/** Rules that watch numbers of SIMs and tell members. Nodes of the console judge them, since these keep the index of the SIM list. */
export function alertsFeature({ db }: Platform, { sims: { index, tagFilters } }: { sims: { index: FleetIndex; tagFilters: TagFilters } }) {
  tagFilters.add('rules', { table: 'alert_rules', column: 'filter' })
  const jobs: Job[] = [
    {
      name: 'alert rules',
      title: { ja: 'アラートの判定', en: 'Judgement of alert rules' },
      everyMs: lookMs,
      on: ['console'],
      onOneNode: true,
      startsLater: true,
      run: () => judgeRules(db, index),
    },
    {
      name: 'old alerts',
      title: { ja: '古いアラートの記録の削除', en: 'Deletion of old records of alerts' },
      everyMs: sweepMs,
      on: ['jobs'],
      onOneNode: true,
      startsLater: true,
      run: () => sweepAlerts(db),
    },
  ]
  return { routes: alertRoutes({ db, index }), jobs }
}
