import type { Init } from '@simdeck/contract/init.ts'
import { defaultOnlineTermMinutes } from '@simdeck/contract/sims.ts'
import { create } from 'zustand'

interface Settings {
  /** How long a SIM counts as on after data came from it (specification §9, SIM online term). */
  onlineTermMinutes: number
  applicationName: string | undefined
}

/** The settings that `/v1/init` told, as the console uses them. */
export const useSettings = create<Settings>(() => readSettings([]))

export function readSettings(configs: Init['configs']): Settings {
  const value = (key: string): string | undefined => configs.find((item) => item.key === key)?.value
  const minutes = Number(value('system_config_sim_online_term'))
  return {
    onlineTermMinutes: Number.isInteger(minutes) && minutes > 0 ? minutes : defaultOnlineTermMinutes,
    applicationName: value('system_config_app_name') || undefined,
  }
}
