export const languages = ['ja', 'en'] as const
export type Language = (typeof languages)[number]

/** A text in both languages. A missing language fails the type check. */
export type Words = Record<Language, string>

/** The best language of an `Accept-Language` header; Japanese unless English comes first. */
export function languageOf(acceptLanguage: string | undefined): Language {
  for (const part of (acceptLanguage ?? '').split(',')) {
    const tag = part.trim().toLowerCase()
    if (tag.startsWith('ja')) return 'ja'
    if (tag.startsWith('en')) return 'en'
  }
  return 'ja'
}
