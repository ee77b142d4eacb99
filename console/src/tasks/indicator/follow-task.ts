import type { Task } from '@simdeck/contract/tasks.ts'
import { useLanguageStore } from '../../ui/words/language.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { textIn } from '../../ui/words/text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import type { ToastLink } from '../../ui/feedback/toast-list.ts'
import { cancelledText, doneText, notDoneText, partlyText, startedText, taskText } from '../task-text.ts'
import { skippedLines } from '../skipped-lines.ts'
import { isEnded, storeOwnTask, taskPath, useOwnTasks } from '../own-tasks.ts'

const toasted = new Set<number>()

function linkTo(task: Task): ToastLink {
  const { language } = useLanguageStore.getState()
  return { words: textIn(taskText, language).show, onClick: () => useOwnTasks.getState().go(taskPath(task)) }
}

/**
 * Shows a toast, adds the task to the indicator in the header, and shows another toast when the task ends. Call it with the answer
 * to the start of a task.
 */
export function followTask(task: Task): void {
  const known = storeOwnTask(task)
  if (isEnded(known)) return toastEnd(known)
  const t = textIn(startedText, useLanguageStore.getState().language)
  toast.success(t[task.kind](formatNumber(task.total)), task.title ?? undefined, linkTo(task))
}

/** Stores a newer state of the user's own task. A toast shows the end of the task, once. */
export function applyTaskState(task: Task): void {
  const known = storeOwnTask(task)
  if (isEnded(known)) toastEnd(known)
}

function toastEnd(task: Task): void {
  if (toasted.has(task.id)) return
  toasted.add(task.id)
  const { language } = useLanguageStore.getState()
  const t = textIn(taskText, language)
  const { kind, state, succeeded, refused } = task
  const allOrNothing = kind === 'simImport' || kind === 'simImportUndo'
  const done = t.doneOnly(formatNumber(succeeded))
  const skipped = skippedLines(task)
  const counts = allOrNothing
    ? skipped > 0
      ? t.doneAndSkipped(done, formatNumber(skipped))
      : done
    : refused > 0
      ? t.doneAndRefused(formatNumber(succeeded), formatNumber(refused))
      : done
  if (state === 'cancelled') {
    toast.success(textIn(cancelledText, language)[kind], allOrNothing ? t.nothingWritten : counts, linkTo(task))
  } else if (state === 'failed') {
    toast.error(textIn(notDoneText, language)[kind], undefined, linkTo(task))
  } else if (!allOrNothing && refused > 0) {
    toast.error(textIn(succeeded > 0 ? partlyText : notDoneText, language)[kind], counts, linkTo(task))
  } else {
    toast.success(textIn(doneText, language)[kind], counts, linkTo(task))
  }
}
