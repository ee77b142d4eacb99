import { mailTemplates, type MailTemplateName, type MailTemplateTexts } from '@simdeck/contract/mail-templates.ts'
import { roleIds } from '@simdeck/contract/permissions.ts'
import type { Db } from '../../platform/db/database.ts'
import { defaultTexts } from '../content/default-texts.ts'
import { parsedTexts } from '../content/templates.ts'
import * as queries from './queries.ts'

/** Templates that carry codes and passwords. */
export const codeTemplates = ['invitation', 'authentication'] as const
export type CodeTemplate = (typeof codeTemplates)[number]

/** `by`: the role that set or confirmed the texts; null for the product's own texts, which every role may receive. */
export type TrustedTexts = { texts: MailTemplateTexts; by: number | null }

/** The newest texts that a role at least as high as `role` set or confirmed, else the product's own. */
export async function textsFor(db: Db, name: CodeTemplate, role: number): Promise<TrustedTexts> {
  const row = await queries.selectTexts(db, name, role)
  const texts = parsedTexts(row?.words)
  return row && texts ? { texts, by: row.trusted_by } : { texts: defaultTexts[name], by: null }
}

export const isCodeTemplate = (name: MailTemplateName): name is CodeTemplate => codeTemplates.some((one) => one === name)

/** The template of that setting, if it carries codes. */
export const codeTemplateOf = (setting: string): CodeTemplate | undefined =>
  codeTemplates.find((name) => mailTemplates[name].setting === setting)

/** Stores the texts that a role set. The product's own texts (an empty value) need no confirmation. */
export async function storeTexts(trx: Db, name: CodeTemplate, value: string, role: number): Promise<void> {
  await queries.lockMail(trx)
  await queries.replaceTexts(trx, name, value === '' ? roleIds.ROOT : role, value)
}

/** The version of the texts that is shown; `confirmed` if a ROOT set or confirmed it. */
export async function textsState(db: Db, name: CodeTemplate): Promise<{ version: number; confirmed: boolean }> {
  const row = await queries.selectTexts(db, name, roleIds.MEMBER)
  return { version: row?.id ?? 0, confirmed: !row || row.trusted_by === roleIds.ROOT }
}

/** Confirms the texts; false if the stored texts have another version. */
export async function confirmTexts(trx: Db, name: CodeTemplate, version: number, role: number): Promise<boolean> {
  await queries.lockMail(trx)
  const row = await queries.selectTexts(trx, name, roleIds.MEMBER)
  if (!row || row.id !== version) return false
  await queries.replaceTexts(trx, name, role, row.words)
  return true
}
