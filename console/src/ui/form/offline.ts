import { create } from 'zustand'

/** True while this computer has no network. Buttons that change data are disabled then. */
export const useOffline = create<{ offline: boolean }>(() => ({ offline: false }))
