import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { CountedTag } from '@simdeck/contract/sim-tags.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { refresh } from '../../session/api/query.ts'
import { followTask } from '../../tasks/indicator/follow-task.ts'
import { TypedConfirm } from '../../ui/feedback/Dialog.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { tagPageText } from './tag-page-text.ts'

interface DeleteTagProps {
  tag: CountedTag
  onClose: () => void
}

/** Asks for confirmation before it removes a tag from all SIMs. It tells how many they are. */
export function DeleteTagDialog({ tag: { tag, sims, views, rules }, onClose }: DeleteTagProps) {
  const t = useText(tagPageText)
  const act = useMutation({
    mutationFn: () => call(endpoints.deleteTag, { body: { tag } }),
    onSuccess: ({ task }) => {
      if (task) followTask(task)
      onClose()
    },
    onError: (error) => toastFailure(t.notDeleted, error),
    onSettled: () => {
      void refresh(endpoints.countSimTags)
      void refresh(endpoints.listSimTags)
    },
  })
  return (
    <TypedConfirm
      opened
      onClose={onClose}
      title={t.deleteTitle}
      act={t.deleteAct}
      word={tag}
      busy={act.isPending}
      onAct={() => act.mutate()}
    >
      <p>{t.deletes(tag, formatNumber(sims))}</p>
      {views + rules > 0 && <p>{t.kept(formatNumber(views), formatNumber(rules))}</p>}
    </TypedConfirm>
  )
}
