import type { Language } from '@simdeck/contract/languages.ts'
import { simFieldIs, simFields } from '@simdeck/contract/sim-fields.ts'
import type { SimField, SimFieldName } from '@simdeck/contract/sim-fields.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import type { ReactNode } from 'react'
import type { Column } from '../../ui/table/DataTable.tsx'
import { Iccid } from '../../ui/value/Copyable.tsx'
import { None } from '../../ui/value/None.tsx'
import { SignalBars } from '../../ui/value/SignalBars.tsx'
import { SimStatusText } from '../../ui/value/StatusText.tsx'
import { Time } from '../../ui/value/Time.tsx'
import { formatBytes, formatNumber } from '../../ui/words/numbers.ts'
import { valueWords } from '../field-words.ts'
import { ConnectionNow } from '../status/ConnectionNow.tsx'
import { ImeiStatus } from '../status/ImeiStatus.tsx'
import { ProgressStatus } from '../status/ProgressStatus.tsx'
import { SimLink } from './SimLink.tsx'

export type SimCell = Pick<Column<Sim>, 'cell' | 'align' | 'clipAt' | 'skeleton'>

export const words = (value: string | number | null): ReactNode => value ?? <None />
export const named = (value: string | null): ReactNode => (value === null ? <None /> : <span title={value}>{value}</span>)

/** Cells of fields whose display differs from that of their type. */
const ownCells: { [Name in SimFieldName]?: SimCell } = {
  device_alias: { cell: (sim) => <SimLink sim={sim} />, clipAt: 212 },
  iccid: { cell: (sim) => <Iccid value={sim.iccid} />, skeleton: 138 },
  imei_status: { cell: (sim) => <ImeiStatus status={sim.imei_status} /> },
  id: { cell: (sim) => sim.id, align: 'end', skeleton: 40 },
  rsrp: { cell: (sim) => <SignalBars rsrpDbm={sim.rsrp} />, skeleton: 60 },
  mcc: { cell: (sim) => words(sim.mcc), skeleton: 24 },
  mnc: { cell: (sim) => words(sim.mnc), skeleton: 24 },
  lac: { cell: (sim) => words(sim.lac), align: 'end', skeleton: 40 },
  cell_id: { cell: (sim) => words(sim.cell_id), align: 'end', skeleton: 64 },
  cid: { cell: (sim) => words(sim.cid), align: 'end', skeleton: 64 },
  status_poller: { cell: (sim) => <ProgressStatus status={sim.status_poller} progress={sim.poller.ota_progress} /> },
  status_other_applet: { cell: (sim) => <ProgressStatus status={sim.status_other_applet} progress={sim.other_applet.ota_progress} /> },
  status: { cell: (sim) => <SimStatusText status={sim.status} />, skeleton: 84 },
  last_poll: { cell: (sim) => <Time at={sim.last_poll} relative="aligned" />, align: 'end', skeleton: 172 },
  free_memory: {
    cell: (sim) => (sim.free_memory === null ? <None /> : formatBytes(sim.free_memory)),
    align: 'end',
    skeleton: 48,
  },
}

/** Approximate widths of values that differ from the width of their type. */
const skeletons: { [Name in SimFieldName]?: number } = { msisdn: 96, has_standby_poller: 32, has_keys: 48, scp03_level: 24 }

const amount = (value: number | null): ReactNode => (value === null ? <None /> : formatNumber(value))

/** The cell of a field by its type. */
function plainCell(name: SimFieldName, language: Language): SimCell {
  const { pattern, max }: SimField = simFields[name]
  if (simFieldIs(name, { type: 'connection' })) return { cell: (sim) => <ConnectionNow sim={sim} />, skeleton: 48 }
  if (simFieldIs(name, { type: 'group' })) return { cell: (sim) => named(sim[name]?.name ?? null), clipAt: 180 }
  if (simFieldIs(name, { type: 'moment' })) return { cell: (sim) => <Time at={sim[name]} />, align: 'end', skeleton: 112 }
  if (simFieldIs(name, { type: 'number' })) return { cell: (sim) => amount(sim[name]), align: 'end', skeleton: 32 }
  if (name === 'tags') return { cell: (sim) => named(sim.tags.join(', ') || null), clipAt: 180 }
  if (!simFieldIs(name, { type: 'text' })) {
    return { cell: ({ [name]: value }) => (value === null ? <None /> : valueWords(name, value, language)), skeleton: 40 }
  }
  if (pattern) return { cell: (sim) => words(sim[name]), skeleton: 112 }
  return max === 20 ? { cell: (sim) => words(sim[name]), skeleton: 32 } : { cell: (sim) => named(sim[name]), clipAt: 180 }
}

export function cellOf(name: SimFieldName, language: Language): SimCell {
  const skeleton = skeletons[name]
  return ownCells[name] ?? { ...plainCell(name, language), ...(skeleton !== undefined && { skeleton }) }
}
