import { TextInput } from '@mantine/core'
import { CallError } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { label as labelSchema } from '@simdeck/contract/packages.ts'
import type { CapFacts, ManagedPackageAid } from '@simdeck/contract/packages.ts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { call } from '../../session/api/api.ts'
import { refreshTopic } from '../../session/api/query.ts'
import { Button } from '../../ui/form/Button.tsx'
import { useText } from '../../ui/words/text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { failureWithReason } from './failure-with-reason.ts'
import { labelOfFile } from './label-of-file.ts'
import { packageText } from '../package-text.ts'
import { managedAidName, packageTypeText } from '../package-type.ts'
import css from '../packages.module.css'

interface AddPackageProps {
  file: File
  facts: CapFacts
  /** AIDs whose packages are shown on the screen. */
  open: readonly ManagedPackageAid[]
  all: readonly ManagedPackageAid[]
  onDone: () => void
}

/** Form that stores a parsed CAP file under a label, then opens the tab that lists it. */
export function AddPackage({ file, facts, open, all, onDone }: AddPackageProps) {
  const t = useText(packageText)
  const types = useText(packageTypeText)
  const navigate = useNavigate()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [label, setLabel] = useState(() => labelOfFile(file.name))
  const [touched, setTouched] = useState(false)
  const managed = all.find((one) => one.packageAID === facts.packageAID)
  const elsewhere = managed === undefined || !open.includes(managed)
  const where = managed ? managedAidName(managed, types) : facts.name
  const bad = !labelSchema.safeParse(label).success
  const upload = useMutation({
    mutationFn: () =>
      elsewhere
        ? call(endpoints.uploadPackage, { file, body: { label } })
        : call(endpoints.uploadPackageOfAid, { params: { packageAID: facts.packageAID }, file, body: { label } }),
    onSuccess: (stored) => {
      refreshTopic('packages')
      toast.success(t.added(`${stored.name} ${stored.otaVersion}`), stored.label)
      onDone()
      if (elsewhere) void navigate({ to: '/otas/$packageAID', params: { packageAID: stored.packageAID } })
    },
    onError: () => field.current?.focus(),
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTouched(true)
    if (bad) field.current?.focus()
    else upload.mutate()
  }
  const failure = upload.error && failureWithReason(upload.error)
  const clash = upload.error instanceof CallError && upload.error.body?.code === 'packageExists'
  const labelError = touched && bad ? t.labelBad : clash ? failure : null
  return (
    <form className={css.add} onSubmit={submit} noValidate>
      {elsewhere && <p className={css.where}>{managed ? t.otherType(where) : t.newType(where)}</p>}
      <div className={css.addRow}>
        <label htmlFor={id}>{t.label}</label>
        <TextInput
          id={id}
          ref={field}
          className={css.labelField}
          value={label}
          maxLength={62}
          autoComplete="off"
          spellCheck={false}
          error={labelError}
          onBlur={() => setTouched(true)}
          onChange={(event) => {
            upload.reset()
            setLabel(event.currentTarget.value)
          }}
        />
        <Button type="submit" variant="primary" busy={upload.isPending}>
          {t.add}
        </Button>
        <Button variant="ghost" onClick={onDone}>
          {t.discard}
        </Button>
      </div>
      {failure !== null && !clash && (
        <p className={css.failure} role="alert">
          {failure}
        </p>
      )}
    </form>
  )
}
