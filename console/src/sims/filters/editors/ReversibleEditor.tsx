import { Radio } from '@mantine/core'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useText } from '../../../ui/words/text.ts'
import { editorText } from './editor-text.ts'
import css from './filters.module.css'

interface ReversibleEditorProps {
  negated: boolean
  onApply: (value: string, negated: boolean) => void
  /** The editor of the value; it calls `apply` with the value's text, which is empty for none. */
  children: (apply: (value: string) => void, negated: boolean) => ReactNode
}

/** Editor of a filter with a choice between "is" and "is not". */
export function ReversibleEditor({ negated, onApply, children }: ReversibleEditorProps) {
  const t = useText(editorText)
  const [not, setNot] = useState(negated)
  return (
    <div className={css.reversible}>
      <Radio.Group aria-label={t.match} value={not ? 'not' : 'is'} onChange={(value) => setNot(value === 'not')}>
        <div className={css.isOrNot}>
          <Radio size="xs" value="is" label={t.is} />
          <Radio size="xs" value="not" label={t.isNot} />
        </div>
      </Radio.Group>
      {children((value) => onApply(value, not), not)}
    </div>
  )
}
