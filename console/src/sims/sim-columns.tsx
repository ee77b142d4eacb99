import type { Sim } from '@simdeck/contract/sims.ts'
import { useMemo } from 'react'
import { Iccid } from '../ui/Copyable.tsx'
import type { Column } from '../ui/DataTable.tsx'
import { None } from '../ui/None.tsx'
import type { TableView } from '../ui/persisted.ts'
import { SignalBars } from '../ui/SignalBars.tsx'
import { SimStatusText } from '../ui/StatusText.tsx'
import { useText } from '../ui/text.ts'
import { Time } from '../ui/Time.tsx'
import { ConnectionNow } from './ConnectionNow.tsx'
import { ProgressStatus } from './ProgressStatus.tsx'
import { text } from './sim-list-text.ts'
import { SimLink } from './SimLink.tsx'

/** Before the user arranges the list: the specification's default columns (§3), with ICCID, signal and last poll. */
export const initialView: TableView = { order: [], hidden: ['imsi', 'msisdn', 'imei', 'updated_at'], density: 'default' }

const words = (value: string | null) => value ?? <None />

/** The columns of a SIM list; ids are the server's names for sorting. */
export function useSimColumns(): readonly Column<Sim>[] {
  const t = useText(text)
  return useMemo(
    () => [
      { id: 'device_alias', header: t.deviceAlias, cell: (sim) => <SimLink sim={sim} />, sortable: true, clipAt: 212 },
      { id: 'iccid', header: 'ICCID', cell: (sim) => <Iccid value={sim.iccid} />, sortable: true, group: 'id', skeleton: 138 },
      {
        id: 'connection',
        header: t.connection,
        menuName: t.connectionState,
        cell: (sim) => <ConnectionNow sim={sim} />,
        sortable: true,
        group: 'id',
        skeleton: 48,
      },
      {
        id: 'rsrp',
        header: t.signal,
        menuName: t.signalMenu,
        cell: (sim) => <SignalBars rsrpDbm={sim.rsrp} />,
        sortable: true,
        group: 'id',
        skeleton: 60,
      },
      {
        id: 'poller_version',
        header: t.poller,
        cell: (sim) => words(sim.poller_version),
        sortable: true,
        group: 'poller',
        skeleton: 32,
      },
      {
        id: 'status_poller',
        header: t.status,
        menuName: t.pollerStatus,
        cell: (sim) => <ProgressStatus status={sim.status_poller} progress={sim.poller.ota_progress} />,
        sortable: true,
        group: 'poller',
      },
      {
        id: 'other_applet_name',
        header: t.applet,
        cell: (sim) => (sim.other_applet_name ? <span title={sim.other_applet_name}>{sim.other_applet_name}</span> : <None />),
        sortable: true,
        group: 'applet',
        clipAt: 180,
      },
      {
        id: 'other_applet_version',
        header: t.version,
        menuName: t.appletVersion,
        cell: (sim) => words(sim.other_applet_version),
        sortable: true,
        group: 'applet',
        skeleton: 32,
      },
      {
        id: 'status_other_applet',
        header: t.status,
        menuName: t.appletStatus,
        cell: (sim) => <ProgressStatus status={sim.status_other_applet} progress={sim.other_applet.ota_progress} />,
        sortable: true,
        group: 'applet',
      },
      {
        id: 'status',
        header: t.simStatus,
        cell: (sim) => <SimStatusText status={sim.status} />,
        sortable: true,
        group: 'sim',
        skeleton: 84,
      },
      {
        id: 'last_poll',
        header: t.lastPoll,
        cell: (sim) => <Time at={sim.last_poll} relative="aligned" />,
        sortable: true,
        group: 'sim',
        align: 'end',
        skeleton: 172,
      },
      { id: 'imsi', header: 'IMSI', cell: (sim) => words(sim.imsi), group: 'sim', skeleton: 112 },
      { id: 'msisdn', header: 'MSISDN', cell: (sim) => words(sim.msisdn), group: 'sim', skeleton: 96 },
      { id: 'imei', header: 'IMEI', cell: (sim) => words(sim.imei), group: 'sim', skeleton: 112 },
      {
        id: 'updated_at',
        header: t.updatedAt,
        cell: (sim) => <Time at={sim.updated_at} />,
        sortable: true,
        group: 'sim',
        align: 'end',
        skeleton: 112,
      },
    ],
    [t],
  )
}
