import { CallError } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { IconFile, IconPlus, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { failureText } from '../session/api/failure.ts'
import { queryOf } from '../session/api/query.ts'
import { MayButton } from '../session/MayButton.tsx'
import { ErrorState } from '../ui/feedback/ErrorState.tsx'
import { NotFoundHere } from '../ui/feedback/NotFoundHere.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { Columns, IdentityStrip, Page, PageTabs, Section } from '../ui/frame/Page.tsx'
import { Copyable, HexText, Iccid } from '../ui/value/Copyable.tsx'
import { None } from '../ui/value/None.tsx'
import { Time } from '../ui/value/Time.tsx'
import { formatBytes, formatNumber } from '../ui/words/numbers.ts'
import { useText } from '../ui/words/text.ts'
import { certificateText } from './certificates/certificate-text.ts'
import { IssueDialog } from './certificates/IssueDialog.tsx'
import { SimCertificates } from './certificates/SimCertificates.tsx'
import { FileDialog } from './files/FileDialog.tsx'
import { fileText } from './files/file-text.ts'
import { SimFiles } from './files/SimFiles.tsx'
import { iotSafeText } from './iot-safe-text.ts'
import { useObjectReading } from './sim/object-reading.ts'
import { type IotSafeDetails, SafeObjects } from './sim/SafeObjects.tsx'
import { ComingSteps, PastEvents } from './sim/SimRail.tsx'
import { simText } from './sim/sim-text.ts'
import { SimSignings } from './sim/SimSignings.tsx'

const tabs = ['objects', 'certificates', 'files', 'signings'] as const
type Tab = (typeof tabs)[number]
const isTab = (value: string | undefined): value is Tab => tabs.some((one) => one === value)
const take = '100'

/** Screen of the IoT SAFE applet of a SIM: its objects, certificates, files and signatures in tabs, and what comes next. */
export function IotSafeSimPage() {
  const { simId = '' } = useParams({ strict: false })
  const t = useText(iotSafeText)
  const id = /^[1-9]\d{0,14}$/.test(simId) ? Number(simId) : 0
  const reading = useObjectReading(id)
  const { data, error, refetch } = useQuery({
    ...queryOf(endpoints.getIotSafeSim, { params: { simId: id } }, reading.last?.id, reading.status),
    enabled: id > 0,
    placeholderData: (before) => before,
  })
  const back = { words: t.title, link: { to: '/iot-safe' } } as const
  if (id === 0 || (error instanceof CallError && error.status === 404))
    return <NotFoundHere title={t.unknown} message={t.unknownWords} back={back} />
  return (
    <Page
      title={data ? (data.device_alias ?? data.iccid) : t.title}
      crumbs={[back]}
      actions={data && <SimActions simId={id} reading={reading} />}
    >
      {data ? (
        <>
          <AppletFacts of={data} />
          <Content sim={data} reading={reading} />
        </>
      ) : error ? (
        <ErrorState message={failureText(error)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton width={420} />
      )}
    </Page>
  )
}

type Reading = ReturnType<typeof useObjectReading>

/** The actions on the SIM. A new certificate or file opens its tab. */
function SimActions({ simId, reading: { isOpen, start } }: { simId: number; reading: Reading }) {
  const t = useText(iotSafeText)
  const [certificates, files] = [useText(certificateText), useText(fileText)]
  const [asking, setAsking] = useState<'certificate' | 'file' | null>(null)
  const navigate = useNavigate()
  const close = (): void => setAsking(null)
  const show = (tab: Tab) => void navigate({ to: '.', search: { tab }, replace: true })
  return (
    <>
      <MayButton
        permission="OTA_CREATE"
        icon={<IconRefresh size={16} />}
        disabled={isOpen || start.isPending}
        onClick={() => start.mutate()}
      >
        {t.read}
      </MayButton>
      <MayButton permission="IOTSAFE_CERTIFICATES_CREATE" icon={<IconFile size={16} />} onClick={() => setAsking('file')}>
        {files.add}
      </MayButton>
      <MayButton
        permission="IOTSAFE_CERTIFICATES_CREATE"
        variant="primary"
        icon={<IconPlus size={16} />}
        onClick={() => setAsking('certificate')}
      >
        {certificates.add}
      </MayButton>
      {asking === 'certificate' && <IssueDialog simId={simId} onClose={close} onDone={() => show('certificates')} />}
      {asking === 'file' && <FileDialog simId={simId} file={null} onClose={close} onDone={() => show('files')} />}
    </>
  )
}

function Content({ sim, reading }: { sim: IotSafeDetails; reading: Reading }) {
  const t = useText(simText)
  const asked: { tab?: string } = useSearch({ strict: false })
  const tab = isTab(asked.tab) ? asked.tab : 'objects'
  const params = { simId: sim.id }
  const certificates = useQuery(queryOf(endpoints.listSimCertificates, { params, query: { take } }))
  const files = useQuery(queryOf(endpoints.listSimFiles, { params, query: { take } }))
  const signings = useQuery(queryOf(endpoints.listSignings, { query: { simId: String(sim.id), take } }))
  const counts: Record<Tab, number | null | undefined> = {
    objects: sim.objects,
    certificates: certificates.data?.totalItems,
    files: files.data?.totalItems,
    signings: signings.data?.totalItems,
  }
  const [ofCertificates, ofFiles] = [certificates.data?.data ?? [], files.data?.data ?? []]
  return (
    <>
      <PageTabs
        label={t.tabs}
        tabs={tabs.map((one) => ({
          words: t[one],
          count: typeof counts[one] === 'number' ? formatNumber(counts[one]) : undefined,
          link: { to: '.', search: one === 'objects' ? {} : { tab: one }, resetScroll: false },
          active: tab === one,
        }))}
      />
      <Columns
        rail={
          certificates.data && files.data ? (
            <>
              <ComingSteps certificates={ofCertificates} logs={reading.logs} />
              <PastEvents sim={sim} certificates={ofCertificates} files={ofFiles} />
            </>
          ) : (
            <Section title={t.next}>{!certificates.error && !files.error && <Skeleton width={200} />}</Section>
          )
        }
      >
        {tab === 'objects' && <SafeObjects of={sim} reading={reading} certificates={ofCertificates} files={ofFiles} />}
        {tab === 'certificates' && <SimCertificates rows={certificates.data?.data} error={certificates.error} />}
        {tab === 'files' && <SimFiles rows={files.data?.data} error={files.error} />}
        {tab === 'signings' && <SimSignings simId={sim.id} rows={signings.data?.data} error={signings.error} />}
      </Columns>
    </>
  )
}

function AppletFacts({ of: { id, iccid, version, instanceAID, freeOctets, last_polled_at: lastPoll } }: { of: IotSafeDetails }) {
  const t = useText(iotSafeText)
  return (
    <IdentityStrip
      facts={[
        {
          name: t.iccid,
          value: (
            <Copyable value={iccid} name={t.iccid}>
              <Link to="/sims/$id/$cid" params={{ id: String(id), cid: iccid }}>
                <Iccid value={iccid} grouped />
              </Link>
            </Copyable>
          ),
        },
        { name: t.applet, value: version ?? <None /> },
        {
          name: t.instance,
          value: (
            <Copyable value={instanceAID} name={t.instance}>
              <HexText value={instanceAID} />
            </Copyable>
          ),
        },
        { name: t.free, value: freeOctets === null ? <None /> : formatBytes(freeOctets) },
        { name: t.lastPoll, value: lastPoll === null ? <None /> : <Time at={lastPoll} relative /> },
      ]}
    />
  )
}
