import { Select } from '@mantine/core'
import { CallError } from '@simdeck/contract/client.ts'
import type { ScriptValues } from '@simdeck/contract/script-values.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { failureText, toastFailure } from '../../session/api/failure.ts'
import { ImportProblems } from '../../sims/import/file/ImportProblems.tsx'
import { importProblems } from '../../sims/import/file/import-problems.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { FileDrop } from '../../ui/form/Fields.tsx'
import { SucceededGlyph } from '../../ui/value/glyphs.tsx'
import { Status } from '../../ui/value/StatusText.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { lackingIn, readValuesFile, sendValues, type ValuesFile } from './values-file.ts'
import { valuesText } from './values-text.ts'
import css from './values.module.css'

interface ValuesFieldProps {
  /** The columns that the script names. */
  needed: readonly string[]
  /** The uploaded file; null for none. */
  values: ScriptValues | null
  onChange: (values: ScriptValues | null) => void
  /** True if the user has tried to continue without a file. */
  isMissing?: boolean
}

/** The upload of a CSV with the values of the SIMs for a script. */
export function ValuesField({ needed, values, onChange, isMissing = false }: ValuesFieldProps) {
  const t = useText(valuesText)
  const [chosen, setChosen] = useState<ValuesFile | null>(null)
  const choose = async (file: File): Promise<void> => {
    const found = await readValuesFile(file).catch((): undefined => undefined)
    if (found) setChosen(found)
    else toast.error(found === null ? t.notCsv : t.unreadable)
  }
  const join = (columns: readonly string[]): string => columns.join(', ')
  const lacking = lackingIn((values ?? chosen)?.columns ?? needed, needed)
  return (
    <fieldset className={css.field}>
      <legend>{t.title}</legend>
      <p className={css.note}>{t.needed(join(needed))}</p>
      {values && <Uploaded values={values} onRemove={() => onChange(null)} />}
      {!values && chosen && (
        <Chosen
          key={chosen.file.name}
          chosen={chosen}
          isWhole={lacking.length === 0}
          onChange={setChosen}
          onUploaded={(next) => {
            setChosen(null)
            onChange(next)
          }}
        />
      )}
      {!values && !chosen && <FileDrop words={t.drop} note={t.limits} accept=".csv,text/csv" onFile={(file) => void choose(file)} />}
      {lacking.length > 0 && <Note tone="failed">{t.lacks(join(lacking))}</Note>}
      {isMissing && !values && (
        <p className={css.error} role="alert">
          {t.required}
        </p>
      )}
    </fieldset>
  )
}

function Uploaded({ values: { fileName, rows }, onRemove }: { values: ScriptValues; onRemove: () => void }) {
  const t = useText(valuesText)
  return (
    <div className={css.file}>
      <Status tone="succeeded" glyph={<SucceededGlyph />}>
        {fileName} · {t.rows(formatNumber(rows))}
      </Status>
      <Button size="sm" variant="ghost" onClick={onRemove}>
        {t.cancel}
      </Button>
    </div>
  )
}

interface ChosenProps {
  chosen: ValuesFile
  /** True if the file has all columns of the script. */
  isWhole: boolean
  onChange: (chosen: ValuesFile | null) => void
  onUploaded: (values: ScriptValues) => void
}

function Chosen({ chosen, isWhole, onChange, onUploaded }: ChosenProps) {
  const t = useText(valuesText)
  const [part, setPart] = useState(0)
  const stop = useRef<AbortController>(null)
  useEffect(() => () => stop.current?.abort(), [])
  const upload = useMutation({
    mutationFn: () => {
      const controller = new AbortController()
      stop.current = controller
      setPart(0)
      return sendValues(chosen, { signal: controller.signal, onSent: setPart })
    },
    onSuccess: onUploaded,
    onError: (error) => {
      if (!stop.current?.signal.aborted && problemsOf(error).length === 0) toastFailure(t.failed, error)
    },
  })
  const problems = problemsOf(upload.error)
  return (
    <>
      <div className={css.file}>
        <span>{chosen.file.name}</span>
        {upload.isPending && <span className={css.note}>{part < 1 ? t.sent(formatNumber(Math.floor(part * 100))) : t.checking}</span>}
      </div>
      <Select
        label={t.iccidColumn}
        data={[...new Set(chosen.columns)]}
        value={chosen.iccidColumn}
        onChange={(iccidColumn) => iccidColumn !== null && onChange({ ...chosen, iccidColumn })}
        allowDeselect={false}
        disabled={upload.isPending}
      />
      {problems.length > 0 && <ImportProblems message={failureText(upload.error)} problems={problems} />}
      <div className={css.file}>
        <Button variant="primary" busy={upload.isPending} disabled={!isWhole} onClick={() => upload.mutate()}>
          {t.upload}
        </Button>
        <Button variant="ghost" onClick={() => onChange(null)}>
          {t.cancel}
        </Button>
      </div>
    </>
  )
}

const problemsOf = (error: unknown) => (error instanceof CallError ? importProblems(error.body?.fields) : [])
