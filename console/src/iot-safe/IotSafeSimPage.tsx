import { CallError } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { ResponseOf } from '@simdeck/contract/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { failureText } from '../session/api/failure.ts'
import { queryOf } from '../session/api/query.ts'
import { ErrorState } from '../ui/feedback/ErrorState.tsx'
import { NotFoundHere } from '../ui/feedback/NotFoundHere.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { IdentityStrip, Page } from '../ui/frame/Page.tsx'
import { HexText, Iccid } from '../ui/value/Copyable.tsx'
import { None } from '../ui/value/None.tsx'
import { Time } from '../ui/value/Time.tsx'
import { formatBytes } from '../ui/words/numbers.ts'
import { useText } from '../ui/words/text.ts'
import { SimCertificates } from './certificates/SimCertificates.tsx'
import { SimFiles } from './files/SimFiles.tsx'
import { iotSafeText } from './iot-safe-text.ts'
import { SafeObjects } from './SafeObjects.tsx'
import { useObjectReading } from './object-reading.ts'

export type IotSafeDetails = ResponseOf<typeof endpoints.getIotSafeSim>

/** Screen of the IoT SAFE applet of a SIM: the objects that the card listed last, and a button that reads them again. */
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
    <Page title={data ? (data.device_alias ?? data.iccid) : t.title} crumbs={[back]}>
      {data ? (
        <>
          <AppletFacts of={data} />
          <SimCertificates simId={id} />
          <SimFiles simId={id} />
          <SafeObjects of={data} reading={reading} />
        </>
      ) : error ? (
        <ErrorState message={failureText(error)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton width={420} />
      )}
    </Page>
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
            <Link to="/sims/$id/$cid" params={{ id: String(id), cid: iccid }}>
              <Iccid value={iccid} grouped />
            </Link>
          ),
        },
        { name: t.applet, value: version ?? <None /> },
        { name: t.instance, value: <HexText value={instanceAID} /> },
        { name: t.free, value: freeOctets === null ? <None /> : formatBytes(freeOctets) },
        { name: t.lastPoll, value: lastPoll === null ? <None /> : <Time at={lastPoll} relative /> },
      ]}
    />
  )
}
