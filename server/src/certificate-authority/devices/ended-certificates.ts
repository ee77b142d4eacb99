import { defaultEndDays } from '@simdeck/contract/iot-safe-settings.ts'
import type { SettingKey } from '@simdeck/contract/settings.ts'
import type { Db } from '../../platform/db/database.ts'
import { publishAtCommit } from '../../platform/events/publish-at-commit.ts'
import type { Job } from '../../platform/jobs/job.ts'
import { notify } from '../../platform/notifications/notify.ts'
import { endAbandoned, endExpired, markEndingTold } from './issue-queries.ts'

const everyMs = 2_000
const expiredAtOnce = 1_000
const endingEveryMs = 10_000
const endingAtOnce = 1_000

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

/** Reads system settings. */
export type ReadSettings = (db: Db, keys: readonly SettingKey[]) => Promise<{ value: string }[]>

/** Tells in the bell the certificates that end soon, each once. */
export const endingCertificates = ({ db, read }: { db: Db; read: ReadSettings }): Job => ({
  name: 'ending certificates',
  title: { ja: '期限が近い証明書の通知', en: 'Notifications of certificates that end soon' },
  everyMs: endingEveryMs,
  on: ['jobs'],
  onOneNode: true,
  startsLater: true,
  async run() {
    const [setting] = await read(db, ['system_iot_safe_end_days'])
    const days = Number(setting?.value ?? defaultEndDays)
    while ((await tellEnding(db, days)) === endingAtOnce);
  },
})

async function tellEnding(db: Db, days: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const told = await markEndingTold(trx, days, endingAtOnce)
    const [first] = told
    if (!first) return 0
    const { id, name, label } = first
    await notify(trx, {
      kind: 'certificateEnds',
      params: { name, label, campaign: null, days },
      ownerId: null,
      simIds: [...new Set(told.map(({ simId }) => simId))],
      safeObjectId: id,
    })
    return told.length
  })
}
