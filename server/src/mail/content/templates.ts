import { mailTemplates, mailTemplateTexts, type MailTemplateName, type MailTemplateTexts } from '@simdeck/contract/mail-templates.ts'
import { systemSettings } from '../../settings/settings.ts'
import type { Db } from '../../platform/db/database.ts'
import { defaultWords } from './template-words.ts'

/** The current words of those mails. */
export async function wordsOf<Name extends MailTemplateName>(db: Db, names: readonly Name[]): Promise<Record<Name, MailTemplateTexts>> {
  const changed = await changedWords(db, names)
  return Object.fromEntries(names.map((name) => [name, changed[name] ?? defaultWords[name]])) as Record<Name, MailTemplateTexts>
}

/** The changed words of those mails; mails with the product's own words are absent. */
export async function changedWords(
  db: Db,
  names: readonly MailTemplateName[],
): Promise<Partial<Record<MailTemplateName, MailTemplateTexts>>> {
  const rows = await systemSettings(
    db,
    names.map((name) => mailTemplates[name].setting),
  )
  const found = names.flatMap((name) => {
    const words = parsedWords(rows.find(({ key }) => key === mailTemplates[name].setting)?.value)
    return words ? [[name, words]] : []
  })
  return Object.fromEntries(found) as Partial<Record<MailTemplateName, MailTemplateTexts>>
}

/** Parses a stored template. Null for an invalid text, and for an empty one, which means the words of the product. */
export function parsedWords(text: string | undefined): MailTemplateTexts | null {
  if (!text) return null
  try {
    return mailTemplateTexts.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
