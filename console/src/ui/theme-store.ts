import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { followOtherTabs } from './persisted.ts'

/** The fourteen palettes of `tokens.css`, in the order in which they are offered. */
export const themeNames = [
  'light',
  'red',
  'pink',
  'purple',
  'theme_1',
  'theme_2',
  'theme_3',
  'theme_4',
  'theme_5',
  'theme_6',
  'theme_7',
  'theme_8',
  'theme_9',
  'dark',
] as const
export type ThemeName = (typeof themeNames)[number]

interface ThemeState {
  theme: ThemeName
  setTheme: (theme: ThemeName) => void
}

const isTheme = (value: unknown): value is ThemeName => themeNames.some((name) => name === value)

/** The chosen palette, kept in local storage under `theme`; `light` when nothing usable is kept. */
export const useThemeStore = create<ThemeState>()(
  persist((set) => ({ theme: 'light', setTheme: (theme) => set({ theme }) }), {
    name: 'theme',
    version: 1,
    partialize: ({ theme }) => ({ theme }),
    migrate: () => ({ theme: 'light' as const }),
    merge: (kept, current) => {
      const theme = (kept as { theme?: unknown } | undefined)?.theme
      return isTheme(theme) ? { ...current, theme } : current
    },
  }),
)

/** Makes `<html data-theme>` follow the choice, in this and every other open tab. Call once, at the start. */
export function applyTheme(): void {
  const apply = ({ theme }: ThemeState): void => {
    document.documentElement.dataset['theme'] = theme
  }
  apply(useThemeStore.getState())
  useThemeStore.subscribe(apply)
  followOtherTabs('theme', useThemeStore)
}
