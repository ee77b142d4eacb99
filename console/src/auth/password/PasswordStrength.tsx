import clsx from 'clsx'
import { knownWordsReason } from '@simdeck/contract/known-words.ts'
import type { KnownAbout } from '@simdeck/contract/known-words.ts'
import { useEffect, useState } from 'react'
import type { Tone } from '../../ui/value/glyphs.tsx'
import { useLanguage } from '../../ui/words/language.ts'
import { defineText, useText } from '../../ui/words/text.ts'
import tones from '../../ui/theme/tones.module.css'
import css from './password.module.css'
import type { Strength, strengthOf as estimate } from './strength.ts'

const text = defineText({
  strength: { ja: (level: string) => `強度：${level}`, en: (level: string) => `Strength: ${level}` },
  common: {
    ja: 'よく使われる言葉や並びでできているため、このパスワードは設定できません',
    en: 'Made of common words or runs: this password is not taken',
  },
  level0: { ja: '推測されやすい', en: 'easy to guess' },
  level1: { ja: '推測されやすい', en: 'easy to guess' },
  level2: { ja: '普通', en: 'fair' },
  level3: { ja: '強い', en: 'strong' },
  level4: { ja: 'とても強い', en: 'very strong' },
})

const toneOf: Record<Strength, Tone> = { 0: 'failed', 1: 'failed', 2: 'interrupted', 3: 'succeeded', 4: 'succeeded' }
const steps = [1, 2, 3, 4] as const

/** Strength of a password. It is null until the large dictionaries are loaded, after the first typed character. */
function useStrength(password: string, about: KnownAbout): ReturnType<typeof estimate> | null {
  const [strengthOf, setStrengthOf] = useState<typeof estimate | null>(null)
  const wanted = password !== ''
  useEffect(() => {
    if (!wanted) return
    let gone = false
    // If the dictionaries cannot be loaded, only the meter is missing. The server checks the password in any case.
    import('./strength.ts').then((loaded) => gone || setStrengthOf(() => loaded.strengthOf)).catch(() => undefined)
    return () => {
      gone = true
    }
  }, [wanted])
  return wanted && strengthOf ? strengthOf(password, about) : null
}

interface PasswordStrengthProps {
  password: string
  /** Words about the person, the product and the company, which make a password weak. */
  about: KnownAbout
  /** True if the field already shows why the server refused the password. */
  refused: boolean
}

/** Strength of a password, and the reason if the server would refuse it. */
export function PasswordStrength({ password, about, refused }: PasswordStrengthProps) {
  const t = useText(text)
  const language = useLanguage()
  const estimated = useStrength(password, about)
  const strength = estimated?.strength ?? null
  const reason = estimated && estimated.strength < 2 && !refused ? (knownWordsReason(estimated.found, language) ?? t.common) : null
  return (
    <div className={clsx(css.strength, strength !== null && tones[toneOf[strength]])}>
      <span className={css.steps} aria-hidden="true">
        {steps.map((step) => (
          <i key={step} className={clsx(strength !== null && step <= Math.max(1, strength) && css.on)} />
        ))}
      </span>
      <span className={css.level} role="status">
        {strength === null ? '\u00a0' : t.strength(t[`level${strength}`])}
      </span>
      {reason !== null && (
        <span className={css.reason} role="status">
          {reason}
        </span>
      )}
    </div>
  )
}
