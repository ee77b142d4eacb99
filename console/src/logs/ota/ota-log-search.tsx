import { messageDirections } from '@simdeck/contract/traces.ts'
import { useListSearch } from '../../session/address/list-search.ts'
import type { Filter } from '../../ui/filter/FilterBar.tsx'
import { useText } from '../../ui/words/text.ts'
import { choiceFilter, isMoment, textFilter, useTimeFilter } from '../screen/filters.tsx'
import { messageCodes, useMessageName } from './message-name.ts'
import { otaLogText } from './ota-log-text.ts'

const filterNames = ['sessionId', 'iccid', 'code', 'direction', 'sw', 'created_start', 'created_end'] as const
type FilterName = (typeof filterNames)[number]

const forms: Partial<Record<FilterName, RegExp>> = { sessionId: /^[0-9a-f]{8}$/, iccid: /^\d{19,20}$/, sw: /^[0-9A-F]{4}$/ }
const choices: Partial<Record<FilterName, readonly string[]>> = { code: messageCodes, direction: messageDirections }

function valid(name: FilterName, value: string): boolean {
  if (name === 'created_start' || name === 'created_end') return isMoment(value)
  return choices[name]?.includes(value) ?? forms[name]?.test(value) ?? false
}

export const sessionDigits = 8
const separators = /[\s#-]/g

/** The digits of a session in a typed text, or of a part of it; longer than a session for a text that is none. */
export function sessionIn(typed: string): string {
  const text = typed.toLowerCase().replaceAll(separators, '')
  return /^[0-9a-f]*$/.test(text) ? text : text.padEnd(sessionDigits + 1)
}

/** The ICCID that was typed, with blanks as on the page of a SIM; null for another text. */
export function iccidIn(typed: string): string | null {
  const text = typed.replaceAll(separators, '')
  return valid('iccid', text) ? text : null
}

/** State of the raw OTA service log in the address. */
export const useOtaLogSearch = () =>
  useListSearch({ list: 'systemLog', filters: filterNames, sortable: ['at'], defaultSort: { column: 'at', direction: 'desc' }, valid })

/** Filters of the raw OTA service log besides the session. */
export function useOtaLogFilters(search: ReturnType<typeof useOtaLogSearch>): Filter[] {
  const t = useText(otaLogText)
  const nameOf = useMessageName()
  const time = useTimeFilter(search)
  const { filters, setFilter } = search
  const of = (id: FilterName, name: string) => ({ id, name, value: filters[id], onSet: (next: string | null) => setFilter(id, next) })
  const upper = (next: string | null): void => setFilter('sw', next?.toUpperCase() ?? null)
  return [
    time,
    textFilter({ ...of('iccid', t.iccid), problem: (typed) => (valid('iccid', typed.trim()) ? null : t.notAnIccid) }),
    choiceFilter({ ...of('code', t.message), values: messageCodes, words: (value) => nameOf(Number(value)) }),
    choiceFilter({ ...of('direction', t.direction), values: messageDirections, words: (value) => t[value as 'card' | 'server'] }),
    textFilter({
      ...of('sw', t.statusWord),
      onSet: upper,
      problem: (typed) => (valid('sw', typed.trim().toUpperCase()) ? null : t.notAWord),
    }),
  ]
}
