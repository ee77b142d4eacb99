import type { Language } from '@simdeck/contract/languages.ts'
import type { ReactNode } from 'react'
import { useLanguage } from './language.ts'

type Words = string | ((...slots: never[]) => ReactNode)
type Pairs = Record<string, { ja: Words; en: Words }>
type Slots<W> = W extends (...slots: infer S) => unknown ? S : 'plain'
type SameSlots<J, E> = [Slots<J>, Slots<E>] extends [Slots<E>, Slots<J>] ? unknown : 'ja and en must take the same slots'
type Checked<T extends Pairs> = { [K in keyof T]: { ja: T[K]['ja']; en: T[K]['en'] } & SameSlots<T[K]['ja'], T[K]['en']> }

/** Texts of a feature in one language: plain texts are strings, texts with slots are functions. */
export type Translations<T extends Pairs> = { readonly [K in keyof T]: T[K]['ja'] extends string ? string : T[K]['ja'] }

/** Declares the texts of a feature. A missing language, or a slot that only one language has, does not compile. */
export function defineText<T extends Pairs>(text: T & Checked<T>): T {
  return text
}

const translations = new WeakMap<Pairs, Record<Language, Record<string, Words>>>()

/** Texts in the given language, for toasts and other code outside components. They are always the same object. */
export function textIn<T extends Pairs>(text: T, language: Language): Translations<T> {
  let both = translations.get(text)
  if (!both) {
    const pick = (chosen: Language): Record<string, Words> =>
      Object.fromEntries(Object.entries(text).map(([key, pair]) => [key, pair[chosen]]))
    both = { ja: pick('ja'), en: pick('en') }
    translations.set(text, both)
  }
  return both[language] as Translations<T>
}

/** Texts in the language of the screen. The component renders again when the language changes. */
export function useText<T extends Pairs>(text: T): Translations<T> {
  return textIn(text, useLanguage())
}
