import type { SimCertificateDetails } from '@simdeck/contract/sim-certificates.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { queryOf } from '../../session/api/query.ts'
import { reasonText } from '../../settings/private-ca/dialogs/dialog-text.ts'
import { Facts, Section } from '../../ui/frame/Page.tsx'
import { HexText } from '../../ui/value/Copyable.tsx'
import { None } from '../../ui/value/None.tsx'
import { Time } from '../../ui/value/Time.tsx'
import { useNow } from '../../ui/words/clock.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { StepStatus } from './CertificateStatus.tsx'
import { certificateText } from './certificate-text.ts'
import css from './certificate.module.css'

const dayMs = 86_400_000

/** The time that is left, the last campaign, and the effect of a revocation. */
export function CertificateRail({ of: one }: { of: SimCertificateDetails }) {
  const t = useText(certificateText)
  const reasons = useText(reasonText)
  const now = useNow()
  const isOver = one.revokedAt !== null || one.certStatus === 'Deleted'
  const left = one.valid_to === null || isOver ? null : Math.max(0, Math.floor((Date.parse(one.valid_to) - now) / dayMs))
  return (
    <>
      {one.valid_to !== null && (
        <Section title={left === null ? t.validity : t.left}>
          {left !== null && <p className={css.left}>{t.days(formatNumber(left))}</p>}
          <Facts
            end
            facts={[
              { name: t.start, value: one.valid_from === null ? <None /> : <Time at={one.valid_from} /> },
              { name: t.end, value: <Time at={one.valid_to} /> },
            ]}
          />
        </Section>
      )}
      <History simId={one.simId} />
      {one.campaignId !== null && (
        <Section title={t.campaign}>
          <Link to="/otas/campaigns/$id" params={{ id: String(one.campaignId) }}>
            {t.openCampaign}
          </Link>
        </Section>
      )}
      {one.certificateSerial !== null && (
        <Section title={t.whenRevoked}>
          <p className={css.words}>
            {one.revocationReason === null ? t.whenRevokedWords : t.revokedFor(reasons[one.revocationReason])}
            {one.revokedAt !== null && <Time at={one.revokedAt} relative />}
          </p>
        </Section>
      )}
    </>
  )
}

const shownSignings = 3

/** The last certificates that the CAs signed for the SIM. */
function History({ simId }: { simId: number }) {
  const t = useText(certificateText)
  const { data } = useQuery(queryOf(endpoints.listSignings, { query: { simId: String(simId), take: String(shownSignings) } }))
  if (!data?.data.length) return null
  return (
    <Section
      title={t.history}
      end={
        <Link to="/iot-safe/signing-history" search={{ simId: String(simId) }}>
          {t.allHistory}
        </Link>
      }
    >
      <ul className={css.history}>
        {data.data.map(({ id, status, serial, signedBy, createdAt }) => (
          <li key={id}>
            <StepStatus state={status === 'Signed' ? 'done' : 'failed'}>{status === 'Signed' ? t.signed : t.revokedSince}</StepStatus>
            <HexText value={serial.slice(0, 8).toUpperCase()} />
            <Time at={createdAt} />
            <bdi>{signedBy}</bdi>
          </li>
        ))}
      </ul>
    </Section>
  )
}
