import { brokenPasswordRules, passwordMaxLength, passwordRules, passwordSymbols } from '@simdeck/contract/password-policy.ts'
import type { PasswordPolicy, PasswordRule } from '@simdeck/contract/password-policy.ts'
import { IconCheck, IconCircleDashed } from '@tabler/icons-react'
import { defineText, useText } from '../../ui/words/text.ts'
import css from './password.module.css'

const text = defineText({
  rules: { ja: 'パスワードの条件', en: 'Password rules' },
  minimum: { ja: (least: number) => `${least}文字以上`, en: (least: number) => `At least ${least} characters` },
  maximum: { ja: `${passwordMaxLength}文字以内`, en: `At most ${passwordMaxLength} characters` },
  upperCase: { ja: '英大文字（A–Z）を含む', en: 'An upper-case letter (A–Z)' },
  lowerCase: { ja: '英小文字（a–z）を含む', en: 'A lower-case letter (a–z)' },
  number: { ja: '数字（0–9）を含む', en: 'A digit (0–9)' },
  symbol: { ja: `記号（${passwordSymbols}）を含む`, en: `A symbol (${passwordSymbols})` },
  characters: { ja: `使える文字は半角英数字と ${passwordSymbols}`, en: `Only letters, digits and ${passwordSymbols}` },
  kept: { ja: '満たしています', en: 'met' },
  open: { ja: 'まだ満たしていません', en: 'not met yet' },
})

interface PasswordRuleListProps {
  policy: PasswordPolicy
  /** Typed password. Each rule is marked as met or not met by it. Without it, the list only shows the rules. */
  password?: string
}

/** The password rules as a list (specification §5, Password). */
export function PasswordRuleList({ policy, password }: PasswordRuleListProps) {
  const t = useText(text)
  const labels: Record<PasswordRule, string> = { ...t, minimum: t.minimum(policy.minimum) }
  const broken = password === undefined ? null : password === '' ? passwordRules(policy) : brokenPasswordRules(policy, password)
  return (
    <ul className={css.rules} aria-label={t.rules}>
      {passwordRules(policy).map((rule) => {
        const met = broken && !broken.includes(rule)
        return (
          <li key={rule} className={met ? css.kept : undefined}>
            {broken ? met ? <IconCheck size={14} /> : <IconCircleDashed size={14} /> : <span className={css.dot} />}
            <span>
              {labels[rule]}
              {broken && <span className={css.unseen}> {met ? t.kept : t.open}</span>}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
