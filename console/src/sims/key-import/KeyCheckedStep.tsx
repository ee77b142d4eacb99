import { startKeyImport } from '@simdeck/contract/key-imports.ts'
import { getTask } from '@simdeck/contract/tasks.ts'
import type { ImportDetails, Task } from '@simdeck/contract/tasks.ts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { refresh, setAnswer } from '../../session/api/query.ts'
import { storeOwnTask } from '../../tasks/own-tasks.ts'
import { Button } from '../../ui/form/Button.tsx'
import { WizardFoot } from '../../ui/form/WizardFoot.tsx'
import { Facts } from '../../ui/frame/Page.tsx'
import { BarLegend, type BarPart, RatioBar } from '../../ui/value/Bits.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { encodingNames, text as importText } from '../import/import-text.ts'
import css from '../import/import.module.css'
import { BadLines } from '../import/result/BadLines.tsx'
import { useDiscard } from '../import/result/use-discard.ts'
import { keyImportText } from './key-import-text.ts'
import { KeyImportFrame } from './KeyImportFrame.tsx'

interface KeyCheckedStepProps {
  task: Task
  details: ImportDetails
}

/** Step 2 after the check: the numbers of lines that can be set, and the button that sets their keys. */
export function KeyCheckedStep({ task, details: { good, bad, lines, fileName, encoding } }: KeyCheckedStepProps) {
  const t = { ...useText(importText), ...useText(keyImportText) }
  const navigate = useNavigate()
  const discard = useDiscard(task)
  const start = useStart(task)
  const parts: BarPart[] = [
    { name: t.good, value: good, tone: 'succeeded' },
    { name: t.bad, value: bad, tone: 'failed' },
  ]
  return (
    <KeyImportFrame step={1}>
      <div className={css.checked}>
        <div>
          <p className={css.say}>{good === 0 ? t.nothingSentence : t.setSentence(formatNumber(good))}</p>
          <RatioBar label={t.checkStep} parts={parts} total={Math.max(1, lines)} large />
          <BarLegend parts={parts} />
          {bad > 0 && good > 0 && <p className={css.aside}>{t.badWords}</p>}
        </div>
        <aside>
          <h2>{t.facts}</h2>
          <Facts
            facts={[
              { name: t.name, value: fileName },
              { name: t.encoding, value: encodingNames[encoding] },
              { name: t.lineCount, value: formatNumber(lines) },
            ]}
          />
        </aside>
      </div>
      {bad > 0 && <BadLines task={task} title={t.bad} />}
      <WizardFoot note={t.expires}>
        <Button
          busy={discard.isPending}
          onClick={() => discard.mutate(undefined, { onSuccess: () => void navigate({ to: '/imports/keys' }) })}
        >
          {t.otherFile}
        </Button>
        {good > 0 && (
          <Button variant="primary" busy={start.isPending} onClick={() => start.mutate()}>
            {t.start(formatNumber(good))}
          </Button>
        )}
      </WizardFoot>
    </KeyImportFrame>
  )
}

function useStart({ id }: Task) {
  const t = useText(keyImportText)
  return useMutation({
    mutationFn: () => call(startKeyImport, { params: { id } }),
    onSuccess: (started) => setAnswer(getTask, { params: { id } }, storeOwnTask(started)),
    onError: (error) => {
      toastFailure(t.notStarted, error)
      void refresh(getTask, { params: { id } })
    },
  })
}
