import type { SettingItem } from '@simdeck/contract/init.ts'
import { type SettingKey, userSettingKeys } from '@simdeck/contract/settings.ts'
import type { Db } from '../platform/db/database.ts'
import { readSettings, writeSettings } from './queries.ts'

/** Settings of the system by key, as stored; those never set are left out. */
export function systemSettings(db: Db, keys: readonly SettingKey[]): Promise<SettingItem[]> {
  return readSettings(db, keys, null)
}

/** The user settings of one member, as stored. */
export function ownSettings(db: Db, memberId: number): Promise<SettingItem[]> {
  return readSettings(db, userSettingKeys, memberId)
}

/** Writes settings of the system, all or none; `audit` runs in the same transaction, last. The caller publishes them after it. */
export const saveSystemSettings = writeSettings

/** What the application is called: as the settings say, else by the product's name. */
export async function applicationName(db: Db): Promise<string> {
  const [setting] = await systemSettings(db, ['system_config_app_name'])
  return setting?.value || 'Simdeck'
}
