import type { DryRun } from '@simdeck/contract/bulk-ota.ts'
import { takeBackSims } from '@simdeck/contract/quarantine.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../../session/api/api.ts'
import { failureText, toastFailure } from '../../../session/api/failure.ts'
import { MayButton } from '../../../session/MayButton.tsx'
import { ErrorNote } from '../../../ui/feedback/ErrorState.tsx'
import { Note } from '../../../ui/feedback/Note.tsx'
import { useLanguage } from '../../../ui/words/language.ts'
import { formatNumber } from '../../../ui/words/numbers.ts'
import { useText } from '../../../ui/words/text.ts'
import { againText } from '../../again/again-text.ts'
import { ChangedSince } from '../../again/ChangedSince.tsx'
import { failedSimsQuery } from '../../again/failed-sims.ts'
import { failureCauses } from '../../results/failure-causes.ts'
import type { FailedOf } from '../wizard-draft.ts'
import css from '../wizard.module.css'

interface FailedBeforeProps {
  failedOf: FailedOf
  dryRun: DryRun
  onTakenBack: () => void
}

/** The failures of the earlier campaign by cause, the changes since then, and a button that includes the SIMs that it set aside. */
export function FailedBefore({ failedOf: { campaignId, causes }, dryRun, onTakenBack }: FailedBeforeProps) {
  const t = useText(againText)
  const language = useLanguage()
  const { data, error, refetch } = useQuery(failedSimsQuery(campaignId, causes))
  const takeBack = useMutation({
    mutationFn: () => call(takeBackSims, { body: { campaignId, causes } }),
    onSuccess: onTakenBack,
    onError: (failure) => toastFailure(t.takeBackFailed, failure),
  })
  if (error) return <ErrorNote message={failureText(error)} onRetry={() => void refetch()} />
  if (!data) return null
  const chosen = data.causes.filter(({ cause }) => !causes || causes.includes(cause))
  const setAside = dryRun.excluded.find(({ reason }) => reason === 'quarantined')?.count ?? 0
  return (
    <section className={css.before}>
      <div>
        <h2>{t.before}</h2>
        <ul>
          {failureCauses(chosen.map((cause) => ({ ...cause, sims: cause.count }))).map(({ key, code, meaning, sims }) => (
            <li key={key}>
              {meaning[language]} {code && <span className={css.soft}>{code}</span>} <b>{t.sims(formatNumber(sims))}</b>
            </li>
          ))}
        </ul>
      </div>
      <div>
        <h2>{t.since}</h2>
        <ChangedSince since={data.since} />
      </div>
      {setAside > 0 && (
        <Note
          tone="blocked"
          end={
            <MayButton size="sm" permission="OTA_UPDATE" busy={takeBack.isPending} onClick={() => takeBack.mutate()}>
              {t.takeBack}
            </MayButton>
          }
        >
          {t.quarantined(formatNumber(setAside))}
        </Note>
      )}
    </section>
  )
}
