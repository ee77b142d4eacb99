import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { IconButton } from '../form/Button.tsx'
import { defineText, useText } from '../words/text.ts'
import css from './code.module.css'

const text = defineText({ copy: { ja: 'コピー', en: 'Copy' }, copied: { ja: 'コピーしました', en: 'Copied' } })

/** Command or other text that is copied verbatim, with a copy button. */
export function CodeBlock({ label, code }: { label: string; code: string }) {
  const t = useText(text)
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = window.setTimeout(() => setCopied(false), 1600)
    return () => window.clearTimeout(timer)
  }, [copied])
  return (
    <div className={css.block}>
      <pre tabIndex={0} role="region" aria-label={label}>
        {code}
      </pre>
      <IconButton
        size="sm"
        variant="ghost"
        label={copied ? t.copied : t.copy}
        onClick={() => void navigator.clipboard.writeText(code).then(() => setCopied(true))}
      >
        {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
      </IconButton>
    </div>
  )
}
