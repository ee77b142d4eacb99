import type { Language } from '@simdeck/contract/languages.ts'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { followOtherTabs } from './follow-other-tabs.ts'

interface LanguageState {
  language: Language
  setLanguage: (language: Language) => void
}

/** Language of the screen, stored in local storage under `language`. It is Japanese if the stored value is missing or invalid. */
export const useLanguageStore = create<LanguageState>()(
  persist((set) => ({ language: 'ja', setLanguage: (language) => set({ language }) }), {
    name: 'language',
    version: 1,
    partialize: ({ language }) => ({ language }),
    migrate: () => ({ language: 'ja' as const }),
    merge: (stored, current) => {
      const language = (stored as { language?: unknown } | undefined)?.language
      return language === 'ja' || language === 'en' ? { ...current, language } : current
    },
  }),
)

export function useLanguage(): Language {
  return useLanguageStore((state) => state.language)
}

/** Keeps `<html lang>` equal to the language, even after changes in other tabs. Call once, at the start. */
export function applyLanguage(): void {
  const apply = ({ language }: LanguageState): void => {
    document.documentElement.lang = language
  }
  apply(useLanguageStore.getState())
  useLanguageStore.subscribe(apply)
  followOtherTabs('language', useLanguageStore)
}
