import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { defineText, useText } from '../words/text.ts'
import css from '../frame/steps.module.css'

const text = defineText({ back: { ja: '戻る', en: 'Back' } })

interface WizardFootProps {
  onBack?: () => void
  note?: string
  /** Reason for which the next step is disabled. It replaces the note. */
  disabledReason?: string | null
  children: ReactNode
}

/** Buttons of a wizard step, which are always visible: back on the left, next on the right. */
export function WizardFoot({ onBack, note, disabledReason = null, children }: WizardFootProps) {
  const t = useText(text)
  return (
    <div className={css.foot}>
      {onBack ? <Button onClick={onBack}>{t.back}</Button> : <span />}
      <span className={disabledReason === null ? css.note : css.why} role="status">
        {disabledReason ?? note}
      </span>
      {children}
    </div>
  )
}
