import { useEffect, useRef, useState } from 'react'
import { Segments } from '../../../ui/value/Bits.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { useText } from '../../../ui/words/text.ts'
import { InstallFields } from './InstallFields.tsx'
import { PackageChoice, PackageOptions } from './PackageChoice.tsx'
import { problemsOf, withPackage } from '../wizard-draft.ts'
import type { Draft } from '../wizard-draft.ts'
import { wizardText } from '../wizard-text.tsx'
import { WizardFoot } from '../../../ui/form/WizardFoot.tsx'
import css from '../wizard.module.css'

interface StepProps {
  draft: Draft
  onChange: (draft: Draft) => void
  onBack: () => void
  onNext: () => void
}
const formId = 'select-applet'

/** Step 2: the package to install and its parameters, or the removal. */
export function SelectAppletStep({ draft, onChange, onBack, onNext }: StepProps) {
  const t = useText(wizardText)
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
          <fieldset className={css.group}>
            <legend>{t.action}</legend>
            <span>
              <Segments
                label={t.action}
                value={draft.action}
                options={[
                  { value: 'install', words: t.install },
                  { value: 'remove', words: t.remove },
                ]}
                onChange={(action) => onChange({ ...draft, action })}
              />
            </span>
          </fieldset>
          {draft.action === 'remove' ? (
            <RemovalFields draft={draft} onChange={onChange} problem={shown.package ? t.chooseLibrary : null} />
          ) : (
            <>
              <PackageChoice
                type={draft.packageType}
                chosen={draft.package}
                onType={(packageType) =>
                  onChange({ ...draft, packageType, package: draft.package?.type === packageType ? draft.package : null })
                }
                onChoose={(chosen) => onChange(withPackage(draft, chosen))}
                problem={shown.package ? t.choosePackage : null}
              />
              {draft.package && <InstallFields draft={draft} onChange={onChange} shown={shown} tried={tries > 0} />}
            </>
          )}
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

interface FieldsProps {
  draft: Draft
  onChange: (draft: Draft) => void
  /** Error of the field; null if valid. */
  problem: string | null
}

function RemovalFields({ draft, onChange, problem }: FieldsProps) {
  const t = useText(wizardText)
  const options = [
    { value: 'other', words: t.removeOther, more: t.removeOtherWords },
    { value: 'poller', words: t.removePoller, more: t.removePollerWords },
    { value: 'library', words: t.library, more: t.removeLibraryWords },
  ] as const
  return (
    <>
      <fieldset className={css.group}>
        <legend>{t.removeWhat}</legend>
        <div className={css.options}>
          {options.map(({ value, words, more }) => (
            <label key={value} className={`${css.option} ${css.described}`}>
              <input
                type="radio"
                name="removes"
                checked={draft.removes === value}
                onChange={() => onChange({ ...draft, removes: value })}
              />
              <b>{words}</b>
              <span className={css.soft}>{more}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {draft.removes === 'library' && (
        <fieldset className={css.group}>
          <legend>{t.libraryVersion}</legend>
          <PackageOptions
            of={{ library: 'true' }}
            label={t.libraryVersion}
            none={<p className={css.note}>{t.noLibraries}</p>}
            chosen={draft.library}
            onChoose={(library) => onChange({ ...draft, library })}
            problem={problem}
          />
        </fieldset>
      )}
    </>
  )
}
