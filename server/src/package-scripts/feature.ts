import type { Job } from '../platform/jobs/job.ts'
import type { Platform } from '../platform/platform.ts'
import { packageScriptRoutes } from './routes.ts'
import './tables.ts'
import { sweepValues } from './values/sweep.ts'

const sweepMs = 10 * 60_000

/** Scripts of packages: data for their applets, and commands for the files of a card. */
export function packageScriptsFeature({ db, masterKey }: Platform) {
  const oldValues: Job = {
    name: 'old script values',
    title: { ja: 'スクリプトに差し込む古い値の削除', en: 'Deletion of old values for scripts' },
    everyMs: sweepMs,
    on: ['jobs'],
    onOneNode: true,
    startsLater: true,
    run: () => sweepValues(db),
  }
  return { routes: packageScriptRoutes({ db, masterKey }), jobs: [oldValues] }
}
