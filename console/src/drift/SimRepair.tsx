import { createSnapshot, putBulkOta } from '@simdeck/contract/bulk-ota.ts'
import type { Remedy, SimDrift } from '@simdeck/contract/drift.ts'
import { listOtaLogs } from '@simdeck/contract/ota-log.ts'
import { appletTypes } from '@simdeck/contract/ota-progress.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { usePackageName } from '../campaigns/package-name.ts'
import { call } from '../session/api/api.ts'
import { toastFailure } from '../session/api/failure.ts'
import { refresh } from '../session/api/query.ts'
import { MayButton } from '../session/MayButton.tsx'
import { useMay } from '../session/use-me.ts'
import { ConfirmDialog } from '../ui/feedback/Dialog.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { LinkButton } from '../ui/form/Button.tsx'
import { useText } from '../ui/words/text.ts'
import { driftText } from './drift-text.ts'
import css from './drift.module.css'
import { RemoveExtra } from './RemoveExtra.tsx'
import { refreshDrift, useAccept } from './use-accept.ts'

/** Starts the install that repairs one SIM. */
async function repair(simId: number, { package: named, library, install }: Remedy): Promise<number> {
  const { packageAID, otaVersion, label } = named
  const { id: snapshotId } = await call(createSnapshot, { body: { simIds: [simId] } })
  const parameters = library || !install ? {} : install
  const target = { appletType: appletTypes.other, package: { packageAID, otaVersion, label }, active: true, ...parameters }
  const { id } = await call(putBulkOta, { body: { snapshotId, targets: [target], removalConsent: true } })
  return id
}

/** Buttons that repair a SIM, that remove its extra content, or that accept its present content. All ask first. */
export function SimRepair({ simId, drift }: { simId: number; drift: SimDrift }) {
  const { remedy } = drift
  const t = useText(driftText)
  const packageName = usePackageName()
  const may = useMay('OTA_CREATE')
  const [asks, setAsks] = useState<'repair' | 'accept' | null>(null)
  const close = () => setAsks(null)
  const accept = useAccept(close)
  const repairing = useMutation({
    mutationFn: (of: Remedy) => repair(simId, of),
    onSuccess: (id) => {
      toast.success(t.restored(id))
      close()
    },
    onError: (error) => toastFailure(t.notRestored, error),
    onSettled: () => {
      refreshDrift()
      void refresh(listOtaLogs)
    },
  })
  const name = remedy ? `${packageName(remedy.package)} ${remedy.package.otaVersion}` : ''
  // Without the parameters of an earlier install the user gives them in the wizard.
  const isKnown = remedy !== null && (remedy.library || remedy.install !== null)
  return (
    <div className={css.acts}>
      {remedy && may && !isKnown && (
        <LinkButton size="sm" to="/otas/execute" search={{ simIds: String(simId), remedy: remedy.group }}>
          {t.restore(name)}
        </LinkButton>
      )}
      {remedy && (isKnown || !may) && (
        <MayButton permission="OTA_CREATE" size="sm" onClick={() => setAsks('repair')}>
          {t.restore(name)}
        </MayButton>
      )}
      <RemoveExtra simId={simId} drift={drift} />
      {drift.differences[0]?.kind === 'keyVersion' && <p className={css.note}>{t.keyNext}</p>}
      {drift.differences.some(({ kind }) => kind === 'poller') && <p className={css.note}>{t.pollerNext}</p>}
      {drift.differences.some(({ kind }) => kind !== 'keyVersion') && (
        <MayButton permission="OTA_CREATE" size="sm" onClick={() => setAsks('accept')}>
          {t.accept}
        </MayButton>
      )}
      <ConfirmDialog
        opened={asks === 'repair' && remedy !== null}
        onClose={close}
        title={t.restore(name)}
        act={t.restore(name)}
        busy={repairing.isPending}
        onAct={() => remedy && repairing.mutate(remedy)}
      >
        {t.restoreWords(name)}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asks === 'accept'}
        onClose={close}
        title={t.accept}
        act={t.accept}
        busy={accept.isPending}
        onAct={() => accept.mutate([simId])}
      >
        {t.acceptWords}
      </ConfirmDialog>
    </div>
  )
}
