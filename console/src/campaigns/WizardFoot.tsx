import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { useText } from '../ui/text.ts'
import { wizardText } from './wizard-text.tsx'
import css from './wizard.module.css'

interface WizardFootProps {
  onBack?: () => void
  note?: string
  children: ReactNode
}

/** The buttons of a step, always in sight: back on the left, the way on at the right. */
export function WizardFoot({ onBack, note, children }: WizardFootProps) {
  const t = useText(wizardText)
  return (
    <div className={css.foot}>
      {onBack ? <Button onClick={onBack}>{t.back}</Button> : <span />}
      {note && <span className={css.note}>{note}</span>}
      {children}
    </div>
  )
}
