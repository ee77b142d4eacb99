import {
  type IdentityTemplate,
  placeholdersIn,
  subjectLimits,
  type TemplateContent,
  type TemplatePlaceholder,
  type TemplateProblem,
} from '@simdeck/contract/identity-templates.ts'
import type { NameParts } from '@simdeck/protocol/x509/name.ts'
import type { AltName } from '../x509/extensions.ts'

/** The values of a SIM for the placeholders; null for one that it does not have. */
export type TemplateValues = Readonly<Record<TemplatePlaceholder, string | null>>

/** The identity that a template gives to a SIM. */
export type FilledIdentity = { subject: NameParts; altNames: AltName[] }

type Content = Omit<TemplateContent, 'name' | 'authorityId'> | IdentityTemplate

const parts = {
  commonName: { type: 'CN', limit: subjectLimits.commonName },
  state: { type: 'ST', limit: subjectLimits.state },
  locality: { type: 'L', limit: subjectLimits.locality },
  organization: { type: 'O', limit: subjectLimits.organization },
  unit: { type: 'OU', limit: subjectLimits.unit },
} as const

const lengthOf = (text: string): number => Array.from(text).length
/** Alternative names are IA5 texts of RFC 5280; each kind has a form. */
const forms = {
  dns: /^(?=.{1,253}$)(\*\.)?([a-z\d]([a-z\d-]{0,61}[a-z\d])?)(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)*$/i,
  uri: /^[a-z][a-z\d+.-]{0,30}:[!-~]{1,500}$/i,
  email: /^[!-?A-~]{1,64}@[a-z\d.-]{1,253}$/i,
} as const

/** Fills a template with the values of a SIM. Limits count after that (domain: a missing value is an error). */
export function fillTemplate(template: Content, values: TemplateValues): { filled: FilledIdentity; problems: TemplateProblem[] } {
  const problems: TemplateProblem[] = []
  const valueFor = (field: string, placeholder: TemplatePlaceholder): string => {
    const value = Object.hasOwn(values, placeholder) ? values[placeholder] : null
    if (value === null) problems.push({ field, missing: placeholder, limit: null })
    return value ?? ''
  }
  const fill = (field: string, text: string): string =>
    text.replaceAll(/\{\{([^{}]*)\}\}/g, (_, name: string) => valueFor(field, name.trim() as TemplatePlaceholder))
  const subject: NameParts = {}
  if (template.country) subject.C = template.country
  for (const field of Object.keys(parts) as (keyof typeof parts)[]) {
    const text = template[field]
    if (text === null) continue
    const { type, limit } = parts[field]
    const own = fill(field, text)
    const isJoined = field === 'commonName' && template.appendIccid
    const most = isJoined ? subjectLimits.commonNameBeforeIccid : limit
    if (lengthOf(own) > most) problems.push({ field, missing: null, limit: most })
    subject[type] = isJoined ? `${own}${valueFor(field, 'iccid')}` : own
  }
  const altNames = template.altNames.map(({ type, value }, at): AltName => {
    const name = fill(`altNames.${at}.value`, value)
    const isComplete = problems.every(({ field }) => field !== `altNames.${at}.value`)
    if (isComplete && !forms[type].test(name)) problems.push({ field: `altNames.${at}.value`, missing: null, limit: null })
    return { type, value: name }
  })
  return { filled: { subject, altNames }, problems }
}

/** The placeholders that a template needs, each once. */
export const neededPlaceholders = (template: Content): TemplatePlaceholder[] => {
  const texts = [
    template.commonName,
    template.state,
    template.locality,
    template.organization,
    template.unit,
    ...template.altNames.map(({ value }) => value),
  ]
  const names = texts.flatMap((text) => (text === null ? [] : placeholdersIn(text))) as TemplatePlaceholder[]
  return [...new Set<TemplatePlaceholder>([...names, ...(template.appendIccid ? (['iccid'] as const) : [])])]
}
