import { createSnapshot, putBulkOta } from '@simdeck/contract/bulk-ota.ts'
import type { ContentDifference, SimDrift } from '@simdeck/contract/drift.ts'
import { extraOf } from '@simdeck/contract/extra-content.ts'
import { listOtaLogs } from '@simdeck/contract/ota-log.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../session/api/api.ts'
import { toastFailure } from '../session/api/failure.ts'
import { refresh } from '../session/api/query.ts'
import { MayButton } from '../session/MayButton.tsx'
import { ConfirmDialog } from '../ui/feedback/Dialog.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { formatNumber } from '../ui/words/numbers.ts'
import { useText } from '../ui/words/text.ts'
import { driftText } from './drift-text.ts'
import css from './drift.module.css'
import { removalText } from './removal-text.ts'
import { refreshDrift } from './use-accept.ts'
import { useDifferenceWords } from './use-difference-words.ts'

const { packageAid, moduleAid } = fixedAids.iotSafe
const isIotSafe = ({ aid }: ContentDifference): boolean => aid === packageAid || aid === moduleAid

/** Starts the removal of extra content from one SIM. */
async function remove(simId: number, of: ContentDifference, withCertificates: boolean): Promise<number> {
  const { id: snapshotId } = await call(createSnapshot, { body: { simIds: [simId] } })
  const { id } = await call(putBulkOta, {
    body: { snapshotId, kind: 'remove-extra', extra: extraOf(of), applets: of.applets, withCertificates },
  })
  return id
}

/** Buttons that remove the extra content of one SIM, each with a confirmation that names what goes, or the reason for which it stays. */
export function RemoveExtra({ simId, drift: { differences, certificates } }: { simId: number; drift: SimDrift }) {
  const t = useText(removalText)
  const { notRemoved } = t
  const drift = useText(driftText)
  const words = useDifferenceWords()
  const [asked, setAsked] = useState<ContentDifference | null>(null)
  const lost = asked && isIotSafe(asked) ? certificates : 0
  const removing = useMutation({
    mutationFn: (of: ContentDifference) => remove(simId, of, isIotSafe(of) && certificates > 0),
    onSuccess: (id) => {
      toast.success(drift.restored(id))
      setAsked(null)
    },
    onError: (error) => toastFailure(notRemoved, error),
    onSettled: () => {
      refreshDrift()
      void refresh(listOtaLogs)
    },
  })
  const extras = differences.filter(({ kind }) => kind === 'extra')
  const name = asked ? words(asked).found : ''
  return (
    <>
      {extras.map((one) =>
        one.protectedBy === null ? (
          <MayButton key={extraOf(one)} permission="OTA_CREATE" size="sm" onClick={() => setAsked(one)}>
            {t.remove(words(one).found)}
          </MayButton>
        ) : (
          <p key={extraOf(one)} className={css.note}>
            {t[one.protectedBy](words(one).found)}
          </p>
        ),
      )}
      <ConfirmDialog
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={t.remove(name)}
        act={t.remove(name)}
        danger
        busy={removing.isPending}
        onAct={() => asked && removing.mutate(asked)}
      >
        {t.goes(name)}
        {asked && asked.applets.length > 0 && (
          <ul className={css.goes}>
            {asked.applets.map((aid) => (
              <li key={aid}>{t.applet(aid)}</li>
            ))}
          </ul>
        )}
        {lost > 0 && <b className={css.lost}>{t.certificates(formatNumber(lost))}</b>}
      </ConfirmDialog>
    </>
  )
}
