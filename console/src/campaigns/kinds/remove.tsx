import { textIn, useText } from '../../ui/words/text.ts'
import { PackageOptions } from '../wizard/applet/PackageChoice.tsx'
import css from '../wizard/wizard.module.css'
import { problemsOf, targetsOf } from '../wizard/wizard-draft.ts'
import { wizardText } from '../wizard/wizard-text.tsx'
import { kindText } from './kind-text.tsx'
import type { ConsoleKind, FieldsProps } from './console-kind.ts'

export const remove: ConsoleKind = {
  Fields,
  problems: problemsOf,
  parameters: (draft) => ({ targets: targetsOf(draft) }),
  campaignName: (subject, language) => textIn(kindText, language).removal(subject),
  sentence: (count, subject, _, language) => textIn(kindText, language).removeSentence(count, subject),
  share: { tone: 'chart1', words: (from, language) => textIn(wizardText, language).removed(from) },
  undo: (aboutLibrary, language) => textIn(kindText, language)[aboutLibrary ? 'libraryRemovalUndoWords' : 'undoWords'],
}

function Fields({ draft, onChange, shown }: FieldsProps) {
  const t = useText(kindText)
  const { library } = useText(wizardText)
  const options = [
    { value: 'other', words: t.removeOther, more: t.removeOtherWords },
    { value: 'poller', words: t.removePoller, more: t.removePollerWords },
    { value: 'library', words: library, more: t.removeLibraryWords },
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
            onChoose={(chosen) => onChange({ ...draft, library: chosen })}
            problem={shown.package ? t.chooseLibrary : null}
          />
        </fieldset>
      )}
    </>
  )
}
