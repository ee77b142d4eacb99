import { CallError } from '@simdeck/contract/client.ts'
import { checkKeyImport } from '@simdeck/contract/key-imports.ts'
import { getTask } from '@simdeck/contract/tasks.ts'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { setAnswer } from '../../session/api/query.ts'
import { sendFile } from '../../session/api/send-file.ts'
import { LongProgress } from '../../tasks/LongProgress.tsx'
import { storeOwnTask, taskPath } from '../../tasks/own-tasks.ts'
import { Button } from '../../ui/form/Button.tsx'
import { WizardFoot } from '../../ui/form/WizardFoot.tsx'
import { useLanguage } from '../../ui/words/language.ts'
import { useText } from '../../ui/words/text.ts'
import { useImportLimit } from '../import/file/import-limit.ts'
import { importProblems } from '../import/file/import-problems.ts'
import { ImportProblems } from '../import/file/ImportProblems.tsx'
import { refusalText } from '../import/file/refusal-text.ts'
import css from '../import/import.module.css'
import { fieldsOf, type KeyDraft, readKeyDraft } from './key-draft.ts'
import { keyImportText } from './key-import-text.ts'
import { KeyFileStep } from './KeyFileStep.tsx'
import { KeyImportFrame } from './KeyImportFrame.tsx'

interface Sending {
  sentBytes: number
  totalBytes: number
  startedAt: number
  measuredAt: number
}

/** Asks for confirmation before the tab is closed, because closing it ends the upload. */
const confirmClosing = (event: BeforeUnloadEvent): void => event.preventDefault()

/** Screen of an import of keys until its file is checked. Leaving the screen ends the upload. */
export function KeyImportPage() {
  const navigate = useNavigate()
  const [draft, setDraft] = useState<KeyDraft | null>(null)
  const [sending, setSending] = useState<Sending | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const stop = useRef(new AbortController())
  useEffect(() => () => stop.current.abort(), [])

  async function send(chosen: KeyDraft): Promise<void> {
    stop.current = new AbortController()
    const { signal } = stop.current
    const startedAt = Date.now()
    setFailure(null)
    setSending({ sentBytes: 0, totalBytes: chosen.file.size, startedAt, measuredAt: startedAt })
    window.addEventListener('beforeunload', confirmClosing)
    try {
      const task = await sendFile(checkKeyImport, {
        fields: fieldsOf(chosen, readKeyDraft(chosen).columns),
        file: chosen.file,
        signal,
        onSent: (sentBytes, totalBytes) => setSending({ sentBytes, totalBytes, startedAt, measuredAt: Date.now() }),
      })
      setAnswer(getTask, { params: { id: task.id } }, storeOwnTask(task))
      await navigate({ to: taskPath(task) })
    } catch (error) {
      if (!signal.aborted) setFailure(error)
    } finally {
      window.removeEventListener('beforeunload', confirmClosing)
      setSending(null)
    }
  }

  if (sending) return <SendingStep sending={sending} onStop={() => stop.current.abort()} />
  if (failure !== null && draft) return <RefusedStep failure={failure} onBack={() => setFailure(null)} onAgain={() => void send(draft)} />
  return (
    <KeyImportFrame step={0}>
      <KeyFileStep draft={draft} onChange={setDraft} onSend={(chosen) => void send(chosen)} />
    </KeyImportFrame>
  )
}

function SendingStep({ sending, onStop }: { sending: Sending; onStop: () => void }) {
  const t = useText(keyImportText)
  const sent = sending.sentBytes >= sending.totalBytes
  return (
    <KeyImportFrame step={1}>
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
      </div>
      <WizardFoot>
        <Button onClick={onStop}>{t.stop}</Button>
      </WizardFoot>
    </KeyImportFrame>
  )
}

function RefusedStep({ failure, onBack, onAgain }: { failure: unknown; onBack: () => void; onAgain: () => void }) {
  const t = useText(keyImportText)
  const language = useLanguage()
  const limit = useImportLimit()
  return (
    <KeyImportFrame step={1}>
      <div className={css.pane}>
        <p className={css.say}>{t.notChecked}</p>
        <ImportProblems
          message={refusalText(failure, language, limit)}
          problems={importProblems(failure instanceof CallError ? failure.body?.fields : undefined)}
        />
      </div>
      <WizardFoot onBack={onBack}>
        <Button variant="primary" onClick={onAgain}>
          {t.checkAgain}
        </Button>
      </WizardFoot>
    </KeyImportFrame>
  )
}
