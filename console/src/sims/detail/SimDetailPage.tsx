import { CallError } from '@simdeck/contract/client.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import { useLocation, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import { failureText } from '../../session/api/failure.ts'
import { useWatchedSims } from '../../session/live/watched-sims.ts'
import { useMay } from '../../session/use-me.ts'
import { Copyable, Iccid } from '../../ui/value/Copyable.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { None } from '../../ui/value/None.tsx'
import { NotFoundHere } from '../../ui/feedback/NotFoundHere.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { IdentityStrip, Page, PageTabs } from '../../ui/frame/Page.tsx'
import type { Crumb } from '../../ui/frame/Page.tsx'
import { SimStatusText } from '../../ui/value/StatusText.tsx'
import { useText } from '../../ui/words/text.ts'
import { Time } from '../../ui/value/Time.tsx'
import { fieldText } from '../field-words.ts'
import { SimNeighbours } from '../neighbours/SimNeighbours.tsx'
import { ConnectionNow } from '../status/ConnectionNow.tsx'
import { currentOtas, currentProgress, useRecentOtas, useSim } from './sim-queries.ts'
import { SimActions } from './SimActions.tsx'
import { CancelDialog, EditDialogs, RemoveDialog } from './SimDialogs.tsx'
import type { SimDialog } from './SimDialogs.tsx'
import { SimOtaTab } from './SimOtaTab.tsx'
import { SimOverview } from './SimOverview.tsx'
import { SimSessionsTab } from './SimSessionsTab.tsx'
import { Lines, SimSkeleton } from './SimSkeleton.tsx'
import { simDetailText } from './sim-detail-text.ts'
import css from './sim-detail.module.css'

/** Screen of one SIM. `id` and `cid` (the ICCID) in the address must belong to the same SIM. */
export function SimDetailPage() {
  const { id = '', cid = '' } = useParams({ strict: false })
  const simId = /^\d{1,15}$/.test(id) ? Number(id) : 0
  const { data: sim, error, refetch } = useSim(simId)
  useWatchedSims(simId > 0 ? [simId] : [])
  const t = useText(simDetailText)
  const back = { words: t.simList, link: { to: '/' } } as const
  const unknown = simId === 0 || (error instanceof CallError && [400, 404].includes(error.status))
  if (unknown || (sim && sim.iccid !== cid)) return <NotFoundHere title={t.notFound} message={t.notFoundWords} back={back} />
  if (sim) return <SimPage sim={sim} />
  return (
    <Page title={cid} crumbs={[back]}>
      {error ? <ErrorState message={failureText(error)} onRetry={() => void refetch()} /> : <SimSkeleton />}
    </Page>
  )
}

const tabs = ['ota', 'sessions', 'location', 'timeline', 'history'] as const
const ChangeHistory = lazy(async () => ({ default: (await import('../../logs/history/ChangeHistory.tsx')).ChangeHistory }))
const SimTimeline = lazy(async () => ({ default: (await import('../timeline/SimTimeline.tsx')).SimTimeline }))
const DataLog = lazy(async () => ({ default: (await import('../status-change/DataLog.tsx')).DataLog }))
const SimLocations = lazy(async () => ({ default: (await import('../location/SimLocations.tsx')).SimLocations }))
const StatusHistory = lazy(async () => ({ default: (await import('../status-change/StatusHistory.tsx')).StatusHistory }))

const groupCrumb = ({ id, name }: NonNullable<Sim['group']>): Crumb => ({
  words: name,
  link: { to: '/groups/$id', params: { id: String(id) } },
})

