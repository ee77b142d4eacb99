import { textIn, useText } from '../../ui/words/text.ts'
import { InstallFields } from '../wizard/applet/InstallFields.tsx'
import { PackageChoice } from '../wizard/applet/PackageChoice.tsx'
import { problemsOf, targetsOf, withPackage } from '../wizard/wizard-draft.ts'
import { wizardText } from '../wizard/wizard-text.tsx'
import { kindText } from './kind-text.tsx'
import type { ConsoleKind, FieldsProps } from './console-kind.ts'

export const install: ConsoleKind = {
  Fields,
  problems: problemsOf,
  parameters: (draft) => ({ targets: targetsOf(draft) }),
  campaignName: (subject) => subject,
  sentence: (count, subject, label, language) => textIn(kindText, language).installSentence(count, subject, label),
  share: { tone: 'chart2', words: (_, language) => textIn(wizardText, language).fresh },
  undo: (aboutLibrary, language) => textIn(kindText, language)[aboutLibrary ? 'libraryUndoWords' : 'undoWords'],
}

function Fields({ draft, choice, onChange, shown, tried }: FieldsProps) {
  const t = useText(kindText)
  return (
    <>
      <PackageChoice
        type={draft.packageType}
        chosen={draft.package}
        onType={(packageType) => onChange({ ...draft, packageType, package: draft.package?.type === packageType ? draft.package : null })}
        onChoose={(chosen) => onChange(withPackage(draft, chosen))}
        problem={shown.package ? t.choosePackage : null}
      />
      {draft.package && <InstallFields draft={draft} choice={choice} onChange={onChange} shown={shown} tried={tried} />}
    </>
  )
}
