import { flags, simFieldIs, simFields, simFieldsWith, simFilterOf } from '@simdeck/contract/sim-fields.ts'
import type { SimFieldName, SimFields, SimFieldsWith } from '@simdeck/contract/sim-fields.ts'
import { connectionFilters, connectionOfFilter } from '@simdeck/contract/sims.ts'
import { noTags } from '@simdeck/contract/tag-keys.ts'
import { lazy } from 'react'
import type { ReactNode } from 'react'
import { ChoiceEditor } from '../../ui/filter/FilterBar.tsx'
import type { Filter } from '../../ui/filter/FilterBar.tsx'
import { ConnectionText, SimStatusText, StatusText } from '../../ui/value/StatusText.tsx'
import { useLanguage } from '../../ui/words/language.ts'
import { useText } from '../../ui/words/text.ts'
import { useZone } from '../../ui/words/zone.ts'
import { fieldText, valueWords } from '../field-words.ts'
import type { SimSearch } from '../list/sim-list-query.ts'
import { text } from '../list/sim-list-text.ts'
import { filterForms } from './filter-forms.tsx'
import { negatedIn } from './not.ts'
import { silenceWords } from '../list/silence-words.ts'
import type { PasteNumbers } from './notes/use-pasted-numbers.ts'

const SilentEditor = lazy(async () => ({ default: (await import('./editors/SilentEditor.tsx')).SilentEditor }))
const PastedChip = lazy(async () => ({ default: (await import('./notes/PastedChip.tsx')).PastedChip }))
const PastedWords = lazy(async () => ({ default: (await import('./notes/PastedChip.tsx')).PastedWords }))
const AreaWords = lazy(async () => ({ default: (await import('./notes/PastedChip.tsx')).AreaWords }))
const GroupEditor = lazy(async () => ({ default: (await import('./editors/GroupEditor.tsx')).GroupEditor }))
const GroupNames = lazy(async () => ({ default: (await import('./editors/GroupEditor.tsx')).GroupNames }))

/** The filters that a user needs first, in the order of the menu. The others follow in the order of the fields. */
const order = [
  'selection',
  'search',
  'status',
  'connection',
  'last_poll',
  'silent',
  'group',
  'tags',
  'quarantined',
  'has_keys',
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
  'imei_changed',
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
export function useSimFilters(search: SimSearch, paste: PasteNumbers): Filter[] {
  useZone()
  const language = useLanguage()
  const t = useText(text)
  const field = useText(fieldText)
  const { choice, texts, whole, part, numbers, between, reversible } = filterForms(search, t, paste)
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
    if (simFieldIs(name, { filter: 'flag' }))
      return choice({ id: name, name: field[name], options: flags, label: (value) => valueWords(name, value, language) })
    if (simFieldIs(name, { filter: 'number' })) return numbers(name, field[name])
    if (simFieldIs(name, { filter: 'period' })) return between(simFilterOf(name), name === 'updated_at' ? t.modified : field[name])
    if (simFieldIs(name, { filter: 'version' })) return texts(simFilterOf(name), field[name], (version) => version)
    return simFieldIs(name, { filter: 'whole' }) ? whole(simFilterOf(name), field[name]) : null
  }

  const silent = (filters.silent ?? '').split(',').filter((one) => one !== '')
  const pasted = (selection: string): Filter => ({
    id: 'selection',
    name: t.pasted,
    value: <PastedChip selection={selection} />,
    onRemove: () => setFilter('selection', null),
    editor: () => <PastedWords />,
  })
  const area = (value: string): Filter => {
    const words = <AreaWords area={value} />
    return { id: 'area', name: field.latitude, value: words, onRemove: () => setFilter('area', null), editor: () => words }
  }
  const own: readonly Filter[] = [
    choice({
      id: 'connection',
      name: field.connection,
      options: connectionFilters,
      label: (value) => valueWords('connection', value, language),
      words: (value) => <ConnectionText connection={connectionOfFilter[value]} />,
    }),
    reversible('silent', t.silent, silent.length > 0 ? silent.map((one) => silenceWords(one, t)).join(', ') : null, (apply, close) => (
      <SilentEditor value={silent} onApply={apply} close={close} />
    )),
    reversible('quarantined', t.quarantined, filters.quarantined === undefined ? null : t.quarantinedNow, (apply, close) => (
      <ChoiceEditor
        options={[{ value: 'true', words: t.quarantinedNow }]}
        value={filters.quarantined === undefined ? [] : ['true']}
        onApply={(next) => apply(next.join())}
        close={close}
      />
    )),
    reversible('group', field.group, filters.group === undefined ? null : <GroupNames ids={filters.group} />, (apply, close) => (
      <GroupEditor value={filters.group ?? ''} filters={filters} onApply={apply} close={close} />
    )),
    texts('tags', field.tags, (tag) => tag, { value: noTags, words: t.noTags }),
    texts('applet', t.appletOrPoller, t.partOf),
    part('device_alias', field.device_alias),
    numbers('id', field.id),
    // The search has its own field. Only the address can negate it, and then this chip shows that.
    ...(negatedIn(filters).includes('search') ? [part('search', t.searched)] : []),
    ...(filters.area === undefined ? [] : [area(filters.area)]),
    ...(filters.selection === undefined ? [] : [pasted(filters.selection)]),
  ]
  const ofFields = simFieldsWith({}).flatMap((name) => filterOf(name) ?? [])
  return [...own, ...ofFields].toSorted((one, other) => rankOf(one) - rankOf(other))
}
