import type { OtaStatus } from '@simdeck/contract/ota-progress.ts'
import { IconUpload } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { Segments } from '../ui/value/Bits.tsx'
import { Button } from '../ui/form/Button.tsx'
import { CardLines } from '../ui/table/CardLines.tsx'
import { Iccid } from '../ui/value/Copyable.tsx'
import { DataTable } from '../ui/table/DataTable.tsx'
import type { Column } from '../ui/table/DataTable.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { ChoiceEditor, FilterBar } from '../ui/filter/FilterBar.tsx'
import { ListBar } from '../ui/filter/ListBar.tsx'
import { useLiveRows } from '../ui/table/live-rows.ts'
import { Pager } from '../ui/table/Pager.tsx'
import { usePageSize, usePersisted, useTableView } from '../ui/table/persisted.ts'
import { noSelection } from '../ui/table/selection.ts'
import type { Selection } from '../ui/table/selection.ts'
import { SignalBars } from '../ui/value/SignalBars.tsx'
import { ConnectionText, SimStatusText, StatusText } from '../ui/value/StatusText.tsx'
import type { Connection } from '../ui/value/StatusText.tsx'
import { useText } from '../ui/words/text.ts'
import { RelativeTime, Time } from '../ui/value/Time.tsx'
import { ViewMenu } from '../ui/filter/ViewMenu.tsx'
import { text } from './text.tsx'

interface KitSim {
  id: string
  alias: string
  iccid: string
  connection: Connection
  rsrp: number | null
  poller: OtaStatus
  applet: OtaStatus
  lastPoll: number
}
const aliases = [
  '自販機-札幌-0142',
  '検針器-横浜-2210',
  '充電スタンド-仙台-0203',
  '水位計-広島-0056',
  'トラック-名古屋-0031',
  'エレベーター-大阪-0415',
  '監視カメラ-福岡-0087',
  'デジタルサイネージ-渋谷-0340',
]
const statuses: readonly OtaStatus[] = ['Started', 'Succeeded', 'Succeeded', 'Interrupted', 'Ready', 'Failed', 'Blocked', 'NotFound']
const start = Date.now()
const sims = Array.from({ length: 20 }, (_, index): KitSim => ({
  id: String(index),
  alias: aliases[index % aliases.length] ?? '',
  iccid: `89811000234514${String(20176 + index * 77)}`,
  connection: index === 0 ? 2 : index % 5 === 4 ? 0 : 1,
  rsrp: index === 7 ? null : -72 - ((index * 13) % 55),
  poller: index === 0 ? 'Started' : 'Succeeded',
  applet: statuses[(index + 1) % statuses.length] ?? 'Ready',
  lastPoll: start - index * index * 70_000,
}))
type State = 'full' | 'loading' | 'none' | 'broken' | 'stale'

