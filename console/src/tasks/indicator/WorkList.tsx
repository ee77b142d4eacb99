import type { Task } from '@simdeck/contract/tasks.ts'
import { Link } from '@tanstack/react-router'
import { importPath } from '../../sims/import/file/upload.ts'
import type { Sending } from '../../sims/import/file/upload.ts'
import { Progress } from '../../ui/value/Bits.tsx'
import { StartedGlyph } from '../../ui/value/glyphs.tsx'
import { formatPercent } from '../../ui/words/numbers.ts'
import { Status } from '../../ui/value/StatusText.tsx'
import { useText } from '../../ui/words/text.ts'
import { kindText, stateText, taskText } from '../task-text.ts'
import { TaskStateText } from '../TaskState.tsx'
import { taskPath } from '../work.ts'
import css from '../tasks.module.css'

interface WorkListProps {
  tasks: readonly Task[]
  sending: Sending | null
  onLeave: () => void
}

/** The user's own tasks with their progress and links. */
export function WorkList({ tasks, sending, onLeave }: WorkListProps) {
  const t = useText(taskText)
  const kinds = useText(kindText)
  const states = useText(stateText)
  return (
    <>
      <ul className={css.list}>
        {sending && (
          <li>
            <Link className={css.work} to={importPath} onClick={onLeave}>
              <span className={css.workHead}>
                <b>{kinds.simImport}</b>
                <Status tone="started" glyph={<StartedGlyph percent={(sending.sentBytes / sending.totalBytes) * 100} />}>
                  {states.checking} {formatPercent(sending.sentBytes, sending.totalBytes)}
                </Status>
              </span>
              <span className={css.workTitle} title={sending.fileName}>
                {sending.fileName}
              </span>
              <Progress label={sending.fileName} done={sending.sentBytes} total={sending.totalBytes} />
            </Link>
          </li>
        )}
        {tasks.map((task) => (
          <li key={task.id}>
            <Link className={css.work} to={taskPath(task)} onClick={onLeave}>
              <span className={css.workHead}>
                <b>{kinds[task.kind]}</b>
                <TaskStateText task={task} />
              </span>
              {task.title !== null && (
                <span className={css.workTitle} title={task.title}>
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
