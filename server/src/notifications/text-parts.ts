import type { Language, Words } from '@simdeck/contract/languages.ts'
import type { NotificationKind, ParamsOf } from '../platform/notifications/content.ts'

/** One event, or several that were joined: then `params` are those of the newest. */
export type Told<Kind extends NotificationKind> = { params: ParamsOf<Kind>; count: number; language: Language }
export type TextOf<Kind extends NotificationKind> = {
  title: (count: string, many: boolean, told: Told<Kind>) => Words
  body: (told: Told<Kind>) => string
}

export const numberIn = (n: number, language: Language): string => n.toLocaleString(language)
export const simsIn = (n: number, language: Language): string =>
  language === 'ja' ? `${numberIn(n, language)}台` : `${numberIn(n, language)} ${n === 1 ? 'SIM' : 'SIMs'}`

/** The name of the newest, and that there are more. */
export const names = (name: string, { count, language }: { count: number; language: Language }): string => {
  if (count === 1) return name
  const others = numberIn(count - 1, language)
  return language === 'ja' ? `${name} ほか${others}件` : `${name} and ${others} more`
}
export const simNames = (name: string, { count, language }: { count: number; language: Language }): string => {
  if (count === 1) return name
  const others = numberIn(count - 1, language)
  return language === 'ja' ? `${name} ほか${others}台` : `${name} and ${others} more`
}

export const counted = (one: Words, many: (count: string) => Words) => (count: string, isMany: boolean) => (isMany ? many(count) : one)

type CampaignTold = { params: { name: string; sims: number }; count: number; language: Language }
/** The body of a campaign: its name and its SIMs, and what `more` adds. */
export const campaignBody =
  (more: (language: Language) => string = () => '') =>
  ({ params, count, language }: CampaignTold): string => {
    if (count > 1) return names(params.name, { count, language })
    const parts = [params.name, simsIn(params.sims, language), more(language)].filter((part) => part !== '')
    return parts.join(language === 'ja' ? '・' : ' · ')
  }
