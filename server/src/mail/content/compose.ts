import { languages, type Language } from '@simdeck/contract/languages.ts'
import { fillTemplate, type MailTemplateTexts, type MailText } from '@simdeck/contract/mail-templates.ts'

/** A mail in plain text. */
export type Letter = { subject: string; body: string }
export type Values = Readonly<Record<string, string>>

/** Variables that open an account. They never go into the subject, which is stored unencrypted. */
export const secretVariables: readonly string[] = ['password', 'code', 'url']
const maxSubjectLength = 300

/**
 * Fills the values into a template. A value cannot start a new line: in the subject it could start another header, in the body it could
 * imitate our own text. Only `event`, which is our own text, may contain new lines in the body.
 */
export function compose(template: MailText, values: Values, notInSubject = secretVariables): Letter {
  const lines = Object.entries(values).map(([name, value]) => [name, oneLine(value)] as const)
  const inSubject = Object.fromEntries(lines.filter(([name]) => !notInSubject.includes(name)))
  const inBody = { ...Object.fromEntries(lines), ...('event' in values ? { event: values['event'] } : {}) }
  return {
    subject: oneLine(fillTemplate(template.subject, inSubject)).slice(0, maxSubjectLength),
    body: fillTemplate(template.body, inBody),
  }
}

/** System mail in all languages, because the language of its reader is unknown. */
export function composeSystem(templates: MailTemplateTexts, values: Record<Language, Values>): Letter {
  const letters = languages.map((language) => compose(templates[language], values[language], []))
  return { subject: letters.map(({ subject }) => subject).join(' / '), body: letters.map(({ body }) => body).join('\n----\n\n') }
}

const productName = 'Simdeck'

/**
 * The application's name for mails to members, or the product's name if it looks like an address. An ADMIN chooses the name, and mail
 * programs turn addresses into links.
 */
export const safeApplicationName = (name: string): string => (/[/@]|:\/|[\p{L}\p{N}]\.[\p{L}\p{N}]/u.test(name) ? productName : name)

/** Replaces control characters, line ends and marks that change the text direction by spaces. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
