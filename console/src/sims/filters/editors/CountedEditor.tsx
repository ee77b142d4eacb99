import type { CountedFilter } from '@simdeck/contract/sim-counts.ts'
import { maxTexts } from '@simdeck/contract/list.ts'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { ApplyButton } from '../../../ui/filter/FilterEditors.tsx'
import { PartSearch } from '../../../ui/filter/FilterMenu.tsx'
import { matches } from '../../../ui/filter/match.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { formatNumber } from '../../../ui/words/numbers.ts'
import { useText } from '../../../ui/words/text.ts'
import type { SimSearch } from '../../list/sim-list-query.ts'
import { CountedChoice } from './CountedChoice.tsx'
import { editorText } from './editor-text.ts'
import { useValueCounts } from './use-value-counts.ts'
import listCss from '../../../ui/filter/list.module.css'

/** The choice of a filter that finds SIMs without a value. */
export interface BlankChoice {
  value: string
  words: string
}

interface CountedEditorProps {
  of: CountedFilter
  filters: SimSearch['filters']
  /** The possible values; without them, those that SIMs have. */
  options?: readonly { value: string; words: ReactNode }[]
  /** For filters that also accept typed texts. */
  typed?: { words: (text: string) => string; isValid: (text: string) => boolean }
  /** The choice that finds SIMs without a value, for filters that have one. */
  blank?: BlankChoice | undefined
  value: readonly string[]
  onApply: (value: string[]) => void
  close: () => void
}

/** Editor of a filter that accepts any of several values, each with the number of SIMs that have it. */
export function CountedEditor({ of, filters, options, typed, blank, value, onApply, close }: CountedEditorProps) {
  const t = useText(editorText)
  const { values, countOf, isComplete, error } = useValueCounts(of, filters)
  const [picked, setPicked] = useState(value)
  const [added, setAdded] = useState(value)
  const [sought, setSought] = useState('')
  const text = sought.trim()
  const known = new Set([...added.filter((one) => one !== blank?.value), ...(values ?? [])])
  const offered = options ?? [
    ...(blank ? [blank] : []),
    ...[...known].map((one) => ({ value: one, words: values?.includes(one) || !typed ? one : typed.words(one) })),
  ]
  const shown = offered.filter(
    ({ value: one, words }) => !typed || matches([one === blank?.value && typeof words === 'string' ? words : one], text),
  )
  const isNew = typed !== undefined && text !== '' && typed.isValid(text) && !known.has(text) && picked.length < maxTexts
  const add = (): void => {
    setAdded([...added, text])
    setPicked([...picked, text])
    setSought('')
  }
  const blanks = blank ? 0 : countOf(null)
  const countShown = (one: string): number | undefined => {
    if (one === blank?.value) return countOf(null)
    return typed && !values?.includes(one) ? undefined : countOf(one)
  }
  return (
    <form
      className={listCss.editor}
      onSubmit={(event) => {
        event.preventDefault()
        const all = isNew ? [...picked, text] : picked
        onApply(options ? options.flatMap((option) => (all.includes(option.value) ? option.value : [])) : [...all])
        close()
      }}
    >
      {typed && <PartSearch label={t.find} value={sought} onChange={setSought} />}
      <div className={listCss.choices}>
        {shown.map((option, at) => (
          <CountedChoice
            key={option.value}
            words={option.words}
            count={countShown(option.value)}
            checked={picked.includes(option.value)}
            disabled={picked.length >= maxTexts && !picked.includes(option.value)}
            autoFocus={!typed && at === 0}
            onChange={(on) => setPicked(on ? [...picked, option.value] : picked.filter((other) => other !== option.value))}
          />
        ))}
        {isNew && (
          <Button variant="ghost" size="sm" icon={<IconPlus size={14} />} onClick={add}>
            {t.add(typed.words(text))}
          </Button>
        )}
        {values && shown.length === 0 && !isNew && <p className={listCss.caption}>{t.none}</p>}
        {blanks !== undefined && blanks > 0 && <p className={listCss.caption}>{t.blank(formatNumber(blanks))}</p>}
        {values && !isComplete && <p className={listCss.caption}>{t.maxCounted}</p>}
        {error && <p className={listCss.caption}>{t.notCounted}</p>}
      </div>
      <ApplyButton />
    </form>
  )
}
