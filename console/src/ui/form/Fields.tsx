import { TextInput } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import clsx from 'clsx'
import { useRef, useState } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { TextButton } from './Button.tsx'
import { defineText, useText } from '../words/text.ts'
import css from './fields.module.css'

const text = defineText({
  bytes: { ja: (n: number, of: number) => `${n} / ${of}バイト`, en: (n: number, of: number) => `${n} / ${of} bytes` },
  toGo: { ja: (n: number) => `あと${n}バイト`, en: (n: number) => (n === 1 ? '1 byte to go' : `${n} bytes to go`) },
  tooLong: { ja: (n: number) => `${n}バイト超過`, en: (n: number) => (n === 1 ? '1 byte too many' : `${n} bytes too many`) },
  bytesOfRange: {
    ja: (n: number, least: number, most: number) => `${n}バイト（${least}–${most}）`,
    en: (n: number, least: number, most: number) => `${n} bytes (${least}–${most})`,
  },
  notHex: { ja: '16進数（0–9、A–F）で入力', en: 'Hexadecimal digits only (0–9, A–F)' },
  or: { ja: ' または ', en: ' or ' },
  choose: { ja: 'ファイルを選択', en: 'choose a file' },
})

/** Puts content at the right end of the label of a field: a link, a limit. */
export function WithAside({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  return (
    <div className={css.labelled}>
      {children}
      <span className={css.aside}>{aside}</span>
    </div>
  )
}

/** A column of fields, 18 px apart. */
export function FieldStack({ children }: { children: ReactNode }) {
  return <div className={css.form}>{children}</div>
}

type HexFieldProps = Omit<ComponentProps<typeof TextInput>, 'value' | 'onChange'> & {
  /** Hex digits without spaces. */
  value: string
  onChange: (hex: string) => void
  /** Required length in octets, or minimum and maximum. */
  lengthBytes: number | readonly [least: number, most: number]
}

/** Field for octets in hex. It shows them in pairs, and their number beside the required one. */
export function HexField({ value, onChange, lengthBytes, description, ...rest }: HexFieldProps) {
  const t = useText(text)
  const bytes = Math.floor(value.length / 2)
  const [least, most] = typeof lengthBytes === 'number' ? [lengthBytes, lengthBytes] : lengthBytes
  const hint = /[^0-9A-F]/.test(value)
    ? t.notHex
    : bytes < least
      ? t.toGo(least - bytes)
      : bytes > most
        ? t.tooLong(bytes - most)
        : description
  return (
    <WithAside aside={least === most ? t.bytes(bytes, most) : t.bytesOfRange(bytes, least, most)}>
      <TextInput
        autoComplete="off"
        spellCheck={false}
        {...rest}
        classNames={{ input: css.hex }}
        description={value === '' ? description : hint}
        value={(value.match(/.{1,2}/g) ?? []).join(' ')}
        onChange={(event) => onChange(event.currentTarget.value.replace(/\s/g, '').toUpperCase())}
      />
    </WithAside>
  )
}

interface FileDropProps {
  /** Instruction to the user: 「CAPファイルをここにドロップ」. */
  words: string
  note?: ReactNode
  /** Accepted file types, as in `<input accept>`: `.cap`. */
  accept: string
  onFile: (file: File) => void
  disabled?: boolean
}

/** Area that accepts one file, by drag and drop or from a file chooser. */
export function FileDrop({ words, note, accept, onFile, disabled = false }: FileDropProps) {
  const t = useText(text)
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = (files: FileList | null): void => {
    const file = files?.[0]
    if (file && !disabled) onFile(file)
  }
  return (
    <div
      className={clsx(css.drop, over && css.over)}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(!disabled)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files)
      }}
    >
      <IconUpload size={20} />
      <div>
        {words}
        {t.or}
        <TextButton disabled={disabled} onClick={() => input.current?.click()}>
          {t.choose}
        </TextButton>
        {note && <span className={css.dropNote}>{note}</span>}
      </div>
      <input
        ref={input}
        className={css.file}
        type="file"
        accept={accept}
        tabIndex={-1}
        aria-label={words}
        onChange={(event) => {
          take(event.currentTarget.files)
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}
