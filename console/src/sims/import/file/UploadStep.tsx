import { CallError } from '@simdeck/contract/client.ts'
import { LongProgress } from '../../../tasks/LongProgress.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { useLanguage } from '../../../ui/words/language.ts'
import { useText } from '../../../ui/words/text.ts'
import { WizardFoot } from '../../../ui/form/WizardFoot.tsx'
import { useImportLimit } from './import-limit.ts'
import { importProblems } from './import-problems.ts'
import { text } from '../import-text.ts'
import { ImportProblems } from './ImportProblems.tsx'
import { isTooLarge, refusalText } from './refusal-text.ts'
import { startUpload, stopUpload } from './upload.ts'
import { useUpload } from './upload-state.ts'
import css from '../import.module.css'

/** Step 3 while the file is uploaded, or after the server has refused the whole file. */
export function UploadStep({ onBack, onOtherFile }: { onBack: () => void; onOtherFile: () => void }) {
  const t = useText(text)
  const language = useLanguage()
  const limit = useImportLimit()
  const { sending, failure } = useUpload()
  if (sending) {
    const sent = sending.sentBytes >= sending.totalBytes
    return (
      <>
        <div className={css.pane} role="status">
          <p className={css.say}>{sent ? t.reading : t.sending}</p>
          <LongProgress
            label={t.sending}
            done={sending.sentBytes}
            total={sending.totalBytes}
            at={sending.measuredAt}
            unit="bytes"
            startedAt={sending.startedAt}
            still={sent}
          />
          <p className={css.aside}>{t.sendingWords}</p>
        </div>
        <WizardFoot>
          <Button onClick={stopUpload}>{t.stop}</Button>
        </WizardFoot>
      </>
    )
  }
  return (
    <>
      <div className={css.pane}>
        <p className={css.say}>{t.notChecked}</p>
        <ImportProblems
          message={refusalText(failure, language, limit)}
          problems={importProblems(failure instanceof CallError ? failure.body?.fields : undefined)}
        />
      </div>
      <WizardFoot onBack={onBack}>
        {isTooLarge(failure) ? (
          <Button variant="primary" onClick={onOtherFile}>
            {t.otherFile}
          </Button>
        ) : (
          <Button variant="primary" onClick={() => void startUpload()}>
            {t.again}
          </Button>
        )}
      </WizardFoot>
    </>
  )
}
