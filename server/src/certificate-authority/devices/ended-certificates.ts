import type { Db } from '../../platform/db/database.ts'
import { publishAtCommit } from '../../platform/events/publish-at-commit.ts'
import type { Job } from '../../platform/jobs/job.ts'
import { endAbandoned, endExpired } from './issue-queries.ts'

const everyMs = 2_000
const expiredAtOnce = 1_000

/** Ends certificates whose OTA has failed or was cancelled, and those whose validity is over. */
export const endedCertificates = ({ db }: { db: Db }): Job => ({
  name: 'ended certificates',
  title: { ja: '終了した証明書の状態の更新', en: 'States of ended certificates' },
  everyMs,
  on: ['jobs'],
  onOneNode: true,
  startsLater: true,
  async run() {
    await db.transaction().execute(async (trx) => {
      const ids = [...(await endAbandoned(trx)), ...(await endExpired(trx, expiredAtOnce))]
      if (ids.length > 0) await publishAtCommit(trx, { certificates: ids })
    })
  },
})
