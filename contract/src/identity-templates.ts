import { z } from 'zod'
import { countryCodes } from './countries.ts'
import { endpoint } from './endpoint.ts'
import { faultName } from './fault-name.ts'
import { line } from './line.ts'
import { listQuery } from './list.ts'

/** The names that a template may contain in double braces; a value of the SIM takes their place. */
export const templatePlaceholders = ['iccid', 'imsi', 'imei', 'msisdn', 'eid', 'simId', 'group.name'] as const
export type TemplatePlaceholder = (typeof templatePlaceholders)[number]

const anyBraces = /\{\{([^{}]*)\}\}/g

/** The placeholders of a text in their order, known or not. */
export const placeholdersIn = (text: string): string[] => [...text.matchAll(anyBraces)].map(([, name = '']) => name.trim())

const isPlaceholder = (name: string): name is TemplatePlaceholder => templatePlaceholders.some((one) => one === name)

/** True if the text has no other placeholders than the known ones, and no brace beside them. */
export const hasKnownPlaceholders = (text: string): boolean =>
  placeholdersIn(text).every(isPlaceholder) && !/[{}]/.test(text.replaceAll(anyBraces, ''))

/** A text in which values of the SIM replace the placeholders. Its limit counts after they were filled in. */
const filledText = line(200).min(1).refine(hasKnownPlaceholders, faultName('placeholder'))

/** The limits of the filled parts of a subject, in characters (specification §5). */
export const subjectLimits = { commonName: 64, commonNameBeforeIccid: 44, state: 64, locality: 64, organization: 64, unit: 128 } as const
/** The bound of X.520 for an organizational unit; peers may refuse a longer one. */
export const usualUnitLimit = 64

/** The kinds of alternative names. */
export const altNameTypes = ['dns', 'uri', 'email'] as const

/** The number of key slots of the IoT SAFE applet that templates can use. */
export const keySlots = 8
export const deliveryTypes = ['Auto', 'Manual'] as const
export type DeliveryType = (typeof deliveryTypes)[number]

/** The rule of labels (specification §5). */
export const labelRule = /^[A-Za-z0-9 ._-]+$/
/** The longest label that a card keeps, in octets. */
export const maxCardLabel = 60
export const safeLabel = z
  .string()
  .trim()
  .min(3)
  .max(62)
  .regex(labelRule)
  .refine((label) => label.length <= maxCardLabel, faultName('cardLabel'))

/** The longest validity of the certificate of a device, in days. */
export const maxCertificateDays = 7300

export const templateContent = {
  name: line(64).min(1),
  /** The CA that signs; null for the default CA at the time of signing. */
  authorityId: z.number().int().positive().nullable(),
  commonName: filledText,
  /** Appends the ICCID to the common name, which then has at most 44 characters before it. */
  appendIccid: z.boolean(),
  country: z.enum(countryCodes).nullable(),
  state: filledText.nullable(),
  locality: filledText.nullable(),
  organization: filledText.nullable(),
  unit: filledText.nullable(),
  altNames: z.array(z.strictObject({ type: z.enum(altNameTypes), value: filledText })).max(8),
  serverAuth: z.boolean(),
  validDays: z.number().int().min(1).max(maxCertificateDays),
  renewBeforeDays: z.number().int().min(0).max(maxCertificateDays),
  slotId: z.number().int().min(1).max(keySlots),
  label: safeLabel,
  delivery: z.enum(deliveryTypes),
}

const body = z.strictObject(templateContent).refine(({ validDays, renewBeforeDays }) => renewBeforeDays < validDays, {
  path: ['renewBeforeDays'],
  message: faultName('renewBefore'),
})

export const identityTemplate = z.object({
  id: z.number(),
  ...templateContent,
  /** The name of the CA that signs now; null if there is none. */
  authorityName: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type IdentityTemplate = z.infer<typeof identityTemplate>
export type TemplateContent = z.output<typeof body>

const templateId = z.strictObject({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) })
const faults = ['identityTemplateExists', 'caNotFound'] as const

export const listIdentityTemplates = endpoint({
  method: 'GET',
  api: 'iotSafe',
  path: '/identity-templates',
  needs: 'signedIn',
  summary: 'Templates of the certificates of devices, by name',
  query: listQuery([], {}),
  response: identityTemplate,
  list: true,
})

export const getIdentityTemplate = endpoint({
  method: 'GET',
  api: 'iotSafe',
  path: '/identity-templates/{id}',
  needs: 'signedIn',
  summary: 'One template',
  params: templateId,
  response: identityTemplate,
  errors: ['templateNotFound'],
})

export const createIdentityTemplate = endpoint({
  method: 'POST',
  api: 'iotSafe',
  path: '/identity-templates',
  needs: 'SETTING_IOT_SAFE',
  action: 'settingAdd',
  summary: 'Add a template',
  body,
  response: identityTemplate,
  errors: [...faults, 'identityTemplateLimit'],
})

export const updateIdentityTemplate = endpoint({
  method: 'PUT',
  api: 'iotSafe',
  path: '/identity-templates/{id}',
  needs: 'SETTING_IOT_SAFE',
  action: 'settingUpdate',
  summary: 'Change a template; certificates that were begun before keep the earlier one',
  params: templateId,
  body,
  response: identityTemplate,
  errors: ['templateNotFound', ...faults],
})

export const deleteIdentityTemplate = endpoint({
  method: 'DELETE',
  api: 'iotSafe',
  path: '/identity-templates/{id}',
  needs: 'SETTING_IOT_SAFE',
  action: 'settingDelete',
  summary: 'Delete a template; its certificates stay and are not renewed by it',
  params: templateId,
  errors: ['templateNotFound'],
})

/** A problem of a filled template: the field, and the placeholder without a value or the limit that it exceeds. */
export const templateProblem = z.object({
  field: z.string(),
  missing: z.enum(templatePlaceholders).nullable(),
  /** The limit in characters; null for a missing value, and for a value of a wrong form. */
  limit: z.number().nullable(),
})
export type TemplateProblem = z.infer<typeof templateProblem>

export const previewIdentityTemplate = endpoint({
  method: 'POST',
  api: 'iotSafe',
  path: '/identity-templates/preview',
  needs: 'SETTING_IOT_SAFE',
  summary: 'The subject and names that a template gives to a SIM, with its problems; nothing is stored',
  body: z.strictObject({ template: body, simId: z.number().int().positive() }),
  response: z.object({
    /** In the form of RFC 4514; null with problems. */
    subject: z.string().nullable(),
    altNames: z.array(z.object({ type: z.enum(altNameTypes), value: z.string() })),
    problems: z.array(templateProblem),
    /** The unit exceeds the bound of X.520. */
    longUnit: z.boolean(),
  }),
  errors: ['simNotFound'],
})
