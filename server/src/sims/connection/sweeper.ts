import type { WholeChange } from '../../platform/events/changes.ts'
import type { Job } from '../../platform/jobs/job.ts'
import type { Platform } from '../../platform/platform.ts'
import { ConnectionSweep } from './sweep.ts'

const termSaved = ({ settings }: WholeChange): boolean => settings.includes('system_config_sim_online_term')

/** Sweeps every five seconds, and at once after a change of the online term. */
export function connectionSweep({ db, publish }: Pick<Platform, 'db' | 'publish'>) {
  const sweep = new ConnectionSweep(db, (sims) => publish({ sims }))
  const job: Job = {
    name: 'connections',
    title: { ja: 'SIMの接続状態の更新', en: 'Connection states of SIMs' },
    everyMs: 5_000,
    on: ['device', 'jobs'],
    alsoAfter: termSaved,
    run: () => sweep.run(),
  }
  return {
    job,
    onChange: (change: WholeChange) => {
      if (termSaved(change)) sweep.checkAll()
    },
  }
}
