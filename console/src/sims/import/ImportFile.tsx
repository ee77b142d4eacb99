import { Input } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useRef } from 'react'
import { TextButton } from '../../ui/Button.tsx'
import { FileDrop } from '../../ui/Fields.tsx'
import { formatBytes } from '../../ui/numbers.ts'
import { useText } from '../../ui/text.ts'
import { text } from './import-text.ts'
import css from './import.module.css'

interface ImportFileProps {
  file: File | null
  onFile: (file: File) => void
  problem: string | null
  disabled: boolean
}

/** The file to import: where to drop it, or, once chosen, what it is and how to take another. */
export function ImportFile({ file, onFile, problem, disabled }: ImportFileProps) {
  const t = useText(text)
  const input = useRef<HTMLInputElement>(null)
  return (
    <Input.Wrapper error={problem} errorProps={{ role: 'alert' }}>
      {file ? (
        <div className={css.file}>
          <IconFileText size={16} />
          <span className={css.fileName} title={file.name}>
            {file.name}
          </span>
          <span className={css.fileSize}>{formatBytes(file.size)}</span>
          <TextButton disabled={disabled} onClick={() => input.current?.click()}>
            {t.otherFile}
          </TextButton>
          <input
            ref={input}
            type="file"
            accept=".csv,text/csv"
            hidden
            onChange={(event) => {
              const chosen = event.currentTarget.files?.[0]
              if (chosen) onFile(chosen)
              event.currentTarget.value = ''
            }}
          />
        </div>
      ) : (
        <FileDrop words={t.drop} note={t.note} accept=".csv,text/csv" onFile={onFile} disabled={disabled} />
      )}
    </Input.Wrapper>
  )
}
