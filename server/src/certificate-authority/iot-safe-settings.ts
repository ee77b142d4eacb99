import { defaultEndDays } from '@simdeck/contract/iot-safe-settings.ts'
import type { Db } from '../platform/db/database.ts'
import { systemSettings } from '../settings/settings.ts'

/** The number of days before its end from which the bell tells a certificate. */
export async function daysToTell(db: Db): Promise<number> {
  const [setting] = await systemSettings(db, ['system_iot_safe_end_days'])
  return Number(setting?.value ?? defaultEndDays)
}
