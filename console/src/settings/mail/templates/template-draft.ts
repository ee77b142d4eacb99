import { languages } from '@simdeck/contract/languages.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import { mailBodyMaxLength, mailSubjectMaxLength, missingVariables } from '@simdeck/contract/mail-templates.ts'
import type { MailTemplateName, MailTemplateTexts } from '@simdeck/contract/mail-templates.ts'
import type { Translations } from '../../../ui/words/text.ts'
import type { templateText } from '../mail-text.ts'

type Part = 'subject' | 'body'
/** Texts of a template, by the paths that the errors of the server name. */
export type TemplateDraft = Record<`${Language}.${Part}`, string>

export const draftOf = (texts: MailTemplateTexts): TemplateDraft =>
  Object.fromEntries(
    languages.flatMap((language) => [
      [`${language}.subject`, texts[language].subject],
      [`${language}.body`, texts[language].body],
    ]),
  ) as TemplateDraft

export const textsOf = (draft: TemplateDraft): MailTemplateTexts =>
  Object.fromEntries(
    languages.map((language) => [language, { subject: draft[`${language}.subject`].trim(), body: draft[`${language}.body`] }]),
  ) as MailTemplateTexts

/** Errors of the draft by path. */
export function draftFaults(
  name: MailTemplateName,
  draft: TemplateDraft,
  t: Translations<typeof templateText>,
): Partial<Record<keyof TemplateDraft, string | null>> {
  return Object.fromEntries(
    languages.flatMap((language) => [
      [`${language}.subject`, subjectFault(draft[`${language}.subject`].trim(), t)],
      [`${language}.body`, bodyFault(name, draft[`${language}.body`], t)],
    ]),
  )
}

function subjectFault(subject: string, t: Translations<typeof templateText>): string | null {
  if (subject === '') return t.subjectMissing
  return subject.length > mailSubjectMaxLength ? t.subjectLong : null
}

function bodyFault(name: MailTemplateName, body: string, t: Translations<typeof templateText>): string | null {
  if (body.trim() === '') return t.bodyMissing
  if (body.length > mailBodyMaxLength) return t.bodyLong
  const missing = missingVariables(name, body)
  return missing.length > 0 ? t.lacks(missing.map((variable) => `{${variable}}`).join(' ')) : null
}
