import { sessionErrors } from '@simdeck/contract/session-errors.ts'
import type { WhyEnded } from '../session/session.ts'
import { defineText } from '../ui/words/text.ts'
import type { Said } from '../ui/words/text.ts'

export const whyEndedText = defineText({
  ...sessionErrors,
  signedOutElsewhere: {
    ja: 'ほかのタブでセッションが終了しました。もう一度ログインしてください',
    en: 'Your session was ended in another tab. Please sign in again',
  },
})

/** Why the session ended, in the language of `t`; a reason without words of its own is told by the server's message, else as an expired session. */
export function whyEnded({ code, message }: WhyEnded, t: Said<typeof whyEndedText>): string {
  return Object.hasOwn(t, code) ? t[code as keyof typeof t] : (message ?? t.sessionExpired)
}
