import { errorCatalogue } from '@simdeck/contract/errors.ts'
import type { ImportDetails, Task } from '@simdeck/contract/tasks.ts'
import { skippedLines } from '../../../tasks/skipped-lines.ts'
import { LinkButton } from '../../../ui/form/Button.tsx'
import { useLanguage } from '../../../ui/words/language.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { formatNumber } from '../../../ui/words/numbers.ts'
import { useText } from '../../../ui/words/text.ts'
import { WizardFoot } from '../../../ui/form/WizardFoot.tsx'
import { BadLines } from './BadLines.tsx'
import { ImportFacts } from './ImportFacts.tsx'
import { text } from '../import-text.ts'
import { ImportFrame } from '../ImportFrame.tsx'
import { UndoImport } from './UndoImport.tsx'
import { importPath } from '../file/upload-state.ts'
import css from '../import.module.css'

/** Result of an import: the numbers of written and skipped lines, and the button that undoes the import while that is possible. */
export function EndedStep({ task, details }: { task: Task; details: ImportDetails }) {
  const t = useText(text)
  const language = useLanguage()
  const { state, succeeded, failure } = task
  const completed = state === 'completed'
  const skipped = completed ? skippedLines(task) : 0
  return (
    <ImportFrame step={3}>
      <div className={css.checked}>
        <div>
          <p className={css.say} role="status">
            {state === 'failed'
              ? t.failed
              : state === 'cancelled'
                ? t.cancelled
                : (details.mode === 'add' ? t.added : t.updated)(formatNumber(succeeded))}
          </p>
          {failure !== null && <Note tone="failed">{errorCatalogue[failure][language]}</Note>}
          {!completed && <p className={css.aside}>{t.nothingWritten}</p>}
          {skipped > 0 && <p className={css.aside}>{t.skipped(formatNumber(skipped))}</p>}
          {completed && <UndoImport task={task} details={details} />}
        </div>
        <ImportFacts task={task} details={details} />
      </div>
      {skipped > 0 && <BadLines task={task} title={t.skippedLines} />}
      <WizardFoot>
        <LinkButton to={importPath}>{t.another}</LinkButton>
        <LinkButton variant="primary" to="/">
          {t.toSims}
        </LinkButton>
      </WizardFoot>
    </ImportFrame>
  )
}
