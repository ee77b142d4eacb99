import { mailTemplates, mailTemplateWords, type MailTemplateName, type MailTemplateWords } from '@simdeck/contract/mail-templates.ts'
import { systemSettings } from '../../settings/settings.ts'
import type { Db } from '../../platform/db/database.ts'
import { defaultWords } from './template-words.ts'

/** The current words of those mails. */
export async function wordsOf<Name extends MailTemplateName>(db: Db, names: readonly Name[]): Promise<Record<Name, MailTemplateWords>> {
  const changed = await changedWords(db, names)
  return Object.fromEntries(names.map((name) => [name, changed[name] ?? defaultWords[name]])) as Record<Name, MailTemplateWords>
}

/** The changed words of those mails; mails with the product's own words are absent. */
export async function changedWords(
  db: Db,
  names: readonly MailTemplateName[],
): Promise<Partial<Record<MailTemplateName, MailTemplateWords>>> {
  const rows = await systemSettings(
    db,
    names.map((name) => mailTemplates[name].setting),
  )
  const found = names.flatMap((name) => {
    const words = parsedWords(rows.find(({ key }) => key === mailTemplates[name].setting)?.value)
    return words ? [[name, words]] : []
  })
  return Object.fromEntries(found) as Partial<Record<MailTemplateName, MailTemplateWords>>
}

/** Parses a stored template. Null for an invalid text, and for an empty one, which means the words of the product. */
export function parsedWords(text: string | undefined): MailTemplateWords | null {
  if (!text) return null
  try {
    return mailTemplateWords.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
