import type { Db } from '../platform/db/database.ts'
import { hasImeiChanges, imeiEvent, restartEvent, takeImeiChanges } from './queries.ts'
import type { SystemMail } from './system-mail.ts'
import { imeiText } from './content/system-texts.ts'

const maxListed = 20

/**
 * Reports the SIMs whose IMEI changed since the last report, in at most one mail in ten minutes. Changes while system mail is off are not
 * reported.
 */
export async function reportImeiChanges({ db, systemMail }: { db: Db; systemMail: SystemMail }): Promise<void> {
  if (!(await hasImeiChanges(db))) return
  await db.transaction().execute(async (trx) => {
    const { key, due } = await imeiEvent(trx)
    if (!due) return
    const iccids = await takeImeiChanges(trx)
    if (iccids.length === 0) return
    const event = imeiText(iccids.length, iccids.slice(0, maxListed))
    await systemMail.report(trx, { event, method: 'POLL', url: '/ota' })
    await restartEvent(trx, key)
  })
}