export function KitList() {
  const t = useText(text)
  const [state, setState] = useState<State>('full')
  const [page, setPage] = useState(1)
  const [selection, setSelection] = useState<Selection>(noSelection)
  const [search, setSearch] = useState('')
  const [platforms, setPlatforms] = useState<readonly string[]>(['jasper'])
  const pageSize = usePageSize('sim')
  const sort = usePersisted((state) => state.sort.sim ?? null)
  const { setPageSize, setSort } = usePersisted.getState()
  const view = useTableView('sim')
  const { live, mark } = useLiveRows()
  useEffect(() => {
    const timer = setInterval(() => mark('0'), 3000)
    return () => clearInterval(timer)
  }, [mark])
  const columns = useMemo(
    (): Column<KitSim>[] => [
      { id: 'alias', header: t.alias, cell: (sim) => <a href="#list">{sim.alias}</a>, sortable: true, clipAt: 212 },
      { id: 'iccid', header: 'ICCID', cell: (sim) => <Iccid value={sim.iccid} />, sortable: true, group: 'id', skeleton: 130 },
      { id: 'connection', header: t.connection, cell: (sim) => <ConnectionText connection={sim.connection} />, group: 'id' },
      { id: 'rsrp', header: t.signalDbm, cell: (sim) => <SignalBars rsrpDbm={sim.rsrp} />, group: 'id', sortable: true },
      { id: 'poller', header: t.poller, cell: () => '1.4.2', group: 'poller', skeleton: 32 },
      {
        id: 'pollerStatus',
        header: t.status,
        menuName: t.pollerStatus,
        cell: (sim) => <StatusText status={sim.poller} percent={62} />,
        group: 'poller',
      },
      { id: 'applet', header: t.applet, cell: () => 'Telemetry', group: 'applet' },
      { id: 'version', header: t.version, cell: () => '2.4.0', group: 'applet', skeleton: 32 },
      {
        id: 'appletStatus',
        header: t.status,
        menuName: t.appletStatus,
        cell: (sim) => <StatusText status={sim.applet} percent={18} />,
        group: 'applet',
      },
      { id: 'status', header: t.simStatus, cell: () => <SimStatusText status="ACTIVATED" />, group: 'sim' },
      {
        id: 'lastPoll',
        header: t.lastPoll,
        cell: (sim) => <Time at={sim.lastPoll} relative="aligned" />,
        group: 'sim',
        align: 'end',
        sortable: true,
        skeleton: 150,
      },
    ],
    [t],
  )
  const rows = state === 'loading' ? undefined : state === 'none' || state === 'broken' ? [] : sims
  const pageIds = sims.map((sim) => sim.id)
  return (
    <>
      <FilterBar
        search={{ value: search, placeholder: t.placeholder, onChange: setSearch }}
        onClear={() => {
          setSearch('')
          setPlatforms([])
        }}
        filters={[
          {
            id: 'platform',
            name: t.platform,
            value: platforms.length ? platforms.join(', ') : null,
            onRemove: () => setPlatforms([]),
            editor: (close) => (
              <ChoiceEditor
                options={['jasper', 'ntt'].map((value) => ({ value, words: value }))}
                value={platforms}
                onApply={setPlatforms}
                close={close}
              />
            ),
          },
          {
            id: 'connection',
            name: t.connection,
            value: null,
            onRemove: () => setPlatforms([]),
            editor: (close) => (
              <ChoiceEditor
                options={[{ value: 'on', words: <ConnectionText connection={1} /> }]}
                value={[]}
                onApply={() => setPage(1)}
                close={close}
              />
            ),
          },
        ]}
        end={
          <Segments
            label={t.states}
            value={state}
            options={(['full', 'loading', 'none', 'broken', 'stale'] as const).map((value) => ({ value, words: t[value] }))}
            onChange={setState}
          />
        }
      />
      <ListBar
        matching={12482}
        total={48210}
        selection={selection}
        pageIds={pageIds}
        onSelect={setSelection}
        onSelectMatching={() => setSelection({ kind: 'frozen', id: 1, total: 12482 })}
        bulkActions={
          <Button variant="primary" size="sm">
            {t.bulk}
          </Button>
        }
        end={<ViewMenu list="sim" columns={columns} />}
      />
      <DataTable
        label={t.simList}
        columns={columns}
        rows={rows}
        rowId={(sim) => sim.id}
        rowName={(sim) => sim.alias}
        error={state === 'broken' || state === 'stale' ? t.serverDown : null}
        onRetry={() => setState('full')}
        sort={sort}
        onSort={(next) => setSort('sim', next)}
        selection={selection}
        onSelect={setSelection}
        live={live}
        view={view}
        empty={
          <EmptyState
            title={t.empty}
            actions={
              <Button variant="primary" icon={<IconUpload size={16} />}>
                {t.import}
              </Button>
            }
          >
            {t.emptyWords}
          </EmptyState>
        }
        card={(sim) => (
          <CardLines
            name={<a href="#list">{sim.alias}</a>}
            end={<ConnectionText connection={sim.connection} />}
            second={[sim.iccid, <SimStatusText key="s" status="ACTIVATED" />, <RelativeTime key="t" at={sim.lastPoll} />]}
            parts={[
              {
                name: t.poller,
                value: (
                  <>
                    1.4.2 <StatusText status={sim.poller} percent={62} />
                  </>
                ),
              },
              {
                name: 'Telemetry',
                value: (
                  <>
                    2.4.0 <StatusText status={sim.applet} percent={18} />
                  </>
                ),
              },
            ]}
            partsEnd={<SignalBars rsrpDbm={sim.rsrp} />}
          />
        )}
      />
      <Pager page={page} pageSize={pageSize} total={12482} onPage={setPage} onPageSize={(size) => setPageSize('sim', size)} />
    </>
  )
}
