import type { Db } from '../../platform/db/database.ts'
import { dropPartitions, makePartition } from './partition-queries.ts'

const daysAhead = 3

/** Makes the partitions of today and the next two days, and drops those older than `keepDays`. */
export async function keepRawLogPartitions(db: Db, keepDays: number, today: Date): Promise<void> {
  for (let ahead = 0; ahead < daysAhead; ahead++) {
    const from = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + ahead))
    const to = new Date(from.getTime() + 86_400_000)
    const name = `raw_ota_service_logs_${from.toISOString().slice(0, 10).replaceAll('-', '')}`
    await makePartition(db, name, from, to)
  }
  await dropPartitions(db, keepDays, today)
}
