import type { Language } from '@simdeck/contract/languages.ts'
import type { Progress } from '@simdeck/contract/ota-progress.ts'
import { simFields, simFieldsWith } from '@simdeck/contract/sim-fields.ts'
import type { SimField, SimFieldName } from '@simdeck/contract/sim-fields.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { Column } from '../../ui/table/DataTable.tsx'
import type { TableView } from '../../ui/table/persisted.ts'
import { useLanguage } from '../../ui/words/language.ts'
import { textIn } from '../../ui/words/text.ts'
import { ProgressStatus } from '../status/ProgressStatus.tsx'
import { cellOf, named, words } from './sim-cells.tsx'
import { columnText } from './sim-column-text.ts'

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

type Plain = Omit<Column<Sim>, 'group' | 'section'>

const progressOf = (progress: Progress | null): ReactNode => <ProgressStatus status={progress?.status ?? null} progress={progress} />

function columnOf(name: SimFieldName, language: Language): Plain {
  const { words: full, head }: SimField = simFields[name]
  return {
    id: name,
    header: (head ?? full)[language],
    ...(head && { menuName: full[language] }),
    sortable: true,
    ...cellOf(name, language),
  }
}

/** Columns of the last install and uninstall of an applet. */
function actColumns(of: 'poller' | 'other_applet', language: Language): Plain[] {
  const t = textIn(columnText, language)
  const name = of === 'poller' ? t.poller : t.applet
  return (['install', 'uninstall'] as const).flatMap((act): Plain[] => [
    { id: `${of}_${act}_name`, header: t.actNameOf(name, t[act]), cell: (sim) => named(sim[`${of}_${act}_name`]), clipAt: 180 },
    { id: `${of}_${act}_version`, header: t.actVersionOf(name, t[act]), cell: (sim) => words(sim[`${of}_${act}_version`]), skeleton: 32 },
    { id: `${of}_${act}_progress`, header: t.progressOf(name, t[act]), cell: (sim) => progressOf(sim[of][`${act}_progress`]) },
  ])
}

/** All columns in the order of the view menu; ids are the server's names for sorting. */
export function simColumnsIn(language: Language): readonly Column<Sim>[] {
  const t = textIn(columnText, language)
  const fields = (section: SimField['section']): Plain[] => simFieldsWith({ section }).map((name) => columnOf(name, language))
  const part = (section: string, group: string, columns: readonly Plain[]): Column<Sim>[] =>
    columns.map((column) => ({ ...column, section, group }))
  return [
    ...fields('name'),
    ...part(t.identity, 'id', fields('identity')),
    ...part(t.network, 'id', fields('network')),
    ...part(t.poller, 'poller', [...fields('poller'), ...actColumns('poller', language)]),
    ...part(t.applet, 'applet', [
      ...fields('applet'),
      ...actColumns('other_applet', language),
      { id: 'store_data_progress', header: 'STORE DATA', cell: (sim) => progressOf(sim.other_applet.store_data_progress) },
      { id: 'rfm_progress', header: 'RFM', cell: (sim) => progressOf(sim.other_applet.rfm_progress) },
    ]),
    ...part('SIM', 'sim', fields('sim')),
  ]
}

export function useSimColumns(): readonly Column<Sim>[] {
  const language = useLanguage()
  return useMemo(() => simColumnsIn(language), [language])
}

export const simColumnIds: readonly string[] = simColumnsIn('ja').map(({ id }) => id)

/** Default view of the list. */
export const initialView: TableView = { order: [], hidden: simColumnIds.filter((id) => !shownAtFirst.includes(id)), density: 'default' }
