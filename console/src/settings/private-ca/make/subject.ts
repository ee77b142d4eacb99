import { authoritySubject } from '@simdeck/contract/certificate-authorities.ts'
import type { CountryCode } from '@simdeck/contract/countries.ts'
import type { Translations } from '../../../ui/words/text.ts'
import type { makeText } from './make-text.ts'

export interface SubjectDraft {
  name: string
  organization: string
  unit: string
  country: CountryCode | ''
}

export const emptySubject: SubjectDraft = { name: '', organization: '', unit: '', country: '' }

/** Messages for the invalid parts of a subject. */
export function checkSubject({ name, organization, unit }: SubjectDraft, t: Translations<typeof makeText>) {
  const { name: nameRule, organization: lineRule } = authoritySubject
  return {
    name: name.trim() === '' ? t.nameMissing : !nameRule.safeParse(name).success && t.lineWrong,
    organization: !lineRule.safeParse(organization).success && t.lineWrong,
    unit: !lineRule.safeParse(unit).success && t.lineWrong,
  }
}

/** The subject as the API takes it, without its empty parts. */
export function subjectOf({ name, organization, unit, country }: SubjectDraft) {
  return {
    name: name.trim(),
    ...(organization.trim() && { organization: organization.trim() }),
    ...(unit.trim() && { unit: unit.trim() }),
    ...(country && { country }),
  }
}

/** The subject for people. */
export const subjectText = (draft: SubjectDraft): string => {
  const { name, organization, unit, country } = subjectOf(draft)
  return [`CN=${name}`, unit && `OU=${unit}`, organization && `O=${organization}`, country && `C=${country}`].filter(Boolean).join(', ')
}
