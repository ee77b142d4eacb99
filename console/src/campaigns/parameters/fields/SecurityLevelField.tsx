import { Select, TextInput } from '@mantine/core'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { useState } from 'react'
import { useText } from '../../../ui/words/text.ts'
import { securityLevelWords } from '../octets/part-words.ts'
import { parametersText } from '../text/parameters-text.ts'
import { partText } from '../text/part-text.ts'
import css from '../parameters.module.css'

/** The usual levels: `01`, then the first octet of the security parameter indication (TS 102 225 §5.1.1). */
const levels = ['0101', '0102', '0112', '0106', '0116']
const other = 'other'

interface SecurityLevelFieldProps {
  /** In hex. */
  value: string
  onChange: (value: string) => void
  problem: string | null
  onBlur: () => void
}

/** Field for the minimum security level: the usual levels in words, any other one in hex. */
export function SecurityLevelField({ value, onChange, problem, onBlur }: SecurityLevelFieldProps) {
  const t = useText(parametersText)
  const words = useText(partText)
  const [typing, setTyping] = useState(false)
  const level = value.replaceAll(' ', '').toUpperCase()
  const usual = level === '' || levels.includes(level)
  const free = typing || !usual
  return (
    <>
      <Select
        size="md"
        label={t.minimumSecurityLevel}
        description={t.securityNote}
        allowDeselect={false}
        data={[
          { value: '', label: words.noMinimum },
          ...levels.map((hex) => ({ value: hex, label: t.securityChoice(securityLevelWords(fromHex(hex), words), hex) })),
          { value: other, label: t.securityOther },
        ]}
        value={free ? other : level}
        onChange={(next) => {
          setTyping(next === other)
          if (next !== other) onChange(next ?? '')
        }}
      />
      {free && (
        <TextInput
          size="md"
          aria-label={t.securityHex}
          description={t.securityHexNote}
          error={problem}
          spellCheck={false}
          autoComplete="off"
          classNames={{ input: css.mono ?? '' }}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={onBlur}
        />
      )}
    </>
  )
}
