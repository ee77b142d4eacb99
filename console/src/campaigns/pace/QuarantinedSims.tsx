import { createSimSelection } from '@simdeck/contract/sim-bulk.ts'
import { getCampaign } from '@simdeck/contract/ota.ts'
import type { Campaign } from '@simdeck/contract/ota.ts'
import { listQuarantine, takeBackSims } from '@simdeck/contract/quarantine.ts'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { refresh } from '../../session/api/query.ts'
import { MayButton } from '../../session/MayButton.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { showToast } from '../../ui/feedback/toast-list.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { paceText } from './pace-text.ts'
import css from './pace.module.css'

/** Takes the SIMs of the campaign back. Returns the address of the wizard with these SIMs and the options of the campaign. */
async function takeBackAll({ id, rollbackOf }: Campaign) {
  const { simIds } = await call(takeBackSims, { body: { campaignId: id } })
  if (simIds.length === 0 || rollbackOf !== null) return { count: simIds.length, search: null }
  const selection = await call(createSimSelection, { body: { simIds } })
  return { count: simIds.length, search: { selectionId: String(selection.id), copyOf: String(id) } }
}

/** Note on the SIMs that the campaign set aside, with a button that takes them back and continues with them in the wizard. */
export function QuarantinedSims({ campaign }: { campaign: Campaign }) {
  const t = useText(paceText)
  const navigate = useNavigate()
  const takeBack = useMutation({
    mutationFn: () => takeBackAll(campaign),
    onSuccess: ({ count, search }) => {
      showToast({ kind: 'success', title: t.takenBack(formatNumber(count)) })
      if (search) void navigate({ to: '/otas/execute', search })
    },
    onError: (error) => toastFailure(t.takeBackFailed, error),
    onSettled: () => {
      void refresh(getCampaign, { params: { id: campaign.id } })
      void refresh(listQuarantine)
    },
  })
  if (campaign.quarantined === 0) return null
  const count = formatNumber(campaign.quarantined)
  return (
    <section className={css.section} aria-label={t.quarantinedTitle(count)}>
      <Note tone="blocked">
        <b>{t.quarantinedTitle(count)}</b>
        <br />
        {t.quarantinedWords}
        <div className={css.act}>
          <MayButton size="sm" permission="OTA_UPDATE" busy={takeBack.isPending} onClick={() => takeBack.mutate()}>
            {t.takeBackMany(count)}
          </MayButton>{' '}
          <Link to="." search={{ quarantined: 'true' }} hash="sims" className={css.link}>
            {t.quarantinedList}
          </Link>
        </div>
      </Note>
    </section>
  )
}
