import {
  type altNameTypes,
  hasKnownPlaceholders,
  type IdentityTemplate,
  maxCertificateDays,
  safeLabel,
  type TemplateContent,
} from '@simdeck/contract/identity-templates.ts'
import type { Translations } from '../../ui/words/text.ts'
import type { templateText } from './template-text.ts'

export type AltNameDraft = { type: (typeof altNameTypes)[number]; value: string }

/** Input of the form of a template. Empty texts are parts that the subject does not have. */
export interface TemplateDraft {
  name: string
  authorityId: string
  commonName: string
  appendIccid: boolean
  country: TemplateContent['country']
  state: string
  locality: string
  organization: string
  unit: string
  altNames: AltNameDraft[]
  serverAuth: boolean
  validDays: string
  renewBeforeDays: string
  slotId: string
  label: string
  delivery: TemplateContent['delivery']
}

export const newTemplate: TemplateDraft = {
  name: '',
  authorityId: '',
  commonName: '{{iccid}}',
  appendIccid: false,
  country: null,
  state: '',
  locality: '',
  organization: '',
  unit: '',
  altNames: [],
  serverAuth: false,
  validDays: '365',
  renewBeforeDays: '30',
  slotId: '1',
  label: 'device-tls-01',
  delivery: 'Auto',
}

export const draftOf = (template: IdentityTemplate): TemplateDraft => ({
  name: template.name,
  authorityId: template.authorityId === null ? '' : String(template.authorityId),
  commonName: template.commonName,
  appendIccid: template.appendIccid,
  country: template.country,
  state: template.state ?? '',
  locality: template.locality ?? '',
  organization: template.organization ?? '',
  unit: template.unit ?? '',
  altNames: template.altNames,
  serverAuth: template.serverAuth,
  validDays: String(template.validDays),
  renewBeforeDays: String(template.renewBeforeDays),
  slotId: String(template.slotId),
  label: template.label,
  delivery: template.delivery,
})

/** Messages for the invalid fields. */
export function checkTemplate(draft: TemplateDraft, t: Translations<typeof templateText>) {
  const wrong = (text: string) => !hasKnownPlaceholders(text) && t.wrongText
  const days = wholeIn(draft.validDays)
  const before = wholeIn(draft.renewBeforeDays)
  return {
    name: draft.name.trim() === '' && t.required,
    commonName: draft.commonName.trim() === '' ? t.required : wrong(draft.commonName),
    state: wrong(draft.state),
    locality: wrong(draft.locality),
    organization: wrong(draft.organization),
    unit: wrong(draft.unit),
    altNames: draft.altNames.some(({ value }) => value.trim() === '')
      ? t.required
      : draft.altNames.some(({ value }) => !hasKnownPlaceholders(value)) && t.wrongText,
    validDays: (days === null || days < 1 || days > maxCertificateDays) && t.wrongDays,
    renewBeforeDays: (before === null || (days !== null && before >= days)) && t.wrongRenewal,
    label: !safeLabel.safeParse(draft.label).success && t.wrongLabel,
  }
}

const wholeIn = (text: string): number | null => (/^\d{1,5}$/.test(text.trim()) ? Number(text) : null)
const orNull = (text: string): string | null => text.trim() || null

/** The template as the API takes it, from a draft without faults. */
export const contentOf = (draft: TemplateDraft): TemplateContent => ({
  name: draft.name.trim(),
  authorityId: draft.authorityId === '' ? null : Number(draft.authorityId),
  commonName: draft.commonName.trim(),
  appendIccid: draft.appendIccid,
  country: draft.country,
  state: orNull(draft.state),
  locality: orNull(draft.locality),
  organization: orNull(draft.organization),
  unit: orNull(draft.unit),
  altNames: draft.altNames.map(({ type, value }) => ({ type, value: value.trim() })),
  serverAuth: draft.serverAuth,
  validDays: Number(draft.validDays),
  renewBeforeDays: Number(draft.renewBeforeDays),
  slotId: Number(draft.slotId),
  label: draft.label.trim(),
  delivery: draft.delivery,
})
