import { listQuarantine, takeBackSims } from '@simdeck/contract/quarantine.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { queryOf, refresh } from '../../session/api/query.ts'
import { MayButton } from '../../session/MayButton.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { showToast } from '../../ui/feedback/toast-list.ts'
import { useText } from '../../ui/words/text.ts'
import { paceText } from './pace-text.ts'
import css from './pace.module.css'

/** Note that the SIM is set aside, with the campaign and its last code, and a button that takes the SIM back. */
export function SimQuarantine({ sim }: { sim: Sim }) {
  const t = useText(paceText)
  const { data } = useQuery({
    ...queryOf(listQuarantine, { query: { simId: sim.id } }, sim.status_other_applet, sim.status_poller),
  })
  const takeBack = useMutation({
    mutationFn: () => call(takeBackSims, { body: { simIds: [sim.id] } }),
    onSuccess: () => showToast({ kind: 'success', title: t.takenBack('1') }),
    onError: (error) => toastFailure(t.takeBackFailed, error),
    onSettled: () => void refresh(listQuarantine),
  })
  const [entry] = data?.data ?? []
  if (!entry) return null
  const code = entry.sw === null ? String(entry.code) : `${entry.code} · ${entry.sw}`
  return (
    <section className={css.section} aria-label={t.simQuarantined}>
      <Note tone="blocked">
        <b>{t.simQuarantined}</b>
        <br />
        {t.simQuarantinedWords(`#${entry.campaign_id}`, code)}
        <div className={css.act}>
          <MayButton size="sm" permission="OTA_UPDATE" busy={takeBack.isPending} onClick={() => takeBack.mutate()}>
            {t.takeBack}
          </MayButton>
        </div>
      </Note>
    </section>
  )
}
