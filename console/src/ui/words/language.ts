import type { Language } from '@simdeck/contract/languages.ts'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { followOtherTabs } from '../table/persisted.ts'

interface LanguageState {
  language: Language
  setLanguage: (language: Language) => void
}

/** The language of the screen, kept in local storage under `language`; Japanese when nothing usable is kept. */
export const useLanguageStore = create<LanguageState>()(
  persist((set) => ({ language: 'ja', setLanguage: (language) => set({ language }) }), {
    name: 'language',
    version: 1,
    partialize: ({ language }) => ({ language }),
    migrate: () => ({ language: 'ja' as const }),
    merge: (kept, current) => {
      const language = (kept as { language?: unknown } | undefined)?.language
      return language === 'ja' || language === 'en' ? { ...current, language } : current
    },
  }),
)

export function useLanguage(): Language {
  return useLanguageStore((state) => state.language)
}

/** Makes `<html lang>` follow the language, in this and every other open tab. Call once, at the start. */
export function applyLanguage(): void {
  const apply = ({ language }: LanguageState): void => {
    document.documentElement.lang = language
  }
  apply(useLanguageStore.getState())
  useLanguageStore.subscribe(apply)
  followOtherTabs('language', useLanguageStore)
}
