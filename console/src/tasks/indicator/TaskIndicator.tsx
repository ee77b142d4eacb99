import { Popover } from '@mantine/core'
import { getTask, listTasks, taskStates } from '@simdeck/contract/tasks.ts'
import type { Task } from '@simdeck/contract/tasks.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call } from '../../session/api/api.ts'
import { queryOf } from '../../session/api/query.ts'
import { onSocketEvent } from '../../session/live/live.ts'
import { useMe } from '../../session/use-me.ts'
import { StartedGlyph, SucceededGlyph } from '../../ui/value/glyphs.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { useUpload } from '../../sims/import/file/upload-state.ts'
import type { Sending } from '../../sims/import/file/upload-state.ts'
import { applyTaskState } from './follow-task.ts'
import { taskText } from '../task-text.ts'
import { removeEndedTasks, isEnded, useOwnTasks } from '../own-tasks.ts'
import { OwnTaskList } from './OwnTaskList.tsx'
import css from '../tasks.module.css'

const open = taskStates.filter((state) => !isEnded({ state }))

/** Combined progress of all running tasks and of the upload. */
function percentDone(running: readonly Task[], sending: Sending | null): number {
  const shares = running.filter(({ total }) => total > 0).map(({ done, total }) => done / total)
  if (sending) shares.push(sending.sentBytes / sending.totalBytes)
  return shares.length > 0 ? (shares.reduce((sum, share) => sum + share, 0) / shares.length) * 100 : 0
}

/**
 * Indicator in the header, shown while the user has running or recently ended tasks: their number, and a list of them. It also
 * triggers the toast at the end of each task.
 */
export function TaskIndicator() {
  const t = useText(taskText)
  const { id: me } = useMe()
  const navigate = useNavigate()
  const all = useOwnTasks((own) => own.tasks)
  // While this tab uploads a file, the task of the server in state `checking` belongs to the same import, so it is not counted.
  const sending = useUpload((upload) => upload.sending)
  const tasks = sending ? all.filter(({ state }) => state !== 'checking') : all
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    useOwnTasks.setState({ go: (to) => void navigate({ to }) })
  }, [navigate])
  useEffect(
    () =>
      onSocketEvent((event) => {
        if (event.event !== 'TASK_UPDATED') return
        const known = useOwnTasks.getState().tasks.some(({ id }) => id === event.task.id)
        if (known || event.task.createdById === me) applyTaskState(event.task)
      }),
    [me],
  )
  // Like all queries of tasks, this one is refreshed after a gap in the connection. Known open tasks that are not in its answer
  // have ended. A failed call for one of them is repeated with the next refresh.
  const { data } = useQuery({
    ...queryOf(listTasks, { query: { state: open.join(','), take: 100 } }),
  })
  useEffect(() => {
    if (!data) return
    for (const task of data.data) if (task.createdById === me) applyTaskState(task)
    const gone = useOwnTasks.getState().tasks.filter((task) => !isEnded(task) && !data.data.some(({ id }) => id === task.id))
    for (const { id } of gone) call(getTask, { params: { id } }).then(applyTaskState, () => undefined)
  }, [data, me])

  const running = tasks.filter((task) => !isEnded(task))
  const going = running.length + (sending ? 1 : 0)
  if (going === 0 && tasks.length === 0) return null
  const close = (): void => {
    setOpened(false)
    removeEndedTasks()
  }
  const label = going > 0 ? t.running(formatNumber(going)) : t.ended
  return (
    <Popover opened={opened} onChange={(next) => (next ? setOpened(true) : close())} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={css.button} aria-label={label} title={label} onClick={() => (opened ? close() : setOpened(true))}>
          {going > 0 ? <StartedGlyph percent={percentDone(running, sending)} /> : <SucceededGlyph />}
          {going > 0 && formatNumber(going)}
        </button>
      </Popover.Target>
      <Popover.Dropdown className={css.dropdown} aria-label={t.mine}>
        <OwnTaskList tasks={tasks} sending={sending} onLeave={close} />
      </Popover.Dropdown>
    </Popover>
  )
}
