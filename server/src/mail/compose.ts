import { languages, type Language } from '@simdeck/contract/languages.ts'
import { fillTemplate, type MailTemplateWords, type MailWords } from '@simdeck/contract/mail-templates.ts'

/** A mail as it is read: plain text. */
export type Letter = { subject: string; body: string }
export type Values = Readonly<Record<string, string>>

/** A subject is stored and shown openly: what opens an account stands in the body alone. */
export const secretVariables: readonly string[] = ['password', 'code', 'url']
const longestSubject = 300

/**
 * The words with the values filled in. No value makes a new line, neither in the subject, where one would begin another header,
 * nor in the body, where it could pass for our own words; `event`, which is our own, may in the body.
 */
export function compose(words: MailWords, values: Values, notInSubject = secretVariables): Letter {
  const lines = Object.entries(values).map(([name, value]) => [name, oneLine(value)] as const)
  const inSubject = Object.fromEntries(lines.filter(([name]) => !notInSubject.includes(name)))
  const inBody = { ...Object.fromEntries(lines), ...('event' in values ? { event: values['event'] } : {}) }
  return { subject: oneLine(fillTemplate(words.subject, inSubject)).slice(0, longestSubject), body: fillTemplate(words.body, inBody) }
}

/** System mail: every language in one, since nobody knows its reader's. */
export function composeSystem(words: MailTemplateWords, values: Record<Language, Values>): Letter {
  const letters = languages.map((language) => compose(words[language], values[language], []))
  return { subject: letters.map(({ subject }) => subject).join(' / '), body: letters.map(({ body }) => body).join('\n----\n\n') }
}

const productName = 'Simdeck'

/**
 * The application's name as a mail to a member may say it. An ADMIN chooses it, and mail programs make links of what looks like an
 * address: such a name is left out of the mail.
 */
export const unlinked = (name: string): string => (/[/@]|:\/|[\p{L}\p{N}]\.[\p{L}\p{N}]/u.test(name) ? productName : name)

/** Without control characters, line ends and marks that turn the direction of what follows. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
