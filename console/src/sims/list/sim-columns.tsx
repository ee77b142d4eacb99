import type { Language } from '@simdeck/contract/languages.ts'
import type { Progress } from '@simdeck/contract/ota-progress.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { Iccid } from '../../ui/value/Copyable.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { None } from '../../ui/value/None.tsx'
import { formatBytes, formatNumber } from '../../ui/words/numbers.ts'
import type { TableView } from '../../ui/table/persisted.ts'
import { SignalBars } from '../../ui/value/SignalBars.tsx'
import { SimStatusText } from '../../ui/value/StatusText.tsx'
import { textIn, useText } from '../../ui/words/text.ts'
import { Time } from '../../ui/value/Time.tsx'
import { ConnectionNow } from '../status/ConnectionNow.tsx'
import { ImeiStatus } from '../status/ImeiStatus.tsx'
import { ProgressStatus } from '../status/ProgressStatus.tsx'
import { columnText } from './sim-column-text.ts'
import { SimLink } from './SimLink.tsx'

/** Columns visible by default: those of the specification (§3), with ICCID, signal and last poll. */
const shownAtFirst = [
  'device_alias',
  'iccid',
  'connection',
  'rsrp',
  'poller_version',
  'status_poller',
  'other_applet_name',
  'other_applet_version',
  'status_other_applet',
  'status',
  'last_poll',
]

const words = (value: string | number | null): ReactNode => value ?? <None />
const amount = (value: number | null): ReactNode => (value === null ? <None /> : formatNumber(value))
const named = (value: string | null): ReactNode => (value === null ? <None /> : <span title={value}>{value}</span>)
const progressOf = (progress: Progress | null): ReactNode => <ProgressStatus status={progress?.status ?? null} progress={progress} />

type Words = ReturnType<typeof useText<typeof columnText>>
type Plain = Omit<Column<Sim>, 'group' | 'section'>

