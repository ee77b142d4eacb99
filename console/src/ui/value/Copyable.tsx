import { IconCheck, IconCopy } from '@tabler/icons-react'
import clsx from 'clsx'
import { Fragment, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { defineText, useText } from '../words/text.ts'
import css from '../words/texts.module.css'

const text = defineText({
  copy: { ja: (name: string) => `${name}をコピー`, en: (name: string) => `Copy ${name}` },
  copied: { ja: 'コピーしました', en: 'Copied' },
})

const groupsOfFour = (digits: string): string[] => digits.match(/.{1,4}/g) ?? []

/** An ICCID. In lists the seven digits of the issuer are grey; with `grouped`, for detail pages, the digits are in groups of four. */
export function Iccid({ value, grouped = false }: { value: string; grouped?: boolean }) {
  return (
    <span className={css.id}>
      {grouped ? (
        groupsOfFour(value).map((group, index) => (
          <span key={index} className={css.group}>
            {group}
          </span>
        ))
      ) : (
        <Fragment>
          <span className={css.issuer}>{value.slice(0, 7)}</span>
          {value.slice(7)}
        </Fragment>
      )}
    </span>
  )
}

/** Hex, an AID, the name of a message or a status word, in monospace. With `spaced` the octets are separated. */
export function HexText({ value, spaced = false }: { value: string; spaced?: boolean }) {
  return <span className={css.mono}>{spaced ? (value.match(/.{1,2}/g) ?? []).join(' ') : value}</span>
}

interface CopyableProps {
  /** Text that is copied. */
  value: string
  /** Name of the value in the button's label: `ICCID`. */
  name: string
  /** Form in which the value is shown. By default it is the value itself. */
  children?: ReactNode
}

/** Value with a button that copies it in full. */
export function Copyable({ value, name, children }: CopyableProps) {
  const t = useText(text)
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = window.setTimeout(() => setCopied(false), 1600)
    return () => window.clearTimeout(timer)
  }, [copied])
  const label = copied ? t.copied : t.copy(name)
  return (
    <span className={css.copyable}>
      {children ?? <span className={css.id}>{value}</span>}
      <button
        type="button"
        className={clsx(css.copy, copied && css.copied)}
        aria-label={label}
        title={label}
        onClick={() => void navigator.clipboard.writeText(value).then(() => setCopied(true))}
      >
        {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
      </button>
    </span>
  )
}
