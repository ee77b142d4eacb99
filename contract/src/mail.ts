import { z } from 'zod'
import { email } from './email.ts'
import { endpoint } from './endpoint.ts'
import { listQuery } from './list.ts'
import { mailTemplateNames, mailTemplateWords, oneLine } from './mail-templates.ts'

export const smtpSecurities = ['none', 'starttls', 'tls'] as const
export const mailDestinationLimit = 20

const host = z
  .string()
  .trim()
  .max(255)
  .regex(/^[A-Za-z0-9]([A-Za-z0-9.:-]*[A-Za-z0-9])?$/)
/** A name in a header. */
const headerText = z.string().trim().max(100).regex(oneLine)

const smtp = {
  host,
  port: z.number().int().min(1).max(65_535),
  security: z.enum(smtpSecurities),
  username: z.string().max(200),
  from_address: email,
  from_name: headerText,
}

export const mailSettings = z.object({
  ...smtp,
  /** Empty: none is set, mails are kept in the outbox. */
  host: z.string(),
  from_address: z.string(),
  has_password: z.boolean(),
  /** `environment`: SMTP_URL is set and wins. `none`: mails are kept in the outbox. */
  source: z.enum(['environment', 'settings', 'none']),
})
export type MailSettings = z.infer<typeof mailSettings>

export const getMailSettings = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/mail-settings',
  needs: 'signedIn',
  summary: 'The mail server, without its password',
  response: mailSettings,
})

/** `password` left out keeps the one before, empty removes it. */
export const putMailSettings = endpoint({
  method: 'PUT',
  api: 'main',
  path: '/v1/mail-settings',
  needs: 'SETTING_SYSTEM_MAIL',
  action: 'settingUpdate',
  summary: 'Set the mail server',
  body: z.strictObject({ ...smtp, password: z.string().max(500).optional() }),
  response: mailSettings,
  errors: ['mailByEnvironment'],
})

export const deleteMailSettings = endpoint({
  method: 'DELETE',
  api: 'main',
  path: '/v1/mail-settings',
  needs: 'SETTING_SYSTEM_MAIL',
  action: 'settingDelete',
  summary: 'Forget the mail server: mails are kept in the outbox',
  response: mailSettings,
  errors: ['mailByEnvironment'],
})

/** Goes to the caller's own address, at once; a failure tells what the mail server said in `detail`. */
export const sendTestMail = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/mail-settings/test',
  needs: 'SETTING_SYSTEM_MAIL',
  own: true,
  summary: 'Send a test mail to oneself',
  response: z.object({ to: z.string() }),
  errors: ['mailNotConfigured', 'mailNotSent', 'tooManyRequests'],
})

export const getMailDestinations = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/mail-destinations',
  needs: 'signedIn',
  summary: 'Where system mail goes',
  response: z.array(z.string()),
})

export const putMailDestinations = endpoint({
  method: 'PUT',
  api: 'main',
  path: '/v1/mail-destinations',
  needs: 'SETTING_SYSTEM_MAIL',
  action: 'settingUpdate',
  summary: 'Replace the destinations of system mail',
  body: z.strictObject({ destinations: z.array(email).max(mailDestinationLimit) }),
  response: z.array(z.string()),
})

export const mailTemplate = z.object({
  name: z.enum(mailTemplateNames),
  words: mailTemplateWords,
  defaults: mailTemplateWords,
  /** Whether the words are the product's own. */
  isDefault: z.boolean(),
})
export type MailTemplate = z.infer<typeof mailTemplate>

const templateName = z.strictObject({ name: z.enum(mailTemplateNames) })

export const getMailTemplates = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/mail-templates',
  needs: 'signedIn',
  summary: 'The words of the mails, in every language',
  response: z.array(mailTemplate),
})

export const putMailTemplate = endpoint({
  method: 'PUT',
  api: 'main',
  path: '/v1/mail-templates/{name}',
  needs: 'byKey',
  action: 'settingUpdate',
  summary: 'Change the words of a mail; `system` needs SETTING_SYSTEM_MAIL, the others SETTING_NOTIFY_PASSWORD',
  params: templateName,
  body: mailTemplateWords,
  response: mailTemplate,
})

export const resetMailTemplate = endpoint({
  method: 'DELETE',
  api: 'main',
  path: '/v1/mail-templates/{name}',
  needs: 'byKey',
  action: 'settingDelete',
  summary: 'Go back to the product’s own words of a mail; needs as for changing them',
  params: templateName,
  response: mailTemplate,
})

/** `kept`: no mail server was configured. A sent mail keeps no body. */
export const mailStates = ['queued', 'sent', 'failed', 'kept'] as const
export const outboxMail = z.object({
  id: z.number(),
  created_at: z.string(),
  to: z.string(),
  subject: z.string(),
  /** Null once it was sent. */
  body: z.string().nullable(),
  state: z.enum(mailStates),
  tries: z.number(),
  sent_at: z.string().nullable(),
  /** What the mail server answered to the last try, if it failed. */
  error: z.string().nullable(),
})
export type OutboxMail = z.infer<typeof outboxMail>

/** The bodies hold temporary passwords and codes, so that this is ROOT's alone. */
export const listMailOutbox = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/mail-outbox',
  needs: 'SETTING_PASSWORD_SECURITY',
  own: true,
  summary: 'The mails of the last 30 days, the newest first',
  query: listQuery(['created_at'], { state: z.enum(mailStates).optional(), to: z.string().trim().max(100).optional() }),
  response: outboxMail,
  list: true,
})

/** For mails that failed or were kept. */
export const retryMail = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/mail-outbox/{id}/send',
  needs: 'SETTING_PASSWORD_SECURITY',
  own: true,
  summary: 'Queue a mail again',
  params: z.strictObject({ id: z.coerce.number().int().positive() }),
  errors: ['mailNotConfigured', 'notFound'],
})
