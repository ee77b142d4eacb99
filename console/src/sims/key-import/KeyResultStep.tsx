import { errorCatalogue } from '@simdeck/contract/errors.ts'
import type { ImportDetails, Task } from '@simdeck/contract/tasks.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { LinkButton } from '../../ui/form/Button.tsx'
import { WizardFoot } from '../../ui/form/WizardFoot.tsx'
import { BarLegend, type BarPart, RatioBar } from '../../ui/value/Bits.tsx'
import { useLanguage } from '../../ui/words/language.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { text as importText } from '../import/import-text.ts'
import css from '../import/import.module.css'
import { BadLines } from '../import/result/BadLines.tsx'
import { ImportFacts } from '../import/result/ImportFacts.tsx'
import { keyImportText } from './key-import-text.ts'
import { KeyImportFrame } from './KeyImportFrame.tsx'

/** Step 3: the numbers of lines whose keys were set, and the lines that were not set, with their reasons. */
export function KeyResultStep({ task, details }: { task: Task; details: ImportDetails }) {
  const t = { ...useText(importText), ...useText(keyImportText) }
  const language = useLanguage()
  const { state, succeeded, refused, failure } = task
  const count = formatNumber(succeeded)
  const parts: BarPart[] = [
    { name: t.set, value: succeeded, tone: 'succeeded' },
    { name: t.notSet, value: refused, tone: 'failed' },
  ]
  const wasStarted = state === 'completed' || succeeded > 0
  return (
    <KeyImportFrame step={2}>
      <div className={css.checked}>
        <div>
          <p className={css.say} role="status">
            {state === 'failed' ? t.failed : state === 'cancelled' ? t.cancelled : t.ended(count)}
          </p>
          {failure !== null && <Note tone="failed">{errorCatalogue[failure][language]}</Note>}
          {state !== 'completed' && succeeded > 0 && <p className={css.aside}>{t.stays(count)}</p>}
          {wasStarted && (
            <>
              <RatioBar label={t.resultStep} parts={parts} total={Math.max(1, task.total)} large />
              <BarLegend parts={parts} />
            </>
          )}
        </div>
        <ImportFacts task={task} details={details} />
      </div>
      {refused > 0 && <BadLines task={task} title={t.notSet} />}
      <WizardFoot>
        <LinkButton to="/imports/keys">{t.another}</LinkButton>
        <LinkButton variant="primary" to="/">
          {t.toSims}
        </LinkButton>
      </WizardFoot>
    </KeyImportFrame>
  )
}
