import { otaStatuses } from '@simdeck/contract/ota-progress.ts'
import { cmPlatforms, connectionFilters, operators, simStatuses, simTypes } from '@simdeck/contract/sims.ts'
import type { ReactNode } from 'react'
import { ChoiceEditor, TextEditor } from '../ui/FilterBar.tsx'
import type { Filter } from '../ui/FilterBar.tsx'
import { ConnectionText, connectionText, otaStatusText, SimStatusText, simStatusLabel, StatusText } from '../ui/StatusText.tsx'
import { useText } from '../ui/text.ts'
import { useZone } from '../ui/zone.ts'
import type { DateRange } from '../ui/date-range.ts'
import { DateRangeEditor, dateRangeText, dateRangeWords } from '../ui/DateRangeEditor.tsx'
import { text } from './sim-list-text.ts'
import type { SimFilterName, SimSearch } from './sim-list-query.ts'

const connectionOf = { on: 1, off: 0, ota: 2 } as const

interface Choice<Value extends string> {
  id: SimFilterName
  name: string
  options: readonly Value[]
  label: (value: Value) => string
  /** How the editor shows it, when that is more than the label. */
  words?: (value: Value) => ReactNode
}

/** What a SIM list can be narrowed by, as chips over the address. */
export function useSimFilters({ filters, setFilter, setFilters }: SimSearch): Filter[] {
  useZone()
  const t = useText(text)
  const otaWords = useText(otaStatusText)
  const connectionWords = useText(connectionText)
  const rangeWords = useText(dateRangeText)
  const otherwise: Partial<Record<string, string>> = { other: t.other, none: t.none, ntt: 'NTT', jasper: 'Jasper' }

  function choice<Value extends string>({ id, name, options, label, words = label }: Choice<Value>): Filter {
    const value = (filters[id] ?? '').split(',')
    const chosen = options.filter((option) => value.includes(option))
    return {
      id,
      name,
      value: chosen.length > 0 ? chosen.map(label).join(', ') : null,
      onRemove: () => setFilter(id, null),
      editor: (close) => (
        <ChoiceEditor
          options={options.map((option) => ({ value: option, words: words(option) }))}
          value={chosen}
          onApply={(next) => setFilter(id, next.join(',') || null)}
          close={close}
        />
      ),
    }
  }

  function free(id: SimFilterName, name: string): Filter {
    return {
      id,
      name,
      value: filters[id] ?? null,
      onRemove: () => setFilter(id, null),
      editor: (close) => (
        <TextEditor label={name} value={filters[id] ?? ''} onApply={(next) => setFilter(id, next || null)} close={close} />
      ),
    }
  }

  const modified = { start: filters.modified_start ?? null, end: filters.modified_end ?? null }
  const setModified = ({ start, end }: DateRange): void => setFilters({ modified_start: start, modified_end: end })
  const otaStatus = (id: SimFilterName, name: string): Filter =>
    choice({ id, name, options: otaStatuses, label: (value) => otaWords[value], words: (value) => <StatusText status={value} /> })
  const platformWords = (value: string): string => otherwise[value] ?? value

  return [
    choice({
      id: 'status',
      name: t.simStatus,
      options: simStatuses,
      label: (value) => simStatusLabel[value],
      words: (value) => <SimStatusText status={value} />,
    }),
    choice({
      id: 'connection',
      name: t.connectionState,
      options: connectionFilters,
      label: (value) => connectionWords[value],
      words: (value) => <ConnectionText connection={connectionOf[value]} />,
    }),
    otaStatus('status_poller', t.pollerStatus),
    otaStatus('status_other_applet', t.appletStatus),
    free('applet', t.appletName),
    choice({ id: 'cm_platform', name: t.platform, options: cmPlatforms, label: platformWords }),
    choice({ id: 'operator', name: t.operator, options: operators, label: platformWords }),
    choice({ id: 'type', name: t.type, options: simTypes, label: (value) => value }),
    {
      id: 'modified',
      name: t.modified,
      value: dateRangeWords(modified, rangeWords),
      onRemove: () => setModified({ start: null, end: null }),
      editor: (close) => <DateRangeEditor value={modified} onApply={setModified} close={close} />,
    },
    free('external_device_id', t.externalId),
    free('id', t.simId),
  ]
}
