import { Radio } from '@mantine/core'
import { CallError } from '@simdeck/contract/client.ts'
import { importSims } from '@simdeck/contract/sim-imports.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../session/api.ts'
import { failureText } from '../../session/failure.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { formatNumber } from '../../ui/numbers.ts'
import { useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.tsx'
import { importProblems, unnamedProblems } from './import-problems.ts'
import { text } from './import-text.ts'
import css from './import.module.css'
import { ImportFile } from './ImportFile.tsx'
import { ImportProblems } from './ImportProblems.tsx'
import { TemplateLink } from './TemplateLink.tsx'

const maxBytes = 64 * 1024 * 1024

/** The dot stands beside the first of the two lines. */
const radioLook = { body: css.mode }

type Mode = 'add' | 'update'

/** Imports SIMs from a CSV file: all lines, or none and the reasons of every bad one. */
export function ImportDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useText(text)
  const queries = useQueryClient()
  const [mode, setMode] = useState<Mode>('add')
  const [file, setFile] = useState<File | null>(null)
  const [fileProblem, setFileProblem] = useState<string | null>(null)
  const stack = useRef<HTMLDivElement>(null)
  const run = useMutation({
    mutationFn: (chosen: File) => call(importSims, { body: { mode }, file: chosen }),
    onSuccess: ({ added, updated }) => {
      toast.success(mode === 'add' ? t.added(formatNumber(added)) : t.updated(formatNumber(updated)))
      void queries.invalidateQueries({ queryKey: ['sims'] })
      close()
    },
  })
  const refusal = run.error instanceof CallError ? run.error.body : null

  function close(): void {
    setFile(null)
    setFileProblem(null)
    run.reset()
    onClose()
  }
  function choose(chosen: File): void {
    run.reset()
    setFile(chosen)
    setFileProblem(chosen.size > maxBytes ? t.tooLarge : null)
  }
  function refuse(words: string): void {
    setFileProblem(words)
    stack.current?.querySelector('button')?.focus()
  }
  async function start(): Promise<void> {
    if (!file) return refuse(t.noFile)
    if (file.size > maxBytes) return refuse(t.tooLarge)
    try {
      await file.slice(0, 1).arrayBuffer()
    } catch {
      return refuse(t.changed)
    }
    run.mutate(file)
  }

  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={t.title}
      size={640}
      hold={file !== null}
      foot={
        <>
          <Button onClick={close} disabled={run.isPending}>
            {run.isError ? t.close : t.cancel}
          </Button>
          <Button variant="primary" busy={run.isPending} onClick={() => void start()}>
            {run.isPending ? t.running : run.isError ? t.again : t.act}
          </Button>
        </>
      }
    >
      <div className={css.stack} ref={stack}>
        <ImportFile file={file} onFile={choose} problem={fileProblem} disabled={run.isPending} />
        {run.isError ? (
          <ImportProblems
            key={run.submittedAt}
            message={failureText(run.error)}
            problems={importProblems(refusal?.fields)}
            unnamed={unnamedProblems(refusal?.detail)}
          />
        ) : (
          <div>
            <TemplateLink />
          </div>
        )}
        <Radio.Group label={t.mode} value={mode} onChange={(value) => setMode(value === 'update' ? 'update' : 'add')}>
          <div className={css.modes}>
            <Radio classNames={radioLook} value="add" label={t.add} description={t.addNote} disabled={run.isPending} />
            <Radio classNames={radioLook} value="update" label={t.update} description={t.updateNote} disabled={run.isPending} />
          </div>
        </Radio.Group>
      </div>
    </Dialog>
  )
}
