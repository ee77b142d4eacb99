import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import { maxTagsOfSim } from '@simdeck/contract/tag-keys.ts'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { refresh, setAnswer } from '../../session/api/query.ts'
import { useMay } from '../../session/use-me.ts'
import { showToast } from '../../ui/feedback/toast-list.ts'
import { Section } from '../../ui/frame/Page.tsx'
import { useText } from '../../ui/words/text.ts'
import { TagChips } from './TagChips.tsx'
import { TagField } from './TagField.tsx'
import css from './tags.module.css'
import { tagsText } from './tags-text.ts'

/** Tags of a SIM. A member with the permission adds and removes them here, each at once. */
export function SimTags({ sim }: { sim: Sim }) {
  const t = useText(tagsText)
  const may = useMay('SIM_UPDATE')
  const field = useRef<HTMLInputElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const params = { id: sim.id }
  const change = useMutation({
    mutationFn: (body: { add?: string[]; remove?: string[] }) => call(endpoints.changeSimTags, { params, body }),
    onSuccess: (changed, { remove: removals }) => {
      const removed = removals?.[0]
      setAnswer(endpoints.getSim, { params }, changed)
      void refresh(endpoints.listSimTags)
      if (removed === undefined) return
      showToast({ kind: 'success', title: t.removed(removed), link: { words: t.undo, onClick: () => add([removed]) } })
    },
    onError: (error, { add: added }) => {
      toastFailure(added ? t.notAdded : t.notRemoved, error)
      // The tags can be added once more.
      if (added) setTyped((text) => text || added.join(', '))
    },
  })
  const add = (tags: string[]): void => change.mutate({ add: tags })
  const fill = (text: string, added: string[]): void => {
    setTyped(text)
    if (added.length > 0) add(added)
  }
  const remove = (tag: string): void => {
    // The button that has the focus goes away with its tag.
    ;(field.current ?? body.current)?.focus()
    change.mutate({ remove: [tag] })
  }
  return (
    <Section title={t.tags}>
      <div ref={body} className={css.body} tabIndex={-1}>
        {sim.tags.length > 0 && <TagChips label={t.tags} tags={sim.tags} {...(may && { onRemove: remove, removeWords: t.remove })} />}
        {sim.tags.length === 0 && <p className={css.none}>{t.none}</p>}
        {may && sim.tags.length < maxTagsOfSim && (
          <TagField inputRef={field} label={t.add} chosen={sim.tags} typed={typed} onChange={fill} />
        )}
        {may && sim.tags.length >= maxTagsOfSim && <p className={css.none}>{t.full}</p>}
      </div>
    </Section>
  )
}
