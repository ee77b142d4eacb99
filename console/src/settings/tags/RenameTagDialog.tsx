import { TextInput } from '@mantine/core'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { CountedTag } from '@simdeck/contract/sim-tags.ts'
import { tagKey, tagLabel, tagProblem, tagsIn } from '@simdeck/contract/tag-keys.ts'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { refresh } from '../../session/api/query.ts'
import { problemText } from '../../sims/tags/tags-text.ts'
import { followTask } from '../../tasks/indicator/follow-task.ts'
import { Dialog, DialogFoot } from '../../ui/feedback/Dialog.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { FieldStack } from '../../ui/form/Fields.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { tagPageText } from './tag-page-text.ts'

interface RenameTagProps {
  tag: CountedTag
  tags: readonly CountedTag[]
  onClose: () => void
}

/** Dialog that gives a tag another name. It tells how many SIMs change, and with which tag it merges. */
export function RenameTagDialog({ tag: { tag, sims, views, rules }, tags, onClose }: RenameTagProps) {
  const t = useText(tagPageText)
  const problems = useText(problemText)
  const problemOf = (to: string): string | false => {
    if (tagKey(to) === '') return t.missing
    if (tagsIn(to).length > 1 || tagsIn(to)[0] !== tagLabel(to)) return t.comma
    const problem = tagProblem(tagLabel(to))
    return problem ? problems[problem] : tagLabel(to) === tag && t.same
  }
  const form = useForm({
    saved: { to: tag },
    check: ({ to }) => ({ to: problemOf(to) }),
    send: async ({ to }) => {
      const { task } = await call(endpoints.renameTag, { body: { tag, to } })
      if (task) followTask(task)
      else toast.success(t.renamed(tagLabel(to)))
      void refresh(endpoints.countSimTags)
      void refresh(endpoints.listSimTags)
      void refresh(endpoints.listSimViews)
      void refresh(endpoints.listAlertRules)
      onClose()
    },
    failed: (error) => toastFailure(t.notRenamed, error),
    fieldOf: { tagLimit: 'to' },
  })
  const key = tagKey(form.values.to)
  const other = key === tagKey(tag) ? undefined : tags.find((one) => tagKey(one.tag) === key)
  return (
    <Dialog opened onClose={onClose} title={t.renameOf(tag)} size={440} keepOpen={form.changed}>
      <form {...form.props}>
        <FieldStack>
          <TextInput label={t.newName} required data-autofocus autoComplete="off" maxLength={100} {...form.text('to')} />
          <p>
            {t.changes(formatNumber(sims))} {views + rules > 0 && t.follow(formatNumber(views), formatNumber(rules))}
          </p>
          {other && <Note>{t.merges(other.tag, formatNumber(other.sims))}</Note>}
        </FieldStack>
        <DialogFoot act={t.renameAct} busy={form.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
