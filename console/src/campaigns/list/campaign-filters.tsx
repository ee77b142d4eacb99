import { campaignActions, campaignSortFields } from '@simdeck/contract/campaign-list.ts'
import { otaKind } from '@simdeck/contract/ota-kinds/kinds.ts'
import { useListSearch } from '../../session/address/list-search.ts'
import type { DateRange } from '../../ui/filter/date-range.ts'
import { DateRangeEditor, dateRangeText, dateRangeWords } from '../../ui/filter/DateRangeEditor.tsx'
import { ChoiceEditor, TextEditor } from '../../ui/filter/FilterBar.tsx'
import type { Filter } from '../../ui/filter/FilterBar.tsx'
import { OneChoiceEditor } from '../../ui/filter/OneChoiceEditor.tsx'
import { useLanguage } from '../../ui/words/language.ts'
import { useText } from '../../ui/words/text.ts'
import { useZone } from '../../ui/words/zone.ts'
import { rollbackWords } from '../action-name.ts'
import { campaignText } from '../campaign-text.ts'
import { campaignListText, filterStateWords, shownStates } from './list-text.ts'

const filterNames = [
  'search',
  'state',
  'action',
  'package',
  'packageDeleted',
  'createdBy',
  'created_start',
  'created_end',
  'archived',
] as const
type FilterName = (typeof filterNames)[number]

const parts = (value: string): string[] => value.split(',')
const areAmong = (value: string, known: readonly string[]): boolean => parts(value).every((part) => known.includes(part))
const isMoment = (value: string): boolean => /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(value) && !Number.isNaN(Date.parse(value))

function valid(name: FilterName, value: string): boolean {
  if (name === 'state') return areAmong(value, shownStates)
  if (name === 'action') return areAmong(value, campaignActions)
  if (name === 'archived' || name === 'packageDeleted') return value === 'true'
  if (name === 'created_start' || name === 'created_end') return isMoment(value)
  return value.length <= 100
}

/** State of the campaign list in the address: filters, sort and page. */
export const useCampaignSearch = () => useListSearch({ list: 'otaLog', filters: filterNames, sortable: campaignSortFields, valid })
type CampaignSearch = ReturnType<typeof useCampaignSearch>
/** Filters that apply to the list and to the archive. */
export type CampaignNarrowing = Omit<CampaignSearch['filters'], 'archived' | 'packageDeleted'> & { packageDeleted?: 'true' }

export function narrowingOf(filters: CampaignSearch['filters']): CampaignNarrowing {
  const { archived: _, packageDeleted, ...others } = filters
  return packageDeleted === undefined ? others : { ...others, packageDeleted: 'true' }
}

/** Filters of the campaign list besides the search. */
export function useCampaignFilters({ filters, setFilter, setFilters }: CampaignSearch): Filter[] {
  useZone()
  const t = useText(campaignText)
  const words = useText(campaignListText)
  const language = useLanguage()
  const rangeWords = useText(dateRangeText)

  function choice<Value extends string>(id: FilterName, name: string, values: readonly Value[], words: (value: Value) => string): Filter {
    const chosen = values.filter((value) => parts(filters[id] ?? '').includes(value))
    return {
      id,
      name,
      value: chosen.length > 0 ? chosen.map(words).join(', ') : null,
      onRemove: () => setFilter(id, null),
      editor: (close) => (
        <ChoiceEditor
          options={values.map((value) => ({ value, words: words(value) }))}
          value={chosen}
          onApply={(next) => setFilter(id, next.length > 0 ? next.join(',') : null)}
          close={close}
        />
      ),
    }
  }
  const text = (id: 'package' | 'createdBy', name: string): Filter => ({
    id,
    name,
    value: filters[id] ?? null,
    onRemove: () => setFilter(id, null),
    editor: (close) => (
      <TextEditor label={name} value={filters[id] ?? ''} onApply={(next) => setFilter(id, next.slice(0, 100) || null)} close={close} />
    ),
  })
  const created = { start: filters.created_start ?? null, end: filters.created_end ?? null }
  const setCreated = ({ start, end }: DateRange): void => setFilters({ created_start: start, created_end: end })
  return [
    choice('state', t.state, shownStates, (state) => filterStateWords[state][language]),
    choice(
      'action',
      t.action,
      campaignActions,
      (action) => (action === 'rollback' ? rollbackWords : otaKind(action).words.action)[language],
    ),
    text('package', t.package),
    {
      id: 'packageDeleted',
      name: words.packageState,
      value: filters.packageDeleted ? t.packageDeleted : null,
      onRemove: () => setFilter('packageDeleted', null),
      editor: (close) => (
        <OneChoiceEditor
          options={[{ value: 'true', words: t.packageDeleted }]}
          value={filters.packageDeleted ?? null}
          onApply={(next) => setFilter('packageDeleted', next)}
          close={close}
        />
      ),
    },
    text('createdBy', t.createdBy),
    {
      id: 'created',
      name: t.created,
      value: dateRangeWords(created, rangeWords),
      onRemove: () => setCreated({ start: null, end: null }),
      editor: (close) => <DateRangeEditor value={created} onApply={setCreated} close={close} />,
    },
  ]
}
