import { endpoints } from '@simdeck/contract/endpoints.ts'
import { groupDeletedAtOnce } from '@simdeck/contract/groups.ts'
import type { Group } from '@simdeck/contract/groups.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../session/api/api.ts'
import { toastFailure } from '../session/api/failure.ts'
import { refresh } from '../session/api/query.ts'
import { followTask } from '../tasks/indicator/follow-task.ts'
import { TypedConfirm } from '../ui/feedback/Dialog.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { formatNumber } from '../ui/words/numbers.ts'
import { useText } from '../ui/words/text.ts'
import { groupDeleteText } from './group-list-text.ts'
import css from './groups.module.css'

const maxNamed = 10

interface DeleteGroupsProps {
  groups: readonly Group[]
  onClose: () => void
  /** Called when the groups are deleted, or their deletion has started. */
  onDone: () => void
}

/** Asks for confirmation before it deletes one or several groups. The server deletes all of them or none, large ones by a task. */
export function DeleteGroupsDialog({ groups, onClose, onDone }: DeleteGroupsProps) {
  const t = useText(groupDeleteText)
  const [first] = groups
  const one = groups.length === 1 && first ? first : null
  const count = formatNumber(groups.length)
  const sims = groups.reduce((sum, { size }) => sum + size, 0)
  const act = useMutation({
    mutationFn: () =>
      one
        ? call(endpoints.deleteGroup, { params: { id: one.id } })
        : call(endpoints.deleteGroups, { body: { ids: groups.map(({ id }) => id) } }),
    onSuccess: ({ task }) => {
      if (task) followTask(task)
      else toast.success(one ? t.doneOne(one.name) : t.done(count))
      onDone()
      onClose()
    },
    onError: (error) => toastFailure(t.failed, error),
    onSettled: () => void refresh(endpoints.listGroups),
  })
  return (
    <TypedConfirm
      opened
      onClose={onClose}
      title={one ? t.titleOne : t.title(count)}
      act={one ? t.actOne : t.act(count)}
      word={one ? one.name.trim() : String(groups.length)}
      busy={act.isPending}
      onAct={() => act.mutate()}
    >
      <p>{sims > 0 ? t.words(formatNumber(sims)) : t.emptyWords}</p>
      {sims > groupDeletedAtOnce && <p>{t.byTask}</p>}
      <ul className={css.named}>
        {groups.slice(0, maxNamed).map(({ id, name }) => (
          <li key={id}>
            <bdi>{name}</bdi>
          </li>
        ))}
        {groups.length > maxNamed && <li>{t.andMore(formatNumber(groups.length - maxNamed))}</li>}
      </ul>
    </TypedConfirm>
  )
}
