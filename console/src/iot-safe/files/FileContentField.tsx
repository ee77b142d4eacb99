import { Radio, Textarea } from '@mantine/core'
import { useId } from 'react'
import { WithAside } from '../../ui/form/Fields.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { contentOctets } from './file-content.ts'
import type { ContentForm } from './file-content.ts'
import { fileText } from './file-text.ts'
import css from './files.module.css'

interface FileContentProps {
  form: ContentForm
  value: string
  error: string | null
  /** Called with the content when the user changes it, and with both when the user changes the form. */
  onChange: (change: { form?: ContentForm; value?: string }) => void
  onBlur: () => void
}

/** The content of a file as text or in hex, with the number of its octets. */
export function FileContentField({ form, value, error, onChange, onBlur }: FileContentProps) {
  const t = useText(fileText)
  const id = useId()
  const octets = contentOctets({ form, value })
  return (
    <div>
      <WithAside aside={octets === null ? '' : t.octets(formatNumber(octets.length))}>
        <Textarea
          id={id}
          label={t.content}
          value={value}
          error={error}
          onChange={(event) => onChange({ value: event.currentTarget.value })}
          onBlur={onBlur}
          minRows={4}
          maxRows={12}
          autosize
          spellCheck={false}
          autoComplete="off"
          required
          classNames={{ input: form === 'hex' ? css.hex : css.plain }}
        />
      </WithAside>
      <Radio.Group
        aria-label={t.form}
        value={form}
        onChange={(next) => {
          const chosen = next === 'hex' ? 'hex' : 'text'
          onChange({ form: chosen, value: converted({ form, value }, chosen) })
        }}
      >
        <div className={css.forms}>
          <Radio size="xs" value="text" label={t.asText} />
          <Radio size="xs" value="hex" label={t.asHex} />
        </div>
      </Radio.Group>
    </div>
  )
}

/** The content in the other form; as it is if it cannot be converted. */
function converted(from: { form: ContentForm; value: string }, to: ContentForm): string {
  const octets = contentOctets(from)
  if (from.form === to || octets === null) return from.value
  if (to === 'hex') return Array.from(octets, (octet) => octet.toString(16).padStart(2, '0').toUpperCase()).join('')
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(octets)
  } catch {
    return from.value
  }
}
