import { mailTemplates, type MailTemplateName, type MailTemplateTexts } from '@simdeck/contract/mail-templates.ts'
import { roleIds } from '@simdeck/contract/permissions.ts'
import type { Db } from '../../platform/db/database.ts'
import { defaultWords } from '../content/template-words.ts'
import { parsedWords } from '../content/templates.ts'
import * as queries from './queries.ts'

/** Templates that carry codes and passwords. */
export const codeTemplates = ['invitation', 'authentication'] as const
export type CodeTemplate = (typeof codeTemplates)[number]

/** `by`: the role that set or confirmed the words; null for the product's own words, which every role may receive. */
export type TrustedWords = { words: MailTemplateTexts; by: number | null }

/** The newest words that a role at least as high as `role` set or confirmed, else the product's own. */
export async function wordsFor(db: Db, name: CodeTemplate, role: number): Promise<TrustedWords> {
  const row = await queries.selectWords(db, name, role)
  const words = parsedWords(row?.words)
  return row && words ? { words, by: row.trusted_by } : { words: defaultWords[name], by: null }
}

export const isCodeTemplate = (name: MailTemplateName): name is CodeTemplate => codeTemplates.some((one) => one === name)

/** The template of that setting, if it carries codes. */
export const codeTemplateOf = (setting: string): CodeTemplate | undefined =>
  codeTemplates.find((name) => mailTemplates[name].setting === setting)

/** Stores the words that a role set. The product's own words (an empty value) need no confirmation. */
export async function keepWords(trx: Db, name: CodeTemplate, value: string, role: number): Promise<void> {
  await queries.lockMail(trx)
  await queries.replaceWords(trx, name, value === '' ? roleIds.ROOT : role, value)
}

/** The version of the words that is shown; `confirmed` if a ROOT set or confirmed it. */
export async function wordsState(db: Db, name: CodeTemplate): Promise<{ version: number; confirmed: boolean }> {
  const row = await queries.selectWords(db, name, roleIds.MEMBER)
  return { version: row?.id ?? 0, confirmed: !row || row.trusted_by === roleIds.ROOT }
}

/** Confirms the words; false if they have another version. */
export async function confirmWords(trx: Db, name: CodeTemplate, version: number, role: number): Promise<boolean> {
  await queries.lockMail(trx)
  const row = await queries.selectWords(trx, name, roleIds.MEMBER)
  if (!row || row.id !== version) return false
  await queries.replaceWords(trx, name, role, row.words)
  return true
}
