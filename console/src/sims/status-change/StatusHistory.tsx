import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { SimStatusChange } from '@simdeck/contract/sim-status.ts'
import { useQuery } from '@tanstack/react-query'
import { IconArrowRight } from '@tabler/icons-react'
import { failureText } from '../../session/api/failure.ts'
import { queryOf } from '../../session/api/query.ts'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Section } from '../../ui/frame/Page.tsx'
import { SimStatusText } from '../../ui/value/StatusText.tsx'
import { Time } from '../../ui/value/Time.tsx'
import { useText } from '../../ui/words/text.ts'
import css from './status-change.module.css'
import { statusChangeText } from './status-change-text.ts'

/** The last changes of the status of a SIM, the newest first. */
export function StatusHistory({ simId }: { simId: number }) {
  const t = useText(statusChangeText)
  const { data, error, refetch } = useQuery({
    ...queryOf(endpoints.listSimStatusChanges, { params: { id: simId }, query: {} }),
    refetchOnMount: 'always',
  })
  const origin = ({ actor, source }: SimStatusChange): string => actor ?? (source === 'import' ? t.byImport : t.byCarrier)
  return (
    <Section title={t.history}>
      {error && !data && <ErrorState message={failureText(error)} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p className={css.words}>{t.noHistory}</p>}
      {data && data.length > 0 && (
        <ul className={css.history} aria-label={t.history}>
          {data.map((change) => (
            <li key={change.id}>
              <Time at={change.at} />
              <span className={css.change}>
                <SimStatusText status={change.from} />
                <IconArrowRight size={14} aria-label="→" role="img" />
                <SimStatusText status={change.to} />
              </span>
              <bdi className={css.by}>{origin(change)}</bdi>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
