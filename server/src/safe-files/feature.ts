import type { Job } from '../platform/jobs/job.ts'
import type { Platform } from '../platform/platform.ts'
import { endAbandoned } from './queries.ts'
import { publishAtCommit } from '../platform/events/publish-at-commit.ts'
import { fileRoutes } from './routes.ts'
import './tables.ts'
import { fileTopic } from './topic.ts'

const everyMs = 2_000

/** Files in the IoT SAFE applets of SIMs. */
export function safeFilesFeature({ db, config }: Platform) {
  const ended: Job = {
    name: 'ended files',
    title: { ja: '終了したIoT SAFEファイルの状態の更新', en: 'States of ended IoT SAFE files' },
    everyMs,
    on: ['jobs'],
    onOneNode: true,
    startsLater: true,
    async run() {
      await db.transaction().execute(async (trx) => {
        const ids = await endAbandoned(trx)
        if (ids.length > 0) await publishAtCommit(trx, { files: ids })
      })
    },
  }
  return { routes: fileRoutes({ db }), topics: [fileTopic], jobs: config.FEATURES.includes('iot-safe') ? [ended] : [] }
}
