import { ChooseStep } from './file/ChooseStep.tsx'
import { ColumnsStep } from './file/ColumnsStep.tsx'
import { changeDraft, useImportDraft } from './file/import-draft.ts'
import { ImportFrame } from './ImportFrame.tsx'
import { stopUpload } from './file/upload.ts'
import { useUpload } from './file/upload-state.ts'
import { UploadStep } from './file/UploadStep.tsx'

/**
 * Screen of an import until its file is checked: the user chooses the file, matches the columns, then uploads and checks it. The
 * input stays when the user leaves the screen.
 */
export function ImportPage() {
  const draft = useImportDraft()
  const { sending, failure } = useUpload()
  const step = sending || failure !== null ? 2 : draft.step
  const goTo = (next: 0 | 1): void => {
    stopUpload()
    changeDraft({ step: next })
    window.scrollTo({ top: 0 })
  }
  const chooseAgain = (): void => {
    changeDraft({ chosen: null })
    goTo(0)
  }
  return (
    <ImportFrame step={step} onStep={sending ? undefined : (next) => goTo(next === 0 ? 0 : 1)}>
      {step === 0 && <ChooseStep onNext={() => goTo(1)} />}
      {step === 1 && <ColumnsStep onBack={() => goTo(0)} />}
      {step === 2 && <UploadStep onBack={() => goTo(1)} onOtherFile={chooseAgain} />}
    </ImportFrame>
  )
}
