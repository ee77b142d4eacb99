import type { Task } from '@simdeck/contract/tasks.ts'
import { Link } from '@tanstack/react-router'
import { importPath } from '../../sims/import/file/upload-state.ts'
import type { Sending } from '../../sims/import/file/upload-state.ts'
import { Progress } from '../../ui/value/Bits.tsx'
import { StartedGlyph } from '../../ui/value/glyphs.tsx'
import { formatPercent } from '../../ui/words/numbers.ts'
import { Status } from '../../ui/value/StatusText.tsx'
import { useText } from '../../ui/words/text.ts'
import { kindText, stateText, taskText } from '../task-text.ts'
import { TaskStateText } from '../TaskState.tsx'
import { taskPath } from '../own-tasks.ts'
import css from '../tasks.module.css'

interface OwnTaskListProps {
  tasks: readonly Task[]
  sending: Sending | null
  onLeave: () => void
}

/** List of the user's own tasks, with their progress and links to their screens. */
export function OwnTaskList({ tasks, sending, onLeave }: OwnTaskListProps) {
  const t = useText(taskText)
  const kinds = useText(kindText)
  const states = useText(stateText)
  return (
    <>
      <ul className={css.list}>
        {sending && (
          <li>
            <Link className={css.task} to={importPath} onClick={onLeave}>
              <span className={css.taskHead}>
                <b>{kinds.simImport}</b>
                <Status tone="started" glyph={<StartedGlyph percent={(sending.sentBytes / sending.totalBytes) * 100} />}>
                  {states.checking} {formatPercent(sending.sentBytes, sending.totalBytes)}
                </Status>
              </span>
              <span className={css.taskTitle} title={sending.fileName}>
                {sending.fileName}
              </span>
              <Progress label={sending.fileName} done={sending.sentBytes} total={sending.totalBytes} />
            </Link>
          </li>
        )}
        {tasks.map((task) => (
          <li key={task.id}>
            <Link className={css.task} to={taskPath(task)} onClick={onLeave}>
              <span className={css.taskHead}>
                <b>{kinds[task.kind]}</b>
                <TaskStateText task={task} />
              </span>
              {task.title !== null && (
                <span className={css.taskTitle} title={task.title}>
                  {task.title}
                </span>
              )}
              {task.state === 'running' && <Progress label={kinds[task.kind]} done={task.done} total={task.total} />}
            </Link>
          </li>
        ))}
      </ul>
      <div className={css.foot}>
        <Link to="/tasks" onClick={onLeave}>
          {t.all}
        </Link>
      </div>
    </>
  )
}
