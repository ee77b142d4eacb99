import { Autocomplete } from '@mantine/core'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { eachOnce, maxTagsOfSim, tagKey, tagProblem, tagsIn } from '@simdeck/contract/tag-keys.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Ref } from 'react'
import { queryOf } from '../../session/api/query.ts'
import { matches } from '../../ui/filter/match.ts'
import { useText } from '../../ui/words/text.ts'
import { problemText, tagsText } from './tags-text.ts'

type Problem = keyof typeof problemText

interface TagFieldProps {
  label: string
  /** The tags that are chosen already. */
  chosen: readonly string[]
  /** The text that is not a tag yet. */
  typed: string
  /** Called with the next text, and with the tags to add. */
  onChange: (typed: string, added: string[]) => void
  error?: string | null
  autoFocus?: boolean
  inputRef?: Ref<HTMLInputElement>
}

const maxOffered = 50
const comma = /[,，、､﹐﹑\n]/u

/** Field for a tag, which offers the existing ones. Enter, a comma or a choice adds it; a pasted text may have several. */
export function TagField({ label, chosen, typed, onChange, error, autoFocus, inputRef }: TagFieldProps) {
  const t = useText(tagsText)
  const problems = useText(problemText)
  const [problem, setProblem] = useState<Problem | null>(null)
  // An input method writes a text that is not final yet, which may have a comma.
  const composing = useRef(false)
  const known = useQuery(queryOf(endpoints.listSimTags, {}))
  const keys = new Set(chosen.map(tagKey))
  const offered = (known.data ?? []).filter((tag) => !keys.has(tagKey(tag)))

  function add(text: string): void {
    const tags = tagsIn(text)
    const found = tags.map(tagProblem).find((one) => one !== null)
    const added = eachOnce(tags.filter((tag) => !keys.has(tagKey(tag))))
    const next = found ?? (chosen.length + added.length > maxTagsOfSim ? 'tooMany' : null)
    setProblem(next)
    if (next === null) onChange('', added)
    else onChange(text, [])
  }
  return (
    <div
      role="group"
      aria-label={label}
      onCompositionStart={() => {
        composing.current = true
      }}
      onCompositionEnd={({ target }) => {
        composing.current = false
        if (target instanceof HTMLInputElement && comma.test(target.value)) add(target.value)
      }}
      onKeyDown={(event) => {
        // The field has taken the key if it chose an option.
        if (event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing || typed.trim() === '') return
        event.preventDefault()
        add(typed)
      }}
    >
      <Autocomplete
        ref={inputRef}
        label={label}
        placeholder={t.placeholder}
        data={offered}
        value={typed}
        onChange={(text) => {
          setProblem(null)
          if (comma.test(text) && !composing.current) add(text)
          else onChange(text, [])
        }}
        // The field writes the choice into itself after this.
        onOptionSubmit={(tag) => queueMicrotask(() => add(tag))}
        filter={({ options, search }) => options.filter((option) => 'label' in option && matches([option.label], search))}
        limit={maxOffered}
        openOnFocus={false}
        maxLength={1000}
        error={problem === null ? error : problems[problem]}
        description={known.error ? t.notLoaded : undefined}
        data-autofocus={autoFocus}
      />
    </div>
  )
}
