/** Maximum length of a password in characters (specification §5). */
export const passwordMaxLength = 64
export const passwordMinimumDefault = 8
/** The symbols that a password may have, beside letters and digits. */
export const passwordSymbols = '!@#$%^&*()_+'
const allowed = /^[A-Za-z0-9!@#$%^&*()_+]*$/

const kinds = {
  upperCase: { setting: 'system_password_upper_case', pattern: /[A-Z]/ },
  lowerCase: { setting: 'system_password_lower_case', pattern: /[a-z]/ },
  number: { setting: 'system_password_number', pattern: /[0-9]/ },
  symbol: { setting: 'system_password_symbol', pattern: /[!@#$%^&*()_+]/ },
} as const
export type PasswordKind = keyof typeof kinds
export const passwordKinds = Object.keys(kinds) as PasswordKind[]

/** The current rules, from the settings. */
export type PasswordPolicy = { minimum: number; required: readonly PasswordKind[] }

/** One rule of the policy, for a text that lists them. */
export type PasswordRule = 'minimum' | 'maximum' | 'characters' | PasswordKind

/** Reads the rules from the settings. A kind of character is required when its setting is "2". */
export function passwordPolicy(settings: Partial<Record<string, string>>): PasswordPolicy {
  const minimum = Number(settings['system_password_minimum'])
  return {
    minimum:
      Number.isInteger(minimum) && minimum >= passwordMinimumDefault && minimum <= passwordMaxLength ? minimum : passwordMinimumDefault,
    required: passwordKinds.filter((kind) => settings[kinds[kind].setting] === '2'),
  }
}

/** The rules that apply, in the order in which they are shown. */
export function passwordRules(policy: PasswordPolicy): PasswordRule[] {
  return ['minimum', 'maximum', ...policy.required, 'characters']
}

/** The rules that the password breaks. An empty list means that it is allowed. */
export function brokenPasswordRules(policy: PasswordPolicy, password: string): PasswordRule[] {
  const keeps: Record<PasswordRule, boolean> = {
    minimum: password.length >= policy.minimum,
    maximum: password.length <= passwordMaxLength,
    characters: allowed.test(password),
    upperCase: kinds.upperCase.pattern.test(password),
    lowerCase: kinds.lowerCase.pattern.test(password),
    number: kinds.number.pattern.test(password),
    symbol: kinds.symbol.pattern.test(password),
  }
  return passwordRules(policy).filter((rule) => !keeps[rule])
}
