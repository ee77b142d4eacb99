import { init } from '@simdeck/contract/init.ts'
import { checkSimImport } from '@simdeck/contract/sim-imports.ts'
import { getTask } from '@simdeck/contract/tasks.ts'
import type { Task } from '@simdeck/contract/tasks.ts'
import { sendFile } from '../../../session/api/send-file.ts'
import { refresh, setAnswer } from '../../../session/api/query.ts'
import { useSession } from '../../../session/session.ts'
import { storeOwnTask, taskPath, useOwnTasks } from '../../../tasks/own-tasks.ts'
import { useLanguageStore } from '../../../ui/words/language.ts'
import { formatNumber } from '../../../ui/words/numbers.ts'
import { textIn } from '../../../ui/words/text.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { readDraft, useImportDraft } from './import-draft.ts'
import type { ImportDraft } from './import-draft.ts'
import { text } from '../import-text.ts'
import { FileChanged, isTooLarge, refusalText } from './refusal-text.ts'
import { importPath, useUpload } from './upload-state.ts'

let stop = new AbortController()

/** Asks for confirmation before the tab is closed, because closing it ends the upload. */
const confirmClosing = (event: BeforeUnloadEvent): void => event.preventDefault()

/** Uploads the chosen file. The server checks it, and then the screen of its import opens. */
export async function startUpload(): Promise<void> {
  const draft = useImportDraft.getState()
  if (!draft.chosen || useUpload.getState().sending) return
  const { file } = draft.chosen
  stop = new AbortController()
  const { signal } = stop
  const now = Date.now()
  useUpload.setState({
    sending: { fileName: file.name, sentBytes: 0, totalBytes: file.size, startedAt: now, measuredAt: now },
    failure: null,
    taskId: null,
  })
  window.addEventListener('beforeunload', confirmClosing)
  try {
    showChecked(await send(draft, file, signal))
  } catch (error) {
    if (!signal.aborted) await showRefusal(file, error)
  } finally {
    window.removeEventListener('beforeunload', confirmClosing)
    if (!signal.aborted) useUpload.setState({ sending: null })
  }
}

/** Aborts the upload. The server discards the part that it has read. */
export function stopUpload(): void {
  stop.abort()
  useUpload.setState({ sending: null, failure: null, taskId: null })
}

function send(draft: ImportDraft, file: File, signal: AbortSignal): Promise<Task> {
  const { mode, encoding } = draft
  return sendFile(checkSimImport, {
    fields: { mode, encoding, columns: JSON.stringify(readDraft(draft).columns) },
    file,
    signal,
    onSent: (sentBytes, totalBytes) =>
      useUpload.setState(({ sending }) => ({ sending: sending && { ...sending, sentBytes, totalBytes, measuredAt: Date.now() } })),
  })
}

const isImportOpen = (): boolean => window.location.pathname === importPath

function showChecked(task: Task): void {
  storeOwnTask(task)
  setAnswer(getTask, { params: { id: task.id } }, task)
  useUpload.setState({ taskId: task.id })
  const { go } = useOwnTasks.getState()
  if (isImportOpen()) return go(taskPath(task))
  const t = textIn(text, useLanguageStore.getState().language)
  const { good = 0, bad = 0 } = task.import ?? {}
  const counts = bad > 0 ? t.goodAndBad(formatNumber(good), formatNumber(bad)) : t.goodOnly(formatNumber(good))
  toast.success(t.fileChecked, counts, { words: t.show, onClick: () => go(taskPath(task)) })
}

async function showRefusal(file: File, error: unknown): Promise<void> {
  const { language } = useLanguageStore.getState()
  const t = textIn(text, language)
  const gone = await file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => false,
      () => true,
    )
  const failure = gone ? new FileChanged() : error
  if (isTooLarge(failure)) void refresh(init)
  useUpload.setState({ failure })
  if (isImportOpen()) return
  const { go } = useOwnTasks.getState()
  toast.error(t.notChecked, refusalText(failure, language), { words: t.show, onClick: () => go(importPath) })
}

useSession.subscribe(({ now }) => {
  if (now.phase !== 'signedIn') stopUpload()
})
