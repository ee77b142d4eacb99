import { z } from 'zod'
import { email } from './email.ts'
import { endpoint } from './endpoint.ts'
import { host, serverPort } from './host.ts'
import { line } from './line.ts'
import { listQuery } from './list.ts'
import { mailTemplateNames, mailTemplateTexts } from './mail-templates.ts'

export const smtpSecurities = ['none', 'starttls', 'tls'] as const
export const mailDestinationLimit = 20

/** A name in a header. */
const headerText = line(100)

const smtp = {
  host,
  port: serverPort,
  security: z.enum(smtpSecurities),
  username: z.string().max(200),
  from_address: email,
  from_name: headerText,
}

export const mailSettings = z.object({
  ...smtp,
  /** Empty when no server is set: mails then stay in the outbox. */
  host: z.string(),
  from_address: z.string(),
  has_password: z.boolean(),
  /** `environment` means that SMTP_URL is set and wins. `none` means that mails stay in the outbox. */
  source: z.enum(['environment', 'settings', 'none']),
  /** A number that rises with each change; 0 before the first one. */
  version: z.number(),
  /**
   * True when a ROOT set or confirmed the server. Otherwise mail to a ROOT uses the last server that a ROOT confirmed, or stays in the
   * outbox.
   */
  confirmed: z.boolean(),
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

/** A `password` left out stays as it is; an empty one removes it. */
export const putMailSettings = endpoint({
  method: 'PUT',
  api: 'main',
  path: '/v1/mail-settings',
  needs: 'SETTING_SYSTEM_MAIL',
  own: true,
  proof: true,
  action: 'settingUpdate',
  summary: 'Set the mail server',
  body: z.strictObject({ ...smtp, password: z.string().max(500).optional() }),
  response: mailSettings,
  errors: ['mailByEnvironment', 'verificationRequired'],
})

export const deleteMailSettings = endpoint({
  method: 'DELETE',
  api: 'main',
  path: '/v1/mail-settings',
  needs: 'SETTING_SYSTEM_MAIL',
  own: true,
  proof: true,
  action: 'settingDelete',
  summary: 'Remove the mail server; mails then stay in the outbox',
  response: mailSettings,
  errors: ['mailByEnvironment', 'verificationRequired'],
})

/** Confirms the mail server for mail to a ROOT. `version` is the version that the ROOT saw. */
export const confirmMailSettings = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/mail-settings/confirm',
  needs: 'SETTING_PASSWORD_SECURITY',
  own: true,
  proof: true,
  action: 'settingUpdate',
  summary: 'Confirm the mail server that another member has set',
  body: z.strictObject({ version: z.number().int().min(0) }),
  response: mailSettings,
  errors: ['mailByEnvironment', 'mailChangedMeanwhile', 'verificationRequired'],
})

/**
 * Sends a mail to the caller's own address, at once. `detail` of a failure has the mail server's answer. Only a ROOT sees the cause when no
 * server answered.
 */
export const sendTestMail = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/mail-settings/test',
  needs: 'SETTING_SYSTEM_MAIL',
  own: true,
  summary: 'Send a test mail to oneself',
  response: z.object({ to: z.string() }),
  errors: ['mailNotConfigured', 'mailNotSent', 'mailServerUnreachable', 'tooManyRequests'],
})

export const getMailDestinations = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/mail-destinations',
  needs: 'signedIn',
  summary: 'The destinations of system mail',
  response: z.array(z.string()),
})

export const putMailDestinations = endpoint({
  method: 'PUT',
  api: 'main',
  path: '/v1/mail-destinations',
  needs: 'SETTING_SYSTEM_MAIL',
  own: true,
  action: 'settingUpdate',
  summary: 'Replace the destinations of system mail',
  body: z.strictObject({ destinations: z.array(email).max(mailDestinationLimit) }),
  response: z.array(z.string()),
})

export const mailTemplate = z.object({
  name: z.enum(mailTemplateNames),
  words: mailTemplateTexts,
  defaults: mailTemplateTexts,
  /** True if the texts are the product's own. */
  isDefault: z.boolean(),
  /** A number that rises with each change of a template that carries codes; 0 before the first change, and for other templates. */
  version: z.number(),
  /**
   * True if a ROOT set or confirmed the texts, or if they need no confirmation. Otherwise mail to a ROOT uses the last confirmed texts, or
   * the product's own.
   */
  confirmed: z.boolean(),
})
export type MailTemplate = z.infer<typeof mailTemplate>

