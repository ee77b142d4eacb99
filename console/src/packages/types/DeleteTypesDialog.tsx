import { Checkbox } from '@mantine/core'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { ManagedPackageAid } from '@simdeck/contract/packages.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../session/api/api.ts'
import { refreshTopic } from '../../session/api/query.ts'
import { Dialog } from '../../ui/feedback/Dialog.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { failureWithReason } from '../add/failure-with-reason.ts'
import { managedAidName, packageTypeText } from '../package-type.ts'
import css from '../packages.module.css'
import { packageKindText } from './type-text.ts'

interface DeleteTypesProps {
  /** AIDs that can be deleted. */
  all: readonly ManagedPackageAid[]
  /** Id of the AID that is chosen at first. */
  first: number
  onClose: () => void
  onDone: (ids: readonly number[]) => void
}

/** Dialog that deletes one or several package AIDs with their packages. It shows the number of these packages. */
export function DeleteTypesDialog({ all, first, onClose, onDone }: DeleteTypesProps) {
  const t = useText(packageKindText)
  const types = useText(packageTypeText)
  const [ids, setIds] = useState<readonly number[]>([first])
  const chosen = all.filter(({ id }) => ids.includes(id))
  const packages = chosen.reduce((sum, one) => sum + one.packages, 0)
  const act = useMutation({
    mutationFn: () => call(endpoints.deleteManagedPackageAids, { body: { ids: chosen.map(({ id }) => id), packages } }),
    onSuccess: () => {
      toast.success(t.deleted)
      onDone(ids)
      onClose()
    },
    onSettled: () => refreshTopic('packages'),
  })
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t.deleteTitle}
      foot={
        <>
          <Button data-autofocus onClick={onClose}>
            {t.cancel}
          </Button>
          <Button variant="dangerFill" disabled={chosen.length === 0} busy={act.isPending} onClick={() => act.mutate()}>
            {t.deleteAct(formatNumber(chosen.length), formatNumber(packages))}
          </Button>
        </>
      }
    >
      <p className={css.dialogWords}>{t.deleteWords}</p>
      {act.error && <Note tone="failed">{failureWithReason(act.error)}</Note>}
      <fieldset className={css.choices}>
        <legend>{t.chosen}</legend>
        {all.map((one) => (
          <Checkbox
            key={one.id}
            label={managedAidName(one, types)}
            description={`${one.packageAID} · ${t.packages(formatNumber(one.packages))}`}
            checked={ids.includes(one.id)}
            onChange={(event) => {
              act.reset()
              setIds(event.currentTarget.checked ? [...ids, one.id] : ids.filter((id) => id !== one.id))
            }}
          />
        ))}
      </fieldset>
    </Dialog>
  )
}
