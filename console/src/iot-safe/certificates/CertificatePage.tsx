import { CallError } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { SimCertificateDetails } from '@simdeck/contract/sim-certificates.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { failureText } from '../../session/api/failure.ts'
import { queryOf } from '../../session/api/query.ts'
import { useWatchedSims } from '../../session/live/watched-sims.ts'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { NotFoundHere } from '../../ui/feedback/NotFoundHere.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Columns, IdentityStrip, Page } from '../../ui/frame/Page.tsx'
import type { Crumb } from '../../ui/frame/Page.tsx'
import { HexText, Iccid } from '../../ui/value/Copyable.tsx'
import { None } from '../../ui/value/None.tsx'
import { Time } from '../../ui/value/Time.tsx'
import { useText } from '../../ui/words/text.ts'
import { CertificateActions } from './CertificateActions.tsx'
import { CertificateContent } from './CertificateContent.tsx'
import { CertificateRail } from './CertificateRail.tsx'
import { CertificateStatus, ManagementMark } from './CertificateStatus.tsx'
import { CertificateSteps } from './CertificateSteps.tsx'
import { CertificateValidity } from './CertificateValidity.tsx'
import { OtaFailure } from './OtaFailure.tsx'
import { certificateText } from './certificate-text.ts'
import { deliveryText, originText } from './certificate-words.ts'

const idIn = (text: string): number => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0)

/** Screen of a certificate on a SIM. The SIM in the address must be that of the certificate. */
export function CertificatePage() {
  const { simId = '', certId = '' } = useParams({ strict: false })
  const t = useText(certificateText)
  const [sim, id] = [idIn(simId), idIn(certId)]
  useWatchedSims(sim > 0 ? [sim] : [])
  const { data, error, refetch } = useQuery({
    ...queryOf(endpoints.getCertificate, { params: { certId: id } }),
    enabled: id > 0,
  })
  const crumbs: Crumb[] = [{ words: 'IoT SAFE', link: { to: '/iot-safe' } }]
  if (data) crumbs.push({ words: data.iccid, link: { to: '/iot-safe/$simId', params: { simId: String(data.simId) } } })
  const isUnknown = id === 0 || (data && data.simId !== sim) || (error instanceof CallError && error.status === 404)
  if (isUnknown)
    return <NotFoundHere title={t.unknown} message={t.unknownWords} back={{ words: t.title, link: { to: '/iot-safe/certificates' } }} />
  if (!data)
    return (
      <Page title={t.title} crumbs={crumbs}>
        {error ? <ErrorState message={failureText(error)} onRetry={() => void refetch()} /> : <Skeleton width={420} />}
      </Page>
    )
  return (
    <Page
      title={data.label}
      crumbs={crumbs}
      beside={
        <>
          <CertificateStatus of={data} pill />
          <ManagementMark of={data} />
        </>
      }
      actions={<CertificateActions of={data} />}
    >
      <OtaFailure of={data.failure} />
      <Identity of={data} />
      <Columns rail={<CertificateRail of={data} />}>
        <CertificateSteps of={data} />
        <CertificateValidity of={data} />
        <CertificateContent of={data} />
      </Columns>
    </Page>
  )
}

function Identity({ of: one }: { of: SimCertificateDetails }) {
  const t = useText(certificateText)
  const delivery = useText(deliveryText)
  const origins = useText(originText)
  return (
    <IdentityStrip
      facts={[
        {
          name: t.iccid,
          value: (
            <Link to="/iot-safe/$simId" params={{ simId: String(one.simId) }}>
              <Iccid value={one.iccid} grouped />
            </Link>
          ),
        },
        { name: t.slot, value: one.slotId },
        { name: t.objectId, value: <HexText value={one.objectId} /> },
        { name: t.keyId, value: <HexText value={one.keyObjectId} /> },
        { name: t.delivery, value: delivery[one.deliveryType] },
        { name: t.origin, value: origins[one.origin] },
        ...(one.renewsId === null
          ? []
          : [
              {
                name: t.renews,
                value: (
                  <Link to="/iot-safe/$simId/certificates/$certId" params={{ simId: String(one.simId), certId: String(one.renewsId) }}>
                    {t.openFormer}
                  </Link>
                ),
              },
            ]),
        { name: t.template, value: <bdi>{one.templateName}</bdi> },
        { name: t.lastPoll, value: one.last_polled_at === null ? <None /> : <Time at={one.last_polled_at} relative /> },
      ]}
    />
  )
}
