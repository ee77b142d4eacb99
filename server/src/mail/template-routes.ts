import { ApiError, type FieldError } from '@simdeck/contract/errors.ts'
import { type Language, languages } from '@simdeck/contract/languages.ts'
import {
  type MailTemplateName,
  mailTemplateNames,
  mailTemplates,
  type MailTemplateTexts,
  missingVariables,
} from '@simdeck/contract/mail-templates.ts'
import { settingRules } from '@simdeck/contract/settings.ts'
import type { Db } from '../platform/db/database.ts'
import type { Publish } from '../platform/events/changes.ts'
import { type Audit, type Caller, type Handlers, memberOf, signedIn } from '../platform/http/handler.ts'
import { saveSystemSettings } from '../settings/settings.ts'
import { secretVariables } from './content/compose.ts'
import { missingInBody, notInSubject } from './messages.ts'
import type { ReportEvent } from './content/queue-mail.ts'
import { shownTemplate, shownTemplates } from './trust/shown-templates.ts'
import type { TemplatesSaved } from './trust/templates-saved.ts'

type TemplateCalls = 'getMailTemplates' | 'putMailTemplate' | 'resetMailTemplate'

/** Routes for the mail templates. */
export function mailTemplateRoutes(options: {
  db: Db
  publish: Publish
  reportEvent: ReportEvent
  templatesSaved: TemplatesSaved
}): Handlers<TemplateCalls> {
  const { db, publish, reportEvent, templatesSaved } = options

  /** Saves a template; an empty value restores the product's own text. */
  async function save(
    name: MailTemplateName,
    value: string,
    call: { caller: Caller | null; language: Language; audit: Audit },
    method: string,
  ) {
    const { setting } = mailTemplates[name]
    const caller = memberOf(call)
    let notified: number[] = []
    await saveSystemSettings(db, [{ key: setting, value }], caller.memberId, async (trx) => {
      notified = await templatesSaved(trx, [{ key: setting, value }], { caller, language: call.language })
      await reportEvent(trx, 'templatesChanged', { method, url: `/v1/mail-templates/${name}` })
      await call.audit(trx)
    })
    publish({ settings: [setting], people: notified })
    return shownTemplate(db, name)
  }

  return {
    async getMailTemplates() {
      return shownTemplates(db, mailTemplateNames)
    },

    async putMailTemplate(call) {
      const { name } = call.params
      checkPermission(name, signedIn(call))
      const fields = wrongFields(name, call.body, call.language)
      if (fields.length > 0) throw new ApiError('invalidInput', { fields })
      return save(name, JSON.stringify(call.body), call, 'PUT')
    },

    async resetMailTemplate(call) {
      const { name } = call.params
      checkPermission(name, signedIn(call))
      return save(name, '', call, 'DELETE')
    },
  }
}

function checkPermission(name: MailTemplateName, caller: Caller): void {
  if (!caller.permissions.has(settingRules[mailTemplates[name].setting].needs)) throw new ApiError('noPermission')
}

function wrongFields(name: MailTemplateName, texts: MailTemplateTexts, reader: Language): FieldError[] {
  const secrets = name === 'system' ? [] : secretVariables
  return languages.flatMap((language) => {
    const { subject, body } = texts[language]
    const inSubject = secrets.filter((variable) => subject.includes(`{${variable}}`))
    return [
      ...inSubject.map((variable) => ({ path: `${language}.subject`, message: notInSubject(variable)[reader] })),
      ...missingVariables(name, body).map((variable) => ({ path: `${language}.body`, message: missingInBody(variable)[reader] })),
    ]
  })
}
