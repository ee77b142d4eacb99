import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../session/api/api.ts'
import { failureText, toastFailure } from '../../session/api/failure.ts'
import { queryOf, refresh } from '../../session/api/query.ts'
import { MayButton } from '../../session/MayButton.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { Section } from '../../ui/frame/Page.tsx'
import { Time } from '../../ui/value/Time.tsx'
import { useText } from '../../ui/words/text.ts'
import { dataFailureText, statusChangeText } from './status-change-text.ts'
import css from './status-change.module.css'

/** The last refreshes of a SIM from its carrier, and the button for another one. */
export function DataLog({ sim }: { sim: Sim }) {
  const t = useText(statusChangeText)
  const causes = useText(dataFailureText)
  const params = { id: sim.id }
  const { data, error, refetch } = useQuery({ ...queryOf(endpoints.listSimDataLogs, { params }), refetchOnMount: 'always' })
  const act = useMutation({
    mutationFn: () => call(endpoints.refreshSim, { params }),
    onSuccess: ({ failure }) => (failure === null ? toast.success(t.refreshed) : toast.error(t.notRefreshed, causes[failure])),
    onError: (failure) => toastFailure(t.notRefreshed, failure),
    onSettled: () => {
      void refresh(endpoints.listSimDataLogs, { params })
      void refresh(endpoints.getSim, { params })
    },
  })
  const button = (
    <MayButton permission="SIM_UPDATE" size="sm" busy={act.isPending} onClick={() => act.mutate()}>
      {t.refresh}
    </MayButton>
  )
  return (
    <Section title={t.dataLog} end={button}>
      {error && !data && <ErrorState message={failureText(error)} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p className={css.words}>{t.noDataLog}</p>}
      {data && data.length > 0 && (
        <ul className={css.history} aria-label={t.dataLog}>
          {data.map((row) => (
            <li key={row.id}>
              <Time at={row.created_at} />
              <span>{row.failure === null ? t.succeeded : t.failedFor(causes[row.failure])}</span>
              <bdi className={css.by}>{row.user_email === null ? row.user_name : `${row.user_name} <${row.user_email}>`}</bdi>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
