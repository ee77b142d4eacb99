import type { Task, TaskState } from '@simdeck/contract/tasks.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { BlockedGlyph, FailedGlyph, InterruptedGlyph, ReadyGlyph, StartedGlyph, SucceededGlyph } from '../ui/value/glyphs.tsx'
import type { Tone } from '../ui/value/glyphs.tsx'
import { formatPercent } from '../ui/words/numbers.ts'
import { Status } from '../ui/value/StatusText.tsx'
import { useText } from '../ui/words/text.ts'
import { stateText } from './task-text.ts'

const looks: Record<TaskState, { tone: Tone; glyph: ReactNode }> = {
  checking: { tone: 'started', glyph: <StartedGlyph percent={0} /> },
  checked: { tone: 'interrupted', glyph: <InterruptedGlyph /> },
  waiting: { tone: 'ready', glyph: <ReadyGlyph /> },
  running: { tone: 'started', glyph: <StartedGlyph percent={0} /> },
  cancelling: { tone: 'interrupted', glyph: <InterruptedGlyph /> },
  completed: { tone: 'succeeded', glyph: <SucceededGlyph /> },
  cancelled: { tone: 'notfound', glyph: <BlockedGlyph /> },
  failed: { tone: 'failed', glyph: <FailedGlyph /> },
}
const quiet: readonly TaskState[] = ['waiting', 'completed', 'cancelled']

/** State of a task. While the task runs, its progress is shown too. */
export function TaskStateText({ task, pill = false }: { task: Task; pill?: boolean }) {
  const t = useText(stateText)
  const { state, done, total, refused } = task
  if (state === 'completed' && refused > 0 && task.import === null) {
    return (
      <Status tone="interrupted" glyph={<IconAlertTriangle size={16} />} pill={pill}>
        {t.completedWithErrors}
      </Status>
    )
  }
  const { tone, glyph } = looks[state]
  const running = state === 'running' && total > 0
  return (
    <Status tone={tone} glyph={running ? <StartedGlyph percent={(done / total) * 100} /> : glyph} pill={pill} quiet={quiet.includes(state)}>
      {t[state]}
      {running && ` ${formatPercent(done, total)}`}
    </Status>
  )
}
