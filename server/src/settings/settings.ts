import type { SettingItem } from '@simdeck/contract/init.ts'
import { type SettingKey, userSettingKeys } from '@simdeck/contract/settings.ts'
import type { Db } from '../db/database.ts'
import { readSettings } from './queries.ts'

/** Settings of the system by key, as stored; those never set are left out. */
export function systemSettings(db: Db, keys: readonly SettingKey[]): Promise<SettingItem[]> {
  return readSettings(db, keys, null)
}

/** The user settings of one member, as stored. */
export function ownSettings(db: Db, memberId: number): Promise<SettingItem[]> {
  return readSettings(db, userSettingKeys, memberId)
}
