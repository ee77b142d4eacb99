import { z } from 'zod'
import { languages } from './languages.ts'
import { line } from './line.ts'

/**
 * The mails whose texts can be changed, each with its variables (`{name}` in the text). The body must contain the `required` variables.
 * `setting` is the setting that stores the changed texts as JSON; an empty value means the texts of the product.
 */
export const mailTemplates = {
  invitation: {
    setting: 'notify_password_invitation',
    variables: ['username', 'password', 'url', 'application'],
    required: ['username', 'password'],
  },
  authentication: { setting: 'notify_password_authentication', variables: ['username', 'code', 'url', 'application'], required: ['code'] },
  system: {
    setting: 'system_mail_template',
    variables: ['time', 'method', 'url', 'event', 'application'],
    required: ['time', 'method', 'url'],
  },
} as const
export type MailTemplateName = keyof typeof mailTemplates
export const mailTemplateNames = Object.keys(mailTemplates) as [MailTemplateName, ...MailTemplateName[]]

export const mailSubjectMaxLength = 200
export const mailBodyMaxLength = 10_000

const severalLines = /^[^\p{Cc}]*(?:[\n\r\t][^\p{Cc}]*)*$/u

const mailText = z.strictObject({
  subject: line(mailSubjectMaxLength).min(1),
  body: z.string().min(1).max(mailBodyMaxLength).regex(severalLines),
})
export type MailText = z.infer<typeof mailText>

/** The texts of a template in every language. */
export const mailTemplateTexts = z.strictObject(
  Object.fromEntries(languages.map((language) => [language, mailText])) as Record<(typeof languages)[number], typeof mailText>,
)
export type MailTemplateTexts = z.infer<typeof mailTemplateTexts>

/** The required variables that a body lacks. */
export const missingVariables = (name: MailTemplateName, body: string): string[] =>
  mailTemplates[name].required.filter((variable) => !body.includes(`{${variable}}`))

/** Fills variables into a text. An unknown `{name}` stays as it is, and so does a `{name}` within a value. */
export function fillTemplate(text: string, values: Partial<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? whole) : whole))
}

function isTemplateText(name: MailTemplateName, text: string): boolean {
  if (text === '') return true
  try {
    const parsed = mailTemplateTexts.safeParse(JSON.parse(text))
    return parsed.success && languages.every((language) => missingVariables(name, parsed.data[language].body).length === 0)
  } catch {
    return false
  }
}

/** The value of the template's setting: empty, or the JSON of its texts in every language with the required variables. */
export const templateText = (name: MailTemplateName) =>
  z
    .string()
    .max(100_000)
    .refine((text) => isTemplateText(name, text))
