import { Checkbox } from '@mantine/core'
import { startSimImport } from '@simdeck/contract/sim-imports.ts'
import { getTask } from '@simdeck/contract/tasks.ts'
import type { ImportDetails, Task } from '@simdeck/contract/tasks.ts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../session/api/api.ts'
import { toastFailure } from '../../../session/api/failure.ts'
import { refresh, setAnswer } from '../../../session/api/query.ts'
import { storeOwnTask } from '../../../tasks/own-tasks.ts'
import { DisabledReason } from '../../../ui/feedback/DisabledReason.tsx'
import { BarLegend, RatioBar } from '../../../ui/value/Bits.tsx'
import type { BarPart } from '../../../ui/value/Bits.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { formatNumber } from '../../../ui/words/numbers.ts'
import { Facts } from '../../../ui/frame/Page.tsx'
import { useText } from '../../../ui/words/text.ts'
import { WizardFoot } from '../../../ui/form/WizardFoot.tsx'
import { BadLines } from './BadLines.tsx'
import { changeDraft, forgetDraft, useImportDraft } from '../file/import-draft.ts'
import { encodingNames, text } from '../import-text.ts'
import { ImportFrame } from '../ImportFrame.tsx'
import { importPath, useUpload } from '../file/upload-state.ts'
import { useDiscard } from './use-discard.ts'
import css from '../import.module.css'

interface CheckedStepProps {
  task: Task
  details: ImportDetails
}

/** Step 3 after the check: the numbers of valid and invalid lines, and the button that starts the import. */
export function CheckedStep({ task, details }: CheckedStepProps) {
  const t = useText(text)
  const navigate = useNavigate()
  const [skip, setSkip] = useState(false)
  const discard = useDiscard(task)
  const start = useStart(task)
  const { good, bad } = details
  const ownFile = useImportDraft(({ chosen }) => chosen !== null)
  const canGoBack = useUpload(({ taskId }) => taskId === task.id) && ownFile
  const parts: BarPart[] = [
    { name: t.good, value: good, tone: 'succeeded' },
    { name: t.bad, value: bad, tone: 'failed' },
  ]

  function leaveTo(step: 0 | 1): void {
    discard.mutate(undefined, {
      onSuccess: () => {
        if (step === 0) forgetDraft()
        else changeDraft({ step })
        void navigate({ to: importPath })
      },
    })
  }
  const back = canGoBack ? (step: number) => leaveTo(step === 0 ? 0 : 1) : undefined
  return (
    <ImportFrame step={2} onStep={back}>
      <div className={css.checked}>
        <div>
          <p className={css.say}>
            {good === 0 ? t.nothingSentence : (details.mode === 'add' ? t.addSentence : t.updateSentence)(formatNumber(good))}
          </p>
          <RatioBar label={t.checkStep} parts={parts} total={Math.max(1, details.lines)} large />
          <BarLegend parts={parts} />
          {bad > 0 && <p className={css.aside}>{t.badWords}</p>}
          {bad > 0 && good > 0 && (
            <Checkbox
              className={css.skip}
              label={t.skip(formatNumber(bad))}
              checked={skip}
              onChange={(event) => setSkip(event.currentTarget.checked)}
            />
          )}
        </div>
        <aside>
          <h2>{t.facts}</h2>
          <Facts
            facts={[
              { name: t.name, value: details.fileName },
              { name: t.mode, value: details.mode === 'add' ? t.add : t.update },
              { name: t.encoding, value: encodingNames[details.encoding] },
              { name: t.lineCount, value: formatNumber(details.lines) },
            ]}
          />
        </aside>
      </div>
      {bad > 0 && <BadLines task={task} title={t.bad} />}
      <WizardFoot onBack={canGoBack ? () => leaveTo(1) : undefined} note={t.expires}>
        <Button busy={discard.isPending} onClick={() => leaveTo(0)}>
          {bad > 0 ? t.otherFile : t.discard}
        </Button>
        {good > 0 && (
          <DisabledReason reason={bad > 0 && !skip ? t.skipFirst : null}>
            <Button variant="primary" disabled={bad > 0 && !skip} busy={start.isPending} onClick={() => start.mutate(skip)}>
              {t.start(formatNumber(good))}
            </Button>
          </DisabledReason>
        )}
      </WizardFoot>
    </ImportFrame>
  )
}

function useStart(task: Task) {
  const t = useText(text)
  return useMutation({
    mutationFn: (skipBadLines: boolean) => call(startSimImport, { params: { id: task.id }, body: { skipBadLines } }),
    onSuccess: (started) => {
      forgetDraft()
      setAnswer(getTask, { params: { id: task.id } }, storeOwnTask(started))
    },
    onError: (error) => {
      toastFailure(t.notStarted, error)
      void refresh(getTask, { params: { id: task.id } })
    },
  })
}
