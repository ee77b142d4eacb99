import type { Platform } from '../platform/platform.ts'
import { pushSettings } from './live-settings.ts'
import { type OnSettingsSaved, settingRoutes } from './setting-routes.ts'
import { systemSettings } from './settings.ts'
import './tables.ts'

/** System settings and user settings. */
export function settingsFeature({ db, sockets }: Platform) {
  let onSaved: OnSettingsSaved = async () => []
  return {
    routes: settingRoutes({ db, onSaved: (...saved) => onSaved(...saved) }),
    onChange: (change: Parameters<typeof pushSettings>[1]) => pushSettings({ db, sockets }, change),
    /** System settings by key, as stored; keys that were never set are absent. */
    read: systemSettings,
    /** Calls `listener` in the transaction that saves settings. */
    whenSaved(listener: OnSettingsSaved) {
      onSaved = listener
    },
  }
}

export type SettingsFeature = ReturnType<typeof settingsFeature>
