import { useText } from '../../ui/words/text.ts'
import { InstallFields } from '../wizard/applet/InstallFields.tsx'
import { PackageChoice } from '../wizard/applet/PackageChoice.tsx'
import { withPackage } from '../wizard/wizard-draft.ts'
import { kindText } from './kind-text.tsx'
import type { ConsoleKind, FieldsProps } from './console-kind.ts'

export const install: ConsoleKind = {
  Fields,
  campaignName: (subject) => subject,
  sentence: (count, subject, draft, t) => t.sayInstall(count, subject, draft.package?.label ?? ''),
  undo: (aboutLibrary, t) => (aboutLibrary ? t.libraryUndoWords : t.undoWords),
}

function Fields({ draft, onChange, shown, tried }: FieldsProps) {
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
      {draft.package && <InstallFields draft={draft} onChange={onChange} shown={shown} tried={tried} />}
    </>
  )
}
