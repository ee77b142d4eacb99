import { sessionErrors } from '@simdeck/contract/errors/session.ts'
import type { WhyEnded } from '../session/session.ts'
import { defineText } from '../ui/words/text.ts'
import type { Translations } from '../ui/words/text.ts'

export const whyEndedText = defineText({
  ...sessionErrors,
  signedOutElsewhere: {
    ja: 'ほかのタブでセッションが終了しました。もう一度ログインしてください',
    en: 'Your session was ended in another tab. Please sign in again',
  },
})

/**
 * Reason of a session's end in the language of `t`. For a code without a text here it is the server's message or, if the server
 * sent none, "session expired".
 */
export function whyEnded({ code, message }: WhyEnded, t: Translations<typeof whyEndedText>): string {
  return Object.hasOwn(t, code) ? t[code as keyof typeof t] : (message ?? t.sessionExpired)
}
