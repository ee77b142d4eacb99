import type { MailTemplate } from '@simdeck/contract/mail.ts'
import type { MailTemplateName } from '@simdeck/contract/mail-templates.ts'
import type { Db } from '../../platform/db/database.ts'
import { defaultWords } from '../content/template-words.ts'
import { changedWords } from '../content/templates.ts'
import { isCodeTemplate, wordsState } from './trusted-words.ts'

/** The templates as the API shows them. */
export async function shownTemplates(db: Db, names: readonly MailTemplateName[]): Promise<MailTemplate[]> {
  const changed = await changedWords(db, names)
  return Promise.all(
    names.map(async (name) => {
      const words = changed[name]
      const state = isCodeTemplate(name) ? await wordsState(db, name) : { version: 0, confirmed: true }
      return { name, words: words ?? defaultWords[name], defaults: defaultWords[name], isDefault: !words, ...state }
    }),
  )
}

export async function shownTemplate(db: Db, name: MailTemplateName): Promise<MailTemplate> {
  return (await shownTemplates(db, [name]))[0] as MailTemplate
}
