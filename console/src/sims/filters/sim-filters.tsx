import { otaStatuses } from '@simdeck/contract/ota-progress.ts'
import { shortened, simIdsIn, soughtIn, soughtProblem } from '@simdeck/contract/sim-search.ts'
import { simStatusLabel } from '@simdeck/contract/sim-value-words.ts'
import { cmPlatforms, operators, simStatuses, simTypes } from '@simdeck/contract/sim-values.ts'
import { connectionFilters, silences } from '@simdeck/contract/sims.ts'
import { lazy } from 'react'
import type { ReactNode } from 'react'
import { formatMoment } from '../../ui/words/clock.ts'
import type { DateRange } from '../../ui/filter/date-range.ts'
import { ChoiceEditor, TextEditor } from '../../ui/filter/FilterBar.tsx'
import type { Filter } from '../../ui/filter/FilterBar.tsx'
import { ConnectionText, connectionText, otaStatusText, SimStatusText, StatusText } from '../../ui/value/StatusText.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { useZone } from '../../ui/words/zone.ts'
import { columnText } from '../list/sim-column-text.ts'
import type { SimFilterName, SimSearch } from '../list/sim-list-query.ts'
import { text } from '../list/sim-list-text.ts'

const DateTimeRangeEditor = lazy(async () => ({ default: (await import('../../ui/filter/DateTimeRangeEditor.tsx')).DateTimeRangeEditor }))
const GroupEditor = lazy(async () => ({ default: (await import('./GroupEditor.tsx')).GroupEditor }))
const GroupNames = lazy(async () => ({ default: (await import('./GroupEditor.tsx')).GroupNames }))

const connectionOf = { on: 1, off: 0, ota: 2 } as const

const silenceWords = { '1h': 'silent1h', '24h': 'silent24h', '3d': 'silent3d', '7d': 'silent7d', never: 'neverHeard' } as const

type SearchWords = ReturnType<typeof useText<typeof text>>

/** Message for a text that cannot be searched; null if it can. */
export function problemWords(t: SearchWords, problem: ReturnType<typeof soughtProblem>): string | null {
  return problem === 'tooMany' ? t.tooMany : problem === 'tooLong' ? t.tooLong : null
}

const numbersIn = (value: string): readonly string[] => {
  const sought = soughtIn(value)
  return 'numbers' in sought ? sought.numbers : [value]
}
const listWords = (t: SearchWords, list: readonly string[], whole: string): string =>
  list.length > 1 ? t.severalNumbers(formatNumber(list.length)) : whole

interface Choice<Value extends string> {
  id: SimFilterName
  name: string
  options: readonly Value[]
  label: (value: Value) => string
  /** Rendering in the editor, if it is more than the label. */
  words?: (value: Value) => ReactNode
}

/** Filters of the SIM list, as chips that change the address. */
export function useSimFilters({ filters, setFilter, setFilters }: SimSearch): Filter[] {
  useZone()
  const t = useText(text)
  const column = useText(columnText)
  const otaWords = useText(otaStatusText)
  const connectionWords = useText(connectionText)
  const otherwise: Partial<Record<string, string>> = { other: column.other, none: column.none, ntt: 'NTT', jasper: 'Jasper' }

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

  /** Filter by a part of a number, or by several complete numbers. */
  function numbers(id: 'iccid' | 'imsi' | 'msisdn' | 'imei' | 'id', name: string): Filter {
    const value = filters[id]
    const problem = (typed: string): string | null =>
      id === 'id' ? (simIdsIn(typed) ? null : t.noSimId) : problemWords(t, soughtProblem(typed))
    const apply = (next: string): void => setFilter(id, (id === 'id' ? simIdsIn(next)?.join(',') : shortened(next)) || null)
    return {
      id,
      name,
      value: value === undefined ? null : listWords(t, id === 'id' ? value.split(',') : numbersIn(value), value),
      onRemove: () => setFilter(id, null),
      editor: (close) => (
        <TextEditor
          label={name}
          value={value?.replaceAll(',', ', ') ?? ''}
          placeholder={t.several}
          problem={problem}
          onApply={apply}
          close={close}
        />
      ),
    }
  }

  function between(of: 'modified' | 'last_poll', name: string): Filter {
    const value = { start: filters[`${of}_start`] ?? null, end: filters[`${of}_end`] ?? null }
    const set = ({ start, end }: DateRange): void => setFilters({ [`${of}_start`]: start, [`${of}_end`]: end })
    return {
      id: of,
      name,
      value: rangeWords(value),
      onRemove: () => set({ start: null, end: null }),
      editor: (close) => <DateTimeRangeEditor value={value} onApply={set} close={close} />,
    }
  }
  function rangeWords({ start, end }: DateRange): string | null {
    if (start !== null && end !== null) return t.between(formatMoment(start), formatMoment(end))
    if (start !== null) return t.since(formatMoment(start))
    return end === null ? null : t.until(formatMoment(end))
  }

  const otaStatus = (id: SimFilterName, name: string): Filter =>
    choice({ id, name, options: otaStatuses, label: (value) => otaWords[value], words: (value) => <StatusText status={value} /> })
  const platformWords = (value: string): string => otherwise[value] ?? value
  const groups = filters.group

  return [
    choice({
      id: 'status',
      name: column.simStatus,
      options: simStatuses,
      label: (value) => simStatusLabel[value],
      words: (value) => <SimStatusText status={value} />,
    }),
    choice({
      id: 'connection',
      name: column.connectionState,
      options: connectionFilters,
      label: (value) => connectionWords[value],
      words: (value) => <ConnectionText connection={connectionOf[value]} />,
    }),
    between('last_poll', column.lastPoll),
    choice({ id: 'silent', name: t.silent, options: silences, label: (value) => t[silenceWords[value]] }),
    {
      id: 'group',
      name: column.group,
      value: groups === undefined ? null : <GroupNames ids={groups} />,
      onRemove: () => setFilter('group', null),
      editor: (close) => <GroupEditor value={groups ?? ''} onApply={(next) => setFilter('group', next || null)} close={close} />,
    },
    otaStatus('status_poller', column.pollerStatus),
    free('poller_version', column.pollerVersion),
    otaStatus('status_other_applet', column.appletStatus),
    free('applet', t.appletOrPoller),
    free('applet_version', column.appletVersion),
    free('device_alias', column.deviceAlias),
    numbers('iccid', 'ICCID'),
    numbers('imsi', 'IMSI'),
    numbers('msisdn', 'MSISDN'),
    numbers('imei', 'IMEI'),
    free('external_device_id', column.externalId),
    choice({ id: 'cm_platform', name: column.platform, options: cmPlatforms, label: platformWords }),
    choice({ id: 'operator', name: column.operator, options: operators, label: platformWords }),
    choice({ id: 'type', name: column.type, options: simTypes, label: (value) => value }),
    between('modified', t.modified),
    numbers('id', column.simId),
  ]
}
