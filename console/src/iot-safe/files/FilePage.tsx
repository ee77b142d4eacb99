import { CallError } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { SimFileDetails } from '@simdeck/contract/sim-files.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { failureText } from '../../session/api/failure.ts'
import { queryOf } from '../../session/api/query.ts'
import { useWatchedSims } from '../../session/live/watched-sims.ts'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { NotFoundHere } from '../../ui/feedback/NotFoundHere.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Columns, IdentityStrip, Page, Section } from '../../ui/frame/Page.tsx'
import type { Crumb } from '../../ui/frame/Page.tsx'
import { CodeBlock } from '../../ui/value/CodeBlock.tsx'
import { HexText, Iccid } from '../../ui/value/Copyable.tsx'
import { None } from '../../ui/value/None.tsx'
import { Time } from '../../ui/value/Time.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { ManagementMark } from '../certificates/CertificateStatus.tsx'
import { OtaFailure } from '../certificates/OtaFailure.tsx'
import { FileActions } from './FileActions.tsx'
import { FileSteps } from './FileSteps.tsx'
import { fileText } from './file-text.ts'
import { FileStatus } from './FileStatus.tsx'
import css from './files.module.css'

const idIn = (text: string): number => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0)

/** Screen of a file on a SIM. The SIM in the address must be that of the file. */
export function FilePage() {
  const { simId = '', fileId = '' } = useParams({ strict: false })
  const t = useText(fileText)
  const [sim, id] = [idIn(simId), idIn(fileId)]
  useWatchedSims(sim > 0 ? [sim] : [])
  const { data, error, refetch } = useQuery({ ...queryOf(endpoints.getFile, { params: { fileId: id } }), enabled: id > 0 })
  const crumbs: Crumb[] = [{ words: 'IoT SAFE', link: { to: '/iot-safe' } }]
  if (data) crumbs.push({ words: data.iccid, link: { to: '/iot-safe/$simId', params: { simId: String(data.simId) } } })
  if (id === 0 || (data && data.simId !== sim) || (error instanceof CallError && error.status === 404))
    return <NotFoundHere title={t.unknown} message={t.unknownWords} back={{ words: t.title, link: { to: '/iot-safe/files' } }} />
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
          <FileStatus of={data} pill />
          <ManagementMark of={data} />
        </>
      }
      actions={<FileActions of={data} />}
    >
      <OtaFailure of={data.failure} />
      <Identity of={data} />
      <Columns rail={<Rail of={data} />}>
        <FileSteps of={data} />
        <Section title={t.content}>
          <div className={css.contents}>
            {data.content !== null && (
              <>
                <h3>{t.asText}</h3>
                <CodeBlock label={t.asText} code={data.content} />
              </>
            )}
            <h3>{t.asHex}</h3>
            <CodeBlock label={t.asHex} code={data.hexContent.match(/.{1,32}/g)?.join('\n') ?? ''} />
          </div>
        </Section>
      </Columns>
    </Page>
  )
}

function Identity({ of: file }: { of: SimFileDetails }) {
  const t = useText(fileText)
  return (
    <IdentityStrip
      facts={[
        {
          name: t.iccid,
          value: (
            <Link to="/iot-safe/$simId" params={{ simId: String(file.simId) }}>
              <Iccid value={file.iccid} grouped />
            </Link>
          ),
        },
        { name: t.objectId, value: <HexText value={file.objectId} /> },
        { name: t.size, value: t.sizeOf(formatNumber(file.octets), formatNumber(file.capacity)) },
        { name: t.delivery, value: t[file.deliveryType] },
        { name: t.createdBy, value: file.createdBy ?? <None /> },
        { name: t.created, value: <Time at={file.createdAt} /> },
        { name: t.lastPoll, value: file.last_polled_at === null ? <None /> : <Time at={file.last_polled_at} relative /> },
      ]}
    />
  )
}

function Rail({ of: { campaignId } }: { of: SimFileDetails }) {
  const t = useText(fileText)
  if (campaignId === null) return null
  return (
    <Section title={t.campaign}>
      <Link to="/otas/campaigns/$id" params={{ id: String(campaignId) }}>
        {t.openCampaign}
      </Link>
    </Section>
  )
}
