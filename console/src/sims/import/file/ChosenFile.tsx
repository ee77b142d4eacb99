import { IconFileText } from '@tabler/icons-react'
import { useRef } from 'react'
import { TextButton } from '../../../ui/form/Button.tsx'
import { formatBytes } from '../../../ui/words/numbers.ts'
import { useText } from '../../../ui/words/text.ts'
import { text } from '../import-text.ts'
import css from '../import.module.css'

interface ChosenFileProps {
  file: File
  /** Accepted file types, as in `<input accept>`. */
  accept: string
  onFile: (file: File) => void
}

/** Name and size of the chosen file, and a button that chooses another one. */
export function ChosenFile({ file, accept, onFile }: ChosenFileProps) {
  const t = useText(text)
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className={css.file}>
      <IconFileText size={16} />
      <span className={css.fileName} title={file.name}>
        {file.name}
      </span>
      <span className={css.fileSize}>{formatBytes(file.size)}</span>
      <TextButton onClick={() => input.current?.click()}>{t.otherFile}</TextButton>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={t.otherFile}
        hidden
        onChange={(event) => {
          const taken = event.currentTarget.files?.[0]
          if (taken) onFile(taken)
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}
