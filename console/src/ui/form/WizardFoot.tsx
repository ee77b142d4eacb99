import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { defineText, useText } from '../words/text.ts'
import css from '../frame/steps.module.css'

const text = defineText({ back: { ja: '戻る', en: 'Back' } })

interface WizardFootProps {
  onBack?: () => void
  note?: string
  /** Why the way on is closed, in words; it takes the place of the note. */
  why?: string | null
  children: ReactNode
}

/** The buttons of a step, always in sight: back on the left, the way on at the right. */
export function WizardFoot({ onBack, note, why = null, children }: WizardFootProps) {
  const t = useText(text)
  return (
    <div className={css.foot}>
      {onBack ? <Button onClick={onBack}>{t.back}</Button> : <span />}
      <span className={why === null ? css.note : css.why} role="status">
        {why ?? note}
      </span>
      {children}
    </div>
  )
}
