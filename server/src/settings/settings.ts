import type { SettingItem } from '@simdeck/contract/init.ts'
import { type SettingKey, userSettingKeys } from '@simdeck/contract/settings.ts'
import type { Db } from '../platform/db/database.ts'
import { readSettings, writeSettings } from './queries.ts'

/** System settings by key, as stored; keys that were never set are absent. */
export function systemSettings(db: Db, keys: readonly SettingKey[]): Promise<SettingItem[]> {
  return readSettings(db, keys, null)
}

/** Settings by key, as stored: system settings, and the member's own if there is a member. */
export const settingsOf = readSettings

/** The user settings of one member, as stored. */
export function ownSettings(db: Db, memberId: number): Promise<SettingItem[]> {
  return readSettings(db, userSettingKeys, memberId)
}

/** Writes system settings, all or none; `audit` runs last in the same transaction. The caller publishes the change afterwards. */
export const saveSystemSettings = writeSettings

/** The application name of the settings, else the product's name. */
export async function applicationName(db: Db): Promise<string> {
  const [setting] = await systemSettings(db, ['system_config_app_name'])
  return setting?.value || 'Simdeck'
}

/** True if the maps are those of Google. */
export async function usesGoogleMaps(db: Db): Promise<boolean> {
  const [setting] = await systemSettings(db, ['system_config_google_maps_api_key'])
  return Boolean(setting?.value)
}
