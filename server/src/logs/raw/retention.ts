import { defaultRawLogDays } from '@simdeck/contract/raw-logs.ts'
import type { SettingKey } from '@simdeck/contract/settings.ts'
import type { RawLogs } from '../../platform/audit/raw/raw-logs.ts'
import type { Db } from '../../platform/db/database.ts'
import { keepDayPartitions } from '../../platform/db/day-partitions.ts'

export const rawLogKeys = [
  'system_log_raw_api_days',
  'system_log_raw_proxy_days',
  'system_log_bodies_until',
] as const satisfies SettingKey[]

/** Reads system settings; keys that were never set are absent. */
export type ReadSettings = (db: Db, keys: readonly SettingKey[]) => Promise<{ key: string; value: string }[]>

export type RawLogSettings = { apiDays: number; proxyDays: number; bodiesUntil: Date | null }

export async function rawLogSettings(db: Db, read: ReadSettings): Promise<RawLogSettings> {
  const values = new Map<string, string>((await read(db, rawLogKeys)).map(({ key, value }) => [key, value]))
  const until = values.get('system_log_bodies_until') ?? ''
  return {
    apiDays: Number(values.get('system_log_raw_api_days') ?? defaultRawLogDays),
    proxyDays: Number(values.get('system_log_raw_proxy_days') ?? defaultRawLogDays),
    bodiesUntil: until === '' ? null : new Date(until),
  }
}

/** Makes the partitions of the next days, and drops those that are older than the settings allow. */
export async function keepRawLogs(db: Db, read: ReadSettings, today: Date): Promise<void> {
  const { apiDays, proxyDays } = await rawLogSettings(db, read)
  await keepDayPartitions(db, 'raw_api_logs', apiDays, today)
  await keepDayPartitions(db, 'raw_proxy_logs', proxyDays, today)
}

/** Bodies are recorded as long as the setting says; every node reads it at its start and after each change. */
export async function readBodySetting(db: Db, read: ReadSettings, rawLogs: RawLogs): Promise<void> {
  rawLogs.bodiesUntil = (await rawLogSettings(db, read)).bodiesUntil
}
