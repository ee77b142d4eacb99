import { randomInt } from 'node:crypto'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as japanese } from '@zxcvbn-ts/language-ja'
import { ApiError } from '@simdeck/contract/errors.ts'
import { type KnownAbout, type KnownKind, knownWordsReason, withoutKnownWords } from '@simdeck/contract/known-words.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import {
  brokenPasswordRules,
  passwordKinds,
  passwordMaxLength,
  passwordPolicy,
  type PasswordPolicy,
  type PasswordRule,
  passwordSymbols,
} from '@simdeck/contract/password-policy.ts'
import type { Db } from '../platform/db/database.ts'
import { applicationName, systemSettings } from '../settings/settings.ts'

const policyKeys = [
  'system_password_minimum',
  'system_password_upper_case',
  'system_password_lower_case',
  'system_password_number',
  'system_password_symbol',
] as const

/** The password policy of the settings. */
export async function currentPolicy(db: Db): Promise<PasswordPolicy> {
  const settings = await systemSettings(db, policyKeys)
  return passwordPolicy(Object.fromEntries(settings.map(({ key, value }) => [key, value])))
}

const minScore = 2
const commonPasswords = new Set(common['passwords-common'])
let estimator: ZxcvbnFactory | undefined

/** Null if the password is strong enough, else the kinds of known words in it; the list is empty if the password is weak without any. */
function easyToGuess(password: string, about: KnownAbout): readonly KnownKind[] | null {
  const { rest, found } = withoutKnownWords(password, about)
  if (commonPasswords.has(password.toLowerCase())) return found
  const guesses = (estimator ??= new ZxcvbnFactory({ dictionary: { ...common, ...japanese }, graphs: adjacencyGraphs }))
  const parts = Object.values(about)
    .flat()
    .flatMap((input) => [input, ...input.split(/[^\p{L}\p{N}]+/u)])
    .filter((part) => part.length > 2)
  const weak = (text: string): boolean => guesses.check(text, parts).score < minScore
  return weak(password) || (found.length > 0 && weak(rest)) ? found : null
}

/**
 * Throws `passwordRules`, with a message that names the broken rules, or `passwordCommon`, with a message that names the known words.
 * `known` holds words that an attacker knows: those of the owner and of the console's host.
 */
export async function checkNewPassword(
  db: Db,
  password: string,
  known: { owner: { email: string; name: string }; host: string },
  language: Language,
): Promise<void> {
  const policy = await currentPolicy(db)
  const broken = brokenPasswordRules(policy, password)
  if (broken.length > 0) {
    const message = broken.map((rule) => ruleTexts[language](policy)[rule]).join(language === 'ja' ? '、' : '; ')
    throw new ApiError('passwordRules', { fields: [{ path: 'new_password', message }] })
  }
  const { owner, host } = known
  const about = { person: [owner.email, owner.name], product: [await applicationName(db)], company: [owner.email, host] }
  const easy = easyToGuess(password, about)
  if (!easy) return
  const message = knownWordsReason(easy, language)
  throw new ApiError('passwordCommon', message === null ? {} : { fields: [{ path: 'new_password', message }] })
}

const ruleTexts: Record<Language, (policy: PasswordPolicy) => Record<PasswordRule, string>> = {
  ja: ({ minimum }) => ({
    minimum: `${minimum}文字以上にしてください`,
    maximum: `${passwordMaxLength}文字以内にしてください`,
    upperCase: '英大文字を含めてください',
    lowerCase: '英小文字を含めてください',
    number: '数字を含めてください',
    symbol: `記号（${passwordSymbols}）を含めてください`,
    characters: `使用できる文字は英数字と記号（${passwordSymbols}）です`,
  }),
  en: ({ minimum }) => ({
    minimum: `at least ${minimum} characters`,
    maximum: `at most ${passwordMaxLength} characters`,
    upperCase: 'at least one upper-case letter',
    lowerCase: 'at least one lower-case letter',
    number: 'at least one digit',
    symbol: `at least one symbol (${passwordSymbols})`,
    characters: `only letters, digits and symbols (${passwordSymbols})`,
  }),
}

// Characters that are not confused when somebody reads them from a mail; l, 1, I, O and 0 are left out.
const readable = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789!@#$%*+'
const temporaryLength = 16

/** A random password with every kind of character, 16 characters long or the policy's minimum if that is more. */
export function temporaryPassword(policy: PasswordPolicy): string {
  const length = Math.max(temporaryLength, policy.minimum)
  for (;;) {
    const password = Array.from({ length }, () => readable.charAt(randomInt(readable.length))).join('')
    if (brokenPasswordRules({ minimum: length, required: passwordKinds }, password).length === 0) return password
  }
}
