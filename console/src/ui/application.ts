import { defaultApplicationName } from '@simdeck/contract/init.ts'
import { create } from 'zustand'

interface Application {
  name: string
  /** The custom logo; the product's own mark when null. */
  logoUrl: string | null
  /** Shown in the copyright line; null in production (specification §1). */
  version: string | null
}

/** How the application calls itself: the defaults until the settings are known. `useApplication.setState({…})` sets it. */
export const useApplication = create<Application>(() => ({
  name: defaultApplicationName,
  logoUrl: null,
  version: `v${__SIMDECK_VERSION__}`,
}))
