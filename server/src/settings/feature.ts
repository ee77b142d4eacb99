import type { Platform } from '../platform/platform.ts'
import { pushSettings } from './live-settings.ts'
import { type OnSettingsSaved, settingRoutes } from './setting-routes.ts'
import './tables.ts'

/** System settings and user settings. */
export function settingsFeature({ db, publish, sockets }: Platform) {
  let onSaved: OnSettingsSaved = async () => []
  return {
    routes: settingRoutes({ db, publish, onSaved: (...saved) => onSaved(...saved) }),
    onChange: (change: Parameters<typeof pushSettings>[1]) => pushSettings({ db, sockets }, change),
    /** Calls `listener` in the transaction that saves settings. */
    whenSaved(listener: OnSettingsSaved) {
      onSaved = listener
    },
  }
}

export type SettingsFeature = ReturnType<typeof settingsFeature>
