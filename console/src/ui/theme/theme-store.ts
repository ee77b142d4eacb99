import { defaultTheme } from '@simdeck/contract/init.ts'
import { themeNames } from '@simdeck/contract/settings.ts'
import type { ThemeName } from '@simdeck/contract/settings.ts'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { followOtherTabs } from '../words/follow-other-tabs.ts'

/**
 * The user's choice in this browser. `company`: the theme of the company. `os`: dark while the operating system is dark, otherwise
 * the theme of the company. `light`, `dark`: always that palette.
 */
export const appearances = ['company', 'os', 'light', 'dark'] as const
export type Appearance = (typeof appearances)[number]

interface PersistedTheme {
  /** Last known theme of the company. The next start shows it at once, so that no other theme flashes up. */
  company: ThemeName
  appearance: Appearance
}
interface ThemeState extends PersistedTheme {
  /** Theme that is previewed on a settings screen, until the screen closes. */
  preview: ThemeName | null
  /** True while the operating system prefers dark. */
  osDark: boolean
  setCompany: (theme: string | undefined) => void
  setAppearance: (appearance: Appearance) => void
  setPreview: (theme: ThemeName | null) => void
}

const isTheme = (value: unknown): value is ThemeName => themeNames.some((name) => name === value)
const themeOf = (value: unknown): ThemeName => (isTheme(value) ? value : defaultTheme)
const initialTheme: PersistedTheme = { company: defaultTheme, appearance: 'company' }
const isAppearance = (value: unknown): value is Appearance => appearances.some((one) => one === value)

/** Values that determine the palette. They are stored in local storage under `theme`. */
export const useThemeStore = create<ThemeState>()(
  persist(
    (set) => ({
      ...initialTheme,
      preview: null,
      osDark: false,
      setCompany: (theme) => set({ company: themeOf(theme) }),
      setAppearance: (appearance) => set({ appearance }),
      setPreview: (preview) => set({ preview }),
    }),
    {
      name: 'theme',
      version: 2,
      partialize: ({ company, appearance }): PersistedTheme => ({ company, appearance }),
      migrate: () => initialTheme,
      merge: (stored, current) => {
        const { company, appearance } = (stored ?? {}) as { company?: unknown; appearance?: unknown }
        return {
          ...current,
          company: themeOf(company),
          appearance: isAppearance(appearance) ? appearance : 'company',
        }
      },
    },
  ),
)

type PaletteInputs = Pick<ThemeState, 'preview' | 'appearance' | 'company' | 'osDark'>

/** Palette in force: the previewed one, otherwise that of the user's choice. */
export function themeInForce({ preview, appearance, company, osDark }: PaletteInputs): ThemeName {
  if (preview) return preview
  if (appearance === 'company') return company
  if (appearance !== 'os') return appearance
  if (osDark) return 'dark'
  return company === 'dark' ? 'light' : company
}

/**
 * Keeps `<html data-theme>` equal to the palette in force, even after changes in other tabs and of the operating system. Call once,
 * at the start.
 */
export function applyTheme(): void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)')
  const follow = (): void => {
    useThemeStore.setState({ osDark: dark.matches })
  }
  follow()
  dark.addEventListener('change', follow)
  const apply = (state: ThemeState): void => {
    document.documentElement.dataset['theme'] = themeInForce(state)
  }
  apply(useThemeStore.getState())
  useThemeStore.subscribe(apply)
  followOtherTabs('theme', useThemeStore)
}
