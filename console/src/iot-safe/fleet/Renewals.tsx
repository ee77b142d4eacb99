import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { CertificateRenewal } from '@simdeck/contract/certificate-renewals.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { call } from '../../session/api/api.ts'
import { failureText, toastFailure } from '../../session/api/failure.ts'
import { queryOf } from '../../session/api/query.ts'
import { MayButton } from '../../session/MayButton.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Section } from '../../ui/frame/Page.tsx'
import { formatMoment } from '../../ui/words/clock.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import css from './fleet.module.css'
import { fleetText } from './fleet-text.ts'

/** The templates whose certificates are due for renewal, with the last act of the rule and the start of a campaign; nothing if there are none. */
export function Renewals() {
  const t = useText(fleetText)
  const { data, error, refetch } = useQuery(queryOf(endpoints.listRenewals, {}))
  if (error) return <ErrorState message={failureText(error)} onRetry={() => void refetch()} />
  if (!data || data.length === 0) return null
  return (
    <Section title={t.renewals} note={t.renewalsNote}>
      <ul className={css.renewals}>
        {data.map((renewal) => (
          <Renewal key={renewal.templateId} of={renewal} />
        ))}
      </ul>
    </Section>
  )
}

function Renewal({ of: { templateId, templateName, deliveryType, renewBeforeDays, due, last } }: { of: CertificateRenewal }) {
  const t = useText(fleetText)
  const navigate = useNavigate()
  const start = useMutation({
    mutationFn: () => call(endpoints.selectRenewal, { params: { templateId } }),
    onSuccess: ({ id }) =>
      void navigate({
        to: '/otas/execute',
        search: { action: 'certificate', step: 'renew', templateId: String(templateId), selectionId: String(id) },
      }),
    onError: (error) => toastFailure(t.renewalNotOpened, error),
  })
  return (
    <li className={css.renewal}>
      <div>
        <b>{templateName}</b>
        <span className={css.soft}>{t[`rule${deliveryType}`](formatNumber(renewBeforeDays))}</span>
        {last && (
          <span className={css.soft}>
            {last.campaignId === null ? (
              t[last.outcome](formatMoment(last.at), formatNumber(last.sims))
            ) : (
              <Link to="/otas/campaigns/$id" params={{ id: String(last.campaignId) }}>
                {t[last.outcome](formatMoment(last.at), formatNumber(last.sims))}
              </Link>
            )}
            {last.refusal && ` ${last.refusal}`}
          </span>
        )}
      </div>
      <b className={css.due}>{t.due(formatNumber(due))}</b>
      <MayButton
        permission="IOTSAFE_CERTIFICATES_UPDATE"
        size="sm"
        disabled={due === 0}
        busy={start.isPending}
        onClick={() => start.mutate()}
      >
        {t.startRenewal}
      </MayButton>
    </li>
  )
}
