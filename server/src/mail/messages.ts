import type { Words } from '@simdeck/contract/languages.ts'

/** Messages about fields of the mail screens. */
export const messages = {
  passwordAgain: {
    ja: '接続先を変更する場合は、パスワードをもう一度入力してください',
    en: 'Please enter the password again, since the connection changes',
  },
} satisfies Record<string, Words>

export const missingInBody = (variable: string): Words => ({
  ja: `本文に{${variable}}を入れてください`,
  en: `The body must contain {${variable}}`,
})

export const notInSubject = (variable: string): Words => ({
  ja: `{${variable}}は件名には使えません。本文に入れてください`,
  en: `{${variable}} cannot stand in the subject; put it into the body`,
})
