import { endpoints } from '@simdeck/contract/endpoints.ts'
import { appletTypes } from '@simdeck/contract/ota-progress.ts'
import type { OtaLog } from '@simdeck/contract/ota.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { call } from '../../session/api/api.ts'
import { failureText } from '../../session/api/failure.ts'
import { inTime } from '../../session/address/load-screen.ts'
import { refresh, refreshTopic } from '../../session/api/query.ts'
import { ConfirmDialog } from '../../ui/feedback/Dialog.tsx'
import { ErrorNote } from '../../ui/feedback/ErrorState.tsx'
import { useLanguage } from '../../ui/words/language.ts'
import { useText } from '../../ui/words/text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { otaTitle } from '../ota/ota-text.ts'
import { simDetailText } from './sim-detail-text.ts'
import css from './sim-detail.module.css'

/** Name of the open dialog; null if none is open. */
export type SimDialog = 'remove' | 'cancel' | 'edit' | 'status' | 'delete' | null

const EditSimDialog = lazy(async () => ({ default: (await inTime(import('../edit/EditSimDialog.tsx'))).EditSimDialog }))
const ChangeStatusDialog = lazy(async () => ({
  default: (await inTime(import('../status-change/ChangeStatusDialog.tsx'))).ChangeStatusDialog,
}))
const DeleteSimDialog = lazy(async () => ({ default: (await inTime(import('../edit/DeleteSimDialog.tsx'))).DeleteSimDialog }))

interface DialogProps {
  sim: Sim
  opened: boolean
  onClose: () => void
}

const refreshSim = (simId: number): void => {
  void refresh(endpoints.getSim, { params: { id: simId } })
  refreshTopic('jobs')
  refreshTopic('campaigns')
}

/** Uninstalls the applet: takes a snapshot of this SIM, and starts a campaign with an inactive target. */
async function uninstall(simId: number): Promise<void> {
  const { id: snapshotId } = await call(endpoints.createSnapshot, { body: { simIds: [simId] } })
  await call(endpoints.putBulkOta, { body: { snapshotId, targets: [{ appletType: appletTypes.other, active: false }] } })
}

export function RemoveDialog({ sim, opened, onClose }: DialogProps) {
  const t = useText(simDetailText)
  const act = useMutation({
    mutationFn: () => uninstall(sim.id),
    onSuccess: () => {
      close()
      refreshSim(sim.id)
      toast.success(t.removed, t.removedNote)
    },
  })
  const close = (): void => {
    act.reset()
    onClose()
  }
  const applet = [sim.other_applet_name, sim.other_applet_version].filter((word) => word !== null).join(' ')
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      title={t.removeTitle(applet)}
      act={t.removeAct}
      danger
      busy={act.isPending}
      onAct={() => act.mutate()}
    >
      <p>{t.removeWords(applet, sim.device_alias ?? sim.iccid)}</p>
      {act.error && <DialogFailure error={act.error} />}
    </ConfirmDialog>
  )
}

export function CancelDialog({ sim, current, opened, onClose }: DialogProps & { current: readonly OtaLog[] }) {
  const t = useText(simDetailText)
  const language = useLanguage()
  const ready = current.filter((log) => log.progress.status === 'Ready')
  const act = useMutation({
    mutationFn: async () => {
      for (const id of new Set(ready.map((log) => log.campaign_id))) {
        await call(endpoints.cancelOta, { params: { id }, body: { simIds: [sim.id] } })
      }
    },
    onSuccess: () => {
      close()
      toast.success(t.cancelled)
    },
    onSettled: () => refreshSim(sim.id),
  })
  const close = (): void => {
    act.reset()
    onClose()
  }
  const names = ready.map((log) => otaTitle(log, { replaces: false, heldName: sim.other_applet_name }, language)).join('、')
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      title={t.cancelTitle}
      act={t.cancelAct}
      danger
      busy={act.isPending}
      onAct={() => act.mutate()}
      cancelLabel={t.keepWaiting}
    >
      <p>{t.cancelWords(names)}</p>
      {act.error && <DialogFailure error={act.error} />}
    </ConfirmDialog>
  )
}

/** Dialogs that edit the SIM, change its status or delete it. Each is loaded when it is used for the first time. */
export function EditDialogs({ sim, dialog, onClose }: { sim: Sim; dialog: SimDialog; onClose: () => void }) {
  const navigate = useNavigate()
  const [loaded, setLoaded] = useState<SimDialog>(null)
  if (dialog !== null && dialog !== loaded) setLoaded(dialog)
  return (
    <Suspense>
      {loaded === 'edit' && <EditSimDialog sim={sim} opened={dialog === 'edit'} onClose={onClose} />}
      {loaded === 'status' && <ChangeStatusDialog sim={sim} opened={dialog === 'status'} onClose={onClose} />}
      {loaded === 'delete' && (
        <DeleteSimDialog sim={sim} opened={dialog === 'delete'} onClose={onClose} onDeleted={() => void navigate({ to: '/' })} />
      )}
    </Suspense>
  )
}

function DialogFailure({ error }: { error: Error }) {
  return (
    <div className={css.dialogFailure}>
      <ErrorNote message={failureText(error)} />
    </div>
  )
}
