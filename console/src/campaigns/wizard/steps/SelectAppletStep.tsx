import { otaKindNames, otaKinds } from '@simdeck/contract/ota-kinds/kinds.ts'
import { useEffect, useRef, useState } from 'react'
import { Segments } from '../../../ui/value/Bits.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { useText } from '../../../ui/words/text.ts'
import { useLanguage } from '../../../ui/words/language.ts'
import { consoleKinds } from '../../kinds/kinds.ts'
import type { Draft } from '../wizard-draft.ts'
import type { Choice } from '../use-preparation.ts'
import { wizardText } from '../wizard-text.tsx'
import { WizardFoot } from '../../../ui/form/WizardFoot.tsx'
import css from '../wizard.module.css'

interface StepProps {
  draft: Draft
  choice: Choice
  onChange: (draft: Draft) => void
  onBack: () => void
  onNext: () => void
}
const formId = 'select-applet'

/** Scrolls a row of options to the chosen one. */
function showChosen(row: HTMLElement | null): void {
  if (!row) return
  const chosen = row.querySelector('[aria-pressed="true"]')
  if (chosen) row.scrollLeft += Math.max(0, chosen.getBoundingClientRect().right - row.getBoundingClientRect().right)
}

/** Step 2 of the wizard: the user chooses the kind of OTA and fills its fields. */
export function SelectAppletStep({ draft, choice, onChange, onBack, onNext }: StepProps) {
  const t = useText(wizardText)
  const language = useLanguage()
  const { Fields, problems: problemsOf } = consoleKinds[draft.action]
  const form = useRef<HTMLFormElement>(null)
  const [tries, setTries] = useState(0)
  const problems = problemsOf(draft)
  const shown = tries > 0 ? problems : {}
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [tries])
  return (
    <>
      <div className={css.body}>
        <form
          ref={form}
          id={formId}
          noValidate
          className={`${css.pane} ${css.form}`}
          onSubmit={(event) => {
            event.preventDefault()
            if (Object.keys(problems).length === 0) onNext()
            else setTries(tries + 1)
          }}
        >
          <fieldset className={`${css.group} ${css.wide}`}>
            <legend>{t.action}</legend>
            <div className={css.scroll} ref={showChosen}>
              <Segments
                label={t.action}
                value={draft.action}
                options={otaKindNames.map((value) => ({ value, words: otaKinds[value].words.action[language] }))}
                onChange={(action) => onChange({ ...draft, action })}
              />
            </div>
          </fieldset>
          <Fields draft={draft} choice={choice} onChange={onChange} shown={shown} tried={tries > 0} />
        </form>
      </div>
      <WizardFoot onBack={onBack}>
        <Button variant="primary" type="submit" form={formId}>
          {t.next}
        </Button>
      </WizardFoot>
    </>
  )
}
