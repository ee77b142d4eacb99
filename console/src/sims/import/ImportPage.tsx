import { ChooseStep } from './ChooseStep.tsx'
import { ColumnsStep } from './ColumnsStep.tsx'
import { changeDraft, useImportDraft } from './import-draft.ts'
import { ImportFrame } from './ImportFrame.tsx'
import { stopUpload, useUpload } from './upload.ts'
import { UploadStep } from './UploadStep.tsx'

/** An import up to the moment when its file was checked: file → columns → sent and checked. What was chosen outlives the screen. */
export function ImportPage() {
  const draft = useImportDraft()
  const { sending, failure } = useUpload()
  const step = sending || failure !== null ? 2 : draft.step
  const goTo = (next: 0 | 1): void => {
    stopUpload()
    changeDraft({ step: next })
    window.scrollTo({ top: 0 })
  }
  return (
    <ImportFrame step={step} onStep={sending ? undefined : (next) => goTo(next === 0 ? 0 : 1)}>
      {step === 0 && <ChooseStep onNext={() => goTo(1)} />}
      {step === 1 && <ColumnsStep onBack={() => goTo(0)} />}
      {step === 2 && <UploadStep onBack={() => goTo(1)} />}
    </ImportFrame>
  )
}
