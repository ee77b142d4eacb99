import type { MailTemplate } from '@simdeck/contract/mail.ts'
import type { MailTemplateName } from '@simdeck/contract/mail-templates.ts'
import type { Db } from '../../platform/db/database.ts'
import { defaultTexts } from '../content/default-texts.ts'
import { changedTexts } from '../content/templates.ts'
import { isCodeTemplate, textsState } from './trusted-texts.ts'

/** The templates as the API shows them. */
export async function shownTemplates(db: Db, names: readonly MailTemplateName[]): Promise<MailTemplate[]> {
  const changed = await changedTexts(db, names)
  return Promise.all(
    names.map(async (name) => {
      const texts = changed[name]
      const state = isCodeTemplate(name) ? await textsState(db, name) : { version: 0, confirmed: true }
      return { name, words: texts ?? defaultTexts[name], defaults: defaultTexts[name], isDefault: !texts, ...state }
    }),
  )
}

export async function shownTemplate(db: Db, name: MailTemplateName): Promise<MailTemplate> {
  return (await shownTemplates(db, [name]))[0] as MailTemplate
}