function SimPage({ sim }: { sim: Sim }) {
  const t = useText(simDetailText)
  const field = useText(fieldText)
  const [dialog, setDialog] = useState<SimDialog>(null)
  const otas = useRecentOtas(sim)
  const current = useMemo(() => currentOtas(sim, otas.data?.data ?? []), [sim, otas.data])
  const { pathname } = useLocation()
  const tab = tabs.find((name) => pathname.endsWith(`/${name}`)) ?? 'overview'
  const mayReadChanges = useMay('LOGS_SYSTEM_LOG')
  const params = { id: String(sim.id), cid: sim.iccid }
  const { group } = sim
  const plain = (name: string, value: string | null) => ({
    name,
    value: value === null ? <None /> : <Copyable value={value} name={name} />,
  })
  return (
    <Page
      title={sim.device_alias ?? sim.iccid}
      crumbs={[{ words: t.simList, link: { to: '/' } }, ...(group ? [groupCrumb(group)] : [])]}
      beside={
        <>
          <ConnectionNow sim={sim} pill />
          <SimStatusText status={sim.status} />
        </>
      }
      actions={
        <>
          <SimNeighbours simId={sim.id} />
          <SimActions sim={sim} current={current} onDialog={setDialog} />
        </>
      }
    >
      <IdentityStrip
        facts={[
          {
            name: 'ICCID',
            value: (
              <Copyable value={sim.iccid} name="ICCID">
                <Iccid value={sim.iccid} grouped />
              </Copyable>
            ),
          },
          plain('IMSI', sim.imsi),
          plain('MSISDN', sim.msisdn),
          plain('IMEI', sim.imei),
          { name: t.poller, value: sim.poller_version ?? <None /> },
          { name: field.last_poll, value: <Time at={sim.last_poll} relative /> },
        ]}
      />
      <PageTabs
        label={t.tabs}
        tabs={[
          { words: t.overview, link: { to: '/sims/$id/$cid', params }, active: tab === 'overview' },
          {
            words: 'OTA',
            count: otas.data && formatNumber(otas.data.totalItems),
            link: { to: '/sims/$id/$cid/ota', params },
            active: tab === 'ota',
          },
          { words: t.sessions, link: { to: '/sims/$id/$cid/sessions', params }, active: tab === 'sessions' },
          { words: t.location, link: { to: '/sims/$id/$cid/location', params }, active: tab === 'location' },
          { words: t.timeline, link: { to: '/sims/$id/$cid/timeline', params }, active: tab === 'timeline' },
          ...(mayReadChanges
            ? [{ words: t.changes, link: { to: '/sims/$id/$cid/history', params }, active: tab === 'history' } as const]
            : []),
        ]}
      />
      {tab === 'overview' && (
        <SimOverview
          sim={sim}
          current={current}
          logs={otas.data?.data ?? []}
          loading={otas.isPending || (otas.isFetching && current.length < currentProgress(sim).length)}
          error={otas.error}
          onRetry={() => void otas.refetch()}
          onDialog={setDialog}
        />
      )}
      {tab === 'ota' && <SimOtaTab sim={sim} />}
      {tab === 'sessions' && <SimSessionsTab sim={sim} logs={otas.data?.data ?? []} />}
      {tab === 'location' && (
        <Suspense fallback={<Lines widths={[420, 360]} />}>
          <SimLocations sim={sim} />
        </Suspense>
      )}
      {tab === 'timeline' && (
        <Suspense fallback={<Lines widths={[420, 360]} />}>
          <SimTimeline sim={sim} />
        </Suspense>
      )}
      {tab === 'history' && mayReadChanges && (
        <>
          <Suspense fallback={<Lines widths={[420, 360]} />}>
            <StatusHistory simId={sim.id} />
            {sim.cm_platform !== 'none' && <DataLog sim={sim} />}
          </Suspense>
          <p className={css.note}>{t.changesNote}</p>
          <Suspense fallback={<Lines widths={[420, 360]} />}>
            <ChangeHistory subject={`sim:${sim.id}`} />
          </Suspense>
        </>
      )}
      <RemoveDialog sim={sim} opened={dialog === 'remove'} onClose={() => setDialog(null)} />
      <CancelDialog sim={sim} current={current} opened={dialog === 'cancel'} onClose={() => setDialog(null)} />
      <EditDialogs sim={sim} dialog={dialog} onClose={() => setDialog(null)} />
    </Page>
  )
}
