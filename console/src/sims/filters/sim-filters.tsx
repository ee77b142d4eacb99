import { simFieldIs, simFields, simFieldsWith, simFilterOf } from '@simdeck/contract/sim-fields.ts'
import type { SimFieldName, SimFields, SimFieldsWith } from '@simdeck/contract/sim-fields.ts'
import { connectionFilters, silences } from '@simdeck/contract/sims.ts'
import { lazy } from 'react'
import type { ReactNode } from 'react'
import type { Filter } from '../../ui/filter/FilterBar.tsx'
import { ConnectionText, SimStatusText, StatusText } from '../../ui/value/StatusText.tsx'
import { useLanguage } from '../../ui/words/language.ts'
import { useText } from '../../ui/words/text.ts'
import { useZone } from '../../ui/words/zone.ts'
import { fieldText, valueWords } from '../field-words.ts'
import type { SimSearch } from '../list/sim-list-query.ts'
import { text } from '../list/sim-list-text.ts'
import { filterForms } from './filter-forms.tsx'

const GroupEditor = lazy(async () => ({ default: (await import('./GroupEditor.tsx')).GroupEditor }))
const GroupNames = lazy(async () => ({ default: (await import('./GroupEditor.tsx')).GroupNames }))

const connectionOf = { on: 1, off: 0, ota: 2 } as const
const silenceWords = { '1h': 'silent1h', '24h': 'silent24h', '3d': 'silent3d', '7d': 'silent7d', never: 'neverHeard' } as const

/** The filters that a user needs first, in the order of the menu. The others follow in the order of the fields. */
const order = [
  'status',
  'connection',
  'last_poll',
  'silent',
  'group',
  'status_poller',
  'poller_version',
  'status_other_applet',
  'applet',
  'applet_version',
  'device_alias',
  'iccid',
  'imsi',
  'msisdn',
  'imei',
  'external_device_id',
  'cm_platform',
  'operator',
  'type',
  'modified',
  'id',
]
const rankOf = ({ id }: Filter): number => (order.includes(id) ? order.indexOf(id) : order.length)

type ChoiceField = SimFieldsWith<{ filter: 'choice' }>
type Choice<Name extends ChoiceField> = SimFields[Name]['choices'][number]

/** Choices that the editor shows as the list does. */
const choiceLooks: { [Name in ChoiceField]?: (value: Choice<Name>) => ReactNode } = {
  status: (value) => <SimStatusText status={value} />,
  status_poller: (value) => <StatusText status={value} />,
  status_other_applet: (value) => <StatusText status={value} />,
}

/** Filters of the SIM list, as chips that change the address. */
export function useSimFilters(search: SimSearch): Filter[] {
  useZone()
  const language = useLanguage()
  const t = useText(text)
  const field = useText(fieldText)
  const { choice, free, numbers, between } = filterForms(search, t)
  const { filters, setFilter } = search

  const choiceOf = <Name extends ChoiceField>(name: Name): Filter =>
    choice<Choice<Name>>({
      id: simFilterOf<ChoiceField>(name),
      name: field[name],
      options: simFields[name].choices,
      label: (value) => valueWords(name, value, language),
      words: choiceLooks[name],
    })

  function filterOf(name: SimFieldName): Filter | null {
    if (simFieldIs(name, { filter: 'choice' })) return choiceOf(name)
    if (simFieldIs(name, { filter: 'number' })) return numbers(name, field[name])
    if (simFieldIs(name, { filter: 'period' })) return between(simFilterOf(name), name === 'updated_at' ? t.modified : field[name])
    const isFree = simFieldIs(name, { filter: 'whole' }) || simFieldIs(name, { filter: 'version' })
    return isFree ? free(simFilterOf(name), field[name]) : null
  }

  const own: readonly Filter[] = [
    choice({
      id: 'connection',
      name: field.connection,
      options: connectionFilters,
      label: (value) => valueWords('connection', value, language),
      words: (value) => <ConnectionText connection={connectionOf[value]} />,
    }),
    choice({ id: 'silent', name: t.silent, options: silences, label: (value) => t[silenceWords[value]] }),
    {
      id: 'group',
      name: field.group,
      value: filters.group === undefined ? null : <GroupNames ids={filters.group} />,
      onRemove: () => setFilter('group', null),
      editor: (close) => <GroupEditor value={filters.group ?? ''} onApply={(next) => setFilter('group', next || null)} close={close} />,
    },
    free('applet', t.appletOrPoller),
    free('device_alias', field.device_alias),
    numbers('id', field.id),
  ]
  const ofFields = simFieldsWith({}).flatMap((name) => filterOf(name) ?? [])
  return [...own, ...ofFields].toSorted((one, other) => rankOf(one) - rankOf(other))
}
