import { safeFileSteps } from '@simdeck/contract/ota-kinds/safe-file.ts'
import { textIn, useText } from '../../ui/words/text.ts'
import css from '../wizard/wizard.module.css'
import { wizardText } from '../wizard/wizard-text.tsx'
import type { ConsoleKind, FieldsProps } from './console-kind.ts'
import { safeFileText } from './safe-file-text.tsx'

export const safeFile: ConsoleKind = {
  Fields,
  problems: () => ({}),
  parameters: ({ safeFile: { step } }) => ({ safeFile: { step } }),
  campaignName: (_, language) => textIn(safeFileText, language).campaign,
  sentence: (count, _, __, language) => textIn(safeFileText, language).sentence(count),
  share: { tone: 'chart1', words: (_, language) => textIn(wizardText, language).change },
  undo: (_, language) => textIn(safeFileText, language).undo,
}

/** The choice between writing and deleting. */
function Fields({ draft, onChange }: FieldsProps) {
  const t = useText(safeFileText)
  return (
    <fieldset className={css.group}>
      <legend>{t.what}</legend>
      <div className={css.options}>
        {safeFileSteps.map((step) => (
          <label key={step} className={`${css.option} ${css.described}`}>
            <input
              type="radio"
              name="safeFileStep"
              checked={draft.safeFile.step === step}
              onChange={() => onChange({ ...draft, safeFile: { step } })}
            />
            <b>{t[step]}</b>
            <span className={css.soft}>{t[`${step}Words`]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