const templateName = z.strictObject({ name: z.enum(mailTemplateNames) })

export const getMailTemplates = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/mail-templates',
  needs: 'signedIn',
  summary: 'The mail templates, in every language',
  response: z.array(mailTemplate),
})

export const putMailTemplate = endpoint({
  method: 'PUT',
  api: 'main',
  path: '/v1/mail-templates/{name}',
  needs: 'byKey',
  own: true,
  proof: true,
  action: 'settingUpdate',
  summary: 'Change a mail template; `system` needs SETTING_SYSTEM_MAIL, the others need SETTING_NOTIFY_PASSWORD',
  params: templateName,
  body: mailTemplateTexts,
  response: mailTemplate,
  errors: ['verificationRequired'],
})

export const resetMailTemplate = endpoint({
  method: 'DELETE',
  api: 'main',
  path: '/v1/mail-templates/{name}',
  needs: 'byKey',
  own: true,
  proof: true,
  action: 'settingDelete',
  summary: 'Restore the original text of a mail template; needs the same permission as a change',
  params: templateName,
  response: mailTemplate,
  errors: ['verificationRequired'],
})

/** Confirms the texts for mail to a ROOT. `version` is the version that the ROOT saw. */
export const confirmMailTemplate = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/mail-templates/{name}/confirm',
  needs: 'SETTING_PASSWORD_SECURITY',
  own: true,
  proof: true,
  action: 'settingUpdate',
  summary: 'Confirm a mail template that another member has changed',
  params: z.strictObject({ name: z.enum(['invitation', 'authentication']) }),
  body: z.strictObject({ version: z.number().int().min(0) }),
  response: mailTemplate,
  errors: ['mailChangedMeanwhile', 'verificationRequired'],
})

export const mailChange = z.object({
  id: z.number(),
  at: z.string(),
  what: z.enum(['server', 'invitation', 'authentication']),
  /** The e-mail of the member who changed it, and the member's role at that time. */
  changed_by: z.string(),
  role_id: z.number(),
})
export type MailChange = z.infer<typeof mailChange>

export const listMailChanges = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/mail-changes',
  needs: 'SETTING_PASSWORD_SECURITY',
  own: true,
  summary: 'Changes of the mail server and of templates with codes that other members made and the caller has not seen; the last of each',
  response: z.array(mailChange),
})

export const acknowledgeMailChanges = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/mail-changes/acknowledge',
  needs: 'SETTING_PASSWORD_SECURITY',
  own: true,
  action: 'settingUpdate',
  summary: 'Mark the changes up to an id as seen',
  body: z.strictObject({ up_to: z.number().int().positive() }),
})

/** `kept` means that no mail server was configured. The body of a sent mail is deleted. */
export const mailStates = ['queued', 'sent', 'failed', 'kept'] as const
export const outboxMail = z.object({
  id: z.number(),
  created_at: z.string(),
  to: z.string(),
  subject: z.string(),
  /** Null after the mail was sent. */
  body: z.string().nullable(),
  state: z.enum(mailStates),
  tries: z.number(),
  sent_at: z.string().nullable(),
  /** The mail server's answer to the last try, when it failed. */
  error: z.string().nullable(),
  /** True if the mail waits until a ROOT confirms the mail server or the texts. */
  unconfirmed: z.boolean(),
})
export type OutboxMail = z.infer<typeof outboxMail>

/** The bodies hold temporary passwords and codes, so that only a ROOT may read them. */
export const listMailOutbox = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/mail-outbox',
  needs: 'SETTING_PASSWORD_SECURITY',
  own: true,
  summary: 'The mails of the last 30 days, newest first',
  query: listQuery(['created_at'], { state: z.enum(mailStates).optional(), to: z.string().trim().max(100).optional() }),
  response: outboxMail,
  list: true,
})

/** Sends a mail again that failed or was kept. */
export const retryMail = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/mail-outbox/{id}/send',
  needs: 'SETTING_PASSWORD_SECURITY',
  own: true,
  summary: 'Queue a mail again',
  params: z.strictObject({ id: z.coerce.number().int().positive() }),
  errors: ['mailNotConfigured', 'mailUnconfirmed', 'notFound'],
})