/** All columns in the order of the view menu; ids are the server's names for sorting. */
function columnsOf(t: Words): readonly Column<Sim>[] {
  const platforms: Record<string, string> = { ntt: 'NTT', jasper: 'Jasper', other: t.other, none: t.none }
  const plain = (id: string, header: string, cell: (sim: Sim) => ReactNode, more: Partial<Plain> = {}): Plain => ({
    id,
    header,
    cell,
    ...more,
  })
  const part = (section: string, group: string, columns: readonly Plain[]): Column<Sim>[] =>
    columns.map((column) => ({ ...column, section, group }))
  const applet = (of: 'poller' | 'other_applet', name: string): Plain[] => {
    const act = (kind: 'install' | 'uninstall', said: string): Plain[] => [
      {
        id: `${of}_${kind}_name`,
        header: t.actNameOf(name, said),
        cell: (sim) => named(sim[`${of}_${kind}_name`]),
        clipAt: 180,
      },
      {
        id: `${of}_${kind}_version`,
        header: t.actVersionOf(name, said),
        cell: (sim) => words(sim[`${of}_${kind}_version`]),
        skeleton: 32,
      },
      {
        id: `${of}_${kind}_progress`,
        header: t.progressOf(name, said),
        cell: (sim) => progressOf(sim[of][`${kind}_progress`]),
      },
    ]
    return [...act('install', t.installing), ...act('uninstall', t.uninstalling)]
  }

  return [
    { id: 'device_alias', header: t.deviceAlias, cell: (sim) => <SimLink sim={sim} />, sortable: true, clipAt: 212 },
    ...part(t.identity, 'id', [
      plain('iccid', 'ICCID', (sim) => <Iccid value={sim.iccid} />, { sortable: true, skeleton: 138 }),
      plain('imsi', 'IMSI', (sim) => words(sim.imsi), { sortable: true, skeleton: 112 }),
      plain('msisdn', 'MSISDN', (sim) => words(sim.msisdn), { sortable: true, skeleton: 96 }),
      plain('imei', 'IMEI', (sim) => words(sim.imei), { sortable: true, skeleton: 112 }),
      plain('imei_status', t.imeiStatus, (sim) => <ImeiStatus status={sim.imei_status} />),
      plain('external_device_id', t.externalId, (sim) => named(sim.external_device_id), { sortable: true, clipAt: 180 }),
      plain('id', t.simId, (sim) => sim.id, { align: 'end', skeleton: 40 }),
    ]),
    ...part(t.network, 'id', [
      plain('connection', t.connection, (sim) => <ConnectionNow sim={sim} />, {
        menuName: t.connectionState,
        sortable: true,
        skeleton: 48,
      }),
      plain('rsrp', t.signal, (sim) => <SignalBars rsrpDbm={sim.rsrp} />, { menuName: t.signalMenu, sortable: true, skeleton: 60 }),
      plain('rsrq', 'RSRQ dB', (sim) => amount(sim.rsrq), { align: 'end', skeleton: 32 }),
      plain('mcc', 'MCC', (sim) => words(sim.mcc), { skeleton: 24 }),
      plain('mnc', 'MNC', (sim) => words(sim.mnc), { skeleton: 24 }),
      plain('lac', 'LAC', (sim) => words(sim.lac), { align: 'end', skeleton: 40 }),
      plain('cell_id', t.cellId, (sim) => words(sim.cell_id), { align: 'end', skeleton: 64 }),
      plain('cid', 'CID', (sim) => words(sim.cid), { align: 'end', skeleton: 64 }),
      plain('accuracy', t.accuracy, (sim) => amount(sim.accuracy), { align: 'end', skeleton: 32 }),
    ]),
    ...part(t.poller, 'poller', [
      plain('poller_version', t.poller, (sim) => words(sim.poller_version), { menuName: t.pollerVersion, sortable: true, skeleton: 32 }),
      plain('status_poller', t.pollerStatus, (sim) => <ProgressStatus status={sim.status_poller} progress={sim.poller.ota_progress} />, {
        sortable: true,
      }),
      plain('poller_name', t.pollerName, (sim) => named(sim.poller_name), { clipAt: 180 }),
      plain('has_standby_poller', t.standbyPoller, (sim) => (sim.has_standby_poller ? t.present : t.absent), { skeleton: 32 }),
      ...applet('poller', t.poller),
    ]),
    ...part(t.applet, 'applet', [
      plain('other_applet_name', t.applet, (sim) => named(sim.other_applet_name), { menuName: t.appletName, sortable: true, clipAt: 180 }),
      plain('other_applet_version', t.version, (sim) => words(sim.other_applet_version), {
        menuName: t.appletVersion,
        sortable: true,
        skeleton: 32,
      }),
      plain(
        'status_other_applet',
        t.appletStatus,
        (sim) => <ProgressStatus status={sim.status_other_applet} progress={sim.other_applet.ota_progress} />,
        { sortable: true },
      ),
      ...applet('other_applet', t.applet),
      { id: 'store_data_progress', header: 'STORE DATA', cell: (sim) => progressOf(sim.other_applet.store_data_progress) },
      { id: 'rfm_progress', header: 'RFM', cell: (sim) => progressOf(sim.other_applet.rfm_progress) },
    ]),
    ...part('SIM', 'sim', [
      plain('status', t.simStatus, (sim) => <SimStatusText status={sim.status} />, { sortable: true, skeleton: 84 }),
      plain('last_poll', t.lastPoll, (sim) => <Time at={sim.last_poll} relative="aligned" />, {
        sortable: true,
        align: 'end',
        skeleton: 172,
      }),
      plain('group', t.group, (sim) => named(sim.group?.name ?? null), { clipAt: 180 }),
      plain('operator', t.operator, (sim) => platforms[sim.operator], { skeleton: 40 }),
      plain('cm_platform', t.platform, (sim) => platforms[sim.cm_platform], { skeleton: 40 }),
      plain('type', t.type, (sim) => sim.type, { skeleton: 40 }),
      plain('has_keys', t.keys, (sim) => (sim.has_keys ? t.registered : t.notRegistered), { skeleton: 48 }),
      plain('scp03_level', t.level, (sim) => words(sim.scp03_level), { skeleton: 24 }),
      plain('free_memory', t.freeMemory, (sim) => (sim.free_memory === null ? <None /> : formatBytes(sim.free_memory)), {
        align: 'end',
        skeleton: 48,
      }),
      plain('created_at', t.createdAt, (sim) => <Time at={sim.created_at} />, { sortable: true, align: 'end', skeleton: 112 }),
      plain('updated_at', t.updatedAt, (sim) => <Time at={sim.updated_at} />, { sortable: true, align: 'end', skeleton: 112 }),
    ]),
  ]
}

export function useSimColumns(): readonly Column<Sim>[] {
  const t = useText(columnText)
  return useMemo(() => columnsOf(t), [t])
}

/** All columns in the given language. */
export const simColumnsIn = (language: Language): readonly Column<Sim>[] => columnsOf(textIn(columnText, language))

export const simColumnIds: readonly string[] = simColumnsIn('ja').map(({ id }) => id)

/** Default view of the list. */
export const initialView: TableView = { order: [], hidden: simColumnIds.filter((id) => !shownAtFirst.includes(id)), density: 'default' }
