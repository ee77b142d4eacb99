import { mailTemplates, mailTemplateTexts, type MailTemplateName, type MailTemplateTexts } from '@simdeck/contract/mail-templates.ts'
import { systemSettings } from '../../settings/settings.ts'
import type { Db } from '../../platform/db/database.ts'
import { defaultTexts } from './default-texts.ts'

/** The current texts of these templates. */
export async function textsOf<Name extends MailTemplateName>(db: Db, names: readonly Name[]): Promise<Record<Name, MailTemplateTexts>> {
  const changed = await changedTexts(db, names)
  return Object.fromEntries(names.map((name) => [name, changed[name] ?? defaultTexts[name]])) as Record<Name, MailTemplateTexts>
}

/** The changed texts of these templates; templates with the product's own text are absent. */
export async function changedTexts(
  db: Db,
  names: readonly MailTemplateName[],
): Promise<Partial<Record<MailTemplateName, MailTemplateTexts>>> {
  const rows = await systemSettings(
    db,
    names.map((name) => mailTemplates[name].setting),
  )
  const found = names.flatMap((name) => {
    const texts = parsedTexts(rows.find(({ key }) => key === mailTemplates[name].setting)?.value)
    return texts ? [[name, texts]] : []
  })
  return Object.fromEntries(found) as Partial<Record<MailTemplateName, MailTemplateTexts>>
}

/** Parses a stored template. Null for an invalid value, and for an empty one, which means the product's own text. */
export function parsedTexts(text: string | undefined): MailTemplateTexts | null {
  if (!text) return null
  try {
    return mailTemplateTexts.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
