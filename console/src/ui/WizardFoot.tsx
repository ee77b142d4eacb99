import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { defineText, useText } from './text.ts'
import css from './steps.module.css'

const text = defineText({ back: { ja: '戻る', en: 'Back' } })

interface WizardFootProps {
  onBack?: () => void
  note?: string
  children: ReactNode
}

/** The buttons of a step, always in sight: back on the left, the way on at the right. */
export function WizardFoot({ onBack, note, children }: WizardFootProps) {
  const t = useText(text)
  return (
    <div className={css.foot}>
      {onBack ? <Button onClick={onBack}>{t.back}</Button> : <span />}
      {note && <span className={css.note}>{note}</span>}
      {children}
    </div>
  )
}
