import { passwordKinds, passwordPolicy } from '@simdeck/contract/password-policy.ts'
import type { PasswordKind, PasswordPolicy } from '@simdeck/contract/password-policy.ts'
import type { SettingKey } from '@simdeck/contract/settings.ts'

export type PolicyDraft = { minimum: string; mfaRoles: number[] } & Record<PasswordKind, boolean>
type Values = Partial<Record<SettingKey, string>>

const keyOf: Record<PasswordKind, SettingKey> = {
  upperCase: 'system_password_upper_case',
  lowerCase: 'system_password_lower_case',
  number: 'system_password_number',
  symbol: 'system_password_symbol',
}

/** Saved values of the form. */
export function savedPolicy(values: Values): PolicyDraft {
  const { minimum, required } = passwordPolicy(values)
  const kinds = Object.fromEntries(passwordKinds.map((kind) => [kind, required.includes(kind)])) as Record<PasswordKind, boolean>
  const roles = (values.system_mfa_required_roles ?? '').split(',').filter((role) => role !== '')
  return { minimum: String(minimum), mfaRoles: roles.map(Number).toSorted((a, b) => a - b), ...kinds }
}

/** True for an integer from 8 to 64, the range of the setting. */
export const isMinimum = (text: string): boolean => /^[1-9]\d?$/.test(text.trim()) && Number(text) >= 8 && Number(text) <= 64

/** Password rules of the draft. While the minimum of the draft is invalid, the one in force is used. */
export function draftedPolicy(draft: PolicyDraft, inForce: number): PasswordPolicy {
  return {
    minimum: isMinimum(draft.minimum) ? Number(draft.minimum) : inForce,
    required: passwordKinds.filter((kind) => draft[kind]),
  }
}

/** Differences from the saved values. */
export function policyChanges(draft: PolicyDraft, saved: PolicyDraft): { key: SettingKey; value: string }[] {
  const changes: { key: SettingKey; value: string }[] = []
  if (draft.minimum.trim() !== saved.minimum) changes.push({ key: 'system_password_minimum', value: draft.minimum.trim() })
  for (const kind of passwordKinds) {
    if (draft[kind] !== saved[kind]) changes.push({ key: keyOf[kind], value: draft[kind] ? '2' : '1' })
  }
  const roles = draft.mfaRoles.join(',')
  if (roles !== saved.mfaRoles.join(',')) changes.push({ key: 'system_mfa_required_roles', value: roles })
  return changes
}
