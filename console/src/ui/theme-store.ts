import { defaultTheme } from '@simdeck/contract/init.ts'
import { themeNames } from '@simdeck/contract/settings.ts'
import type { ThemeName } from '@simdeck/contract/settings.ts'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { followOtherTabs } from './persisted.ts'

/** What the user asked for in this browser: the theme of the system, or light or dark whatever that is. */
export type Appearance = 'system' | 'light' | 'dark'

interface Kept {
  /** The system's theme when it was last told, so that the next start does not flash in another. */
  system: ThemeName
  appearance: Appearance
}
interface ThemeState extends Kept {
  /** Tried out on one screen, for as long as that stands. */
  preview: ThemeName | null
  setSystem: (theme: string | undefined) => void
  setAppearance: (appearance: Appearance) => void
  setPreview: (theme: ThemeName | null) => void
}

const isTheme = (value: unknown): value is ThemeName => themeNames.some((name) => name === value)
const themeOf = (value: unknown): ThemeName => (isTheme(value) ? value : defaultTheme)
const fresh: Kept = { system: defaultTheme, appearance: 'system' }

/** Which palette is shown and why, kept in local storage under `theme`. */
export const useThemeStore = create<ThemeState>()(
  persist(
    (set) => ({
      ...fresh,
      preview: null,
      setSystem: (theme) => set({ system: themeOf(theme) }),
      setAppearance: (appearance) => set({ appearance }),
      setPreview: (preview) => set({ preview }),
    }),
    {
      name: 'theme',
      version: 2,
      partialize: ({ system, appearance }): Kept => ({ system, appearance }),
      migrate: () => fresh,
      merge: (kept, current) => {
        const { system, appearance } = (kept ?? {}) as { system?: unknown; appearance?: unknown }
        return {
          ...current,
          system: themeOf(system),
          appearance: appearance === 'light' || appearance === 'dark' ? appearance : 'system',
        }
      },
    },
  ),
)

/** The palette in force: the one that is tried out, else the user's own choice, else the system's. */
export function themeInForce({ preview, appearance, system }: Pick<ThemeState, 'preview' | 'appearance' | 'system'>): ThemeName {
  return preview ?? (appearance === 'system' ? system : appearance)
}

/** Makes `<html data-theme>` follow the palette in force, in this and every other open tab. Call once, at the start. */
export function applyTheme(): void {
  const apply = (state: ThemeState): void => {
    document.documentElement.dataset['theme'] = themeInForce(state)
  }
  apply(useThemeStore.getState())
  useThemeStore.subscribe(apply)
  followOtherTabs('theme', useThemeStore)
}
