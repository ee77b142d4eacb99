import type { Translations } from '../../ui/words/text.ts'
import type { signInsText } from './sign-ins-text.ts'
import { readUserAgent } from './user-agent.ts'

/** Display name of a browser: 「Chrome（Windows）」. */
export function deviceName(userAgent: string | null, t: Translations<typeof signInsText>): string {
  const { browser, system } = readUserAgent(userAgent)
  return browser && system ? t.on(browser, system) : (browser ?? system ?? t.unknown)
}
