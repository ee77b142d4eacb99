import { Select } from '@mantine/core'
import { alertFigureNames } from '@simdeck/contract/alert-figures.ts'
import type { AlertRule } from '@simdeck/contract/alerts.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { failureText } from '../../session/api/failure.ts'
import { queryOf } from '../../session/api/query.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import type { Form } from '../../ui/form/use-form.ts'
import { Section } from '../../ui/frame/Page.tsx'
import { formatClock } from '../../ui/words/clock.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useLanguage } from '../../ui/words/language.ts'
import { useText } from '../../ui/words/text.ts'
import { figureText } from '../alert-text.ts'
import { amountWords, figureOf } from '../condition-words.ts'
import { editorText } from './editor-text.ts'
import { choiceOf, sourceOf } from './rule-draft.ts'
import type { RuleDraft } from './rule-draft.ts'
import type { usePresentCount } from './use-present-count.ts'
import css from './editor.module.css'

interface WatchFieldProps {
  form: Form<RuleDraft>
  rule: AlertRule | null
  count: ReturnType<typeof usePresentCount>
}

/** The choice of the watched view or figure, with its present number. */
export function WatchField({ form, rule, count }: WatchFieldProps) {
  const t = useText(editorText)
  const { data: views } = useQuery(queryOf(endpoints.listSimViews, {}))
  const language = useLanguage()
  const { source } = form.values
  const { data: gathered } = useQuery(queryOf(endpoints.listAlertFigures, {}))
  const figures = useText(figureText)
  const saved = rule ? choiceOf(rule.source) : null
  const isOthers = rule?.source.kind === 'view' && saved !== '' && views !== undefined && !views.some(({ id }) => `view:${id}` === saved)
  const ofViews = [
    ...(rule?.source.kind === 'filter' ? [{ value: 'now', label: t.presentFilters }] : []),
    ...(isOthers ? [{ value: saved!, label: rule?.sourceName ?? '' }] : []),
    ...(views ?? []).map(({ id, name, own, ownerName }) => ({ value: `view:${id}`, label: own ? name : t.viewOf(name, ownerName) })),
  ]
  // A saved figure that is not gathered at present stays in the list.
  const ofFigures = alertFigureNames
    .filter((name) => gathered?.some(({ figure }) => figure === name) || saved === `figure:${name}`)
    .map((name) => ({ value: `figure:${name}`, label: figures[name] }))
  const figure = ofFigures.find(({ value }) => value === source)
  const chosen = views?.find(({ id }) => `view:${id}` === source)
  const filter = chosen ? { ...chosen.search, view: String(chosen.id) } : (source === 'now' || source === saved) && rule?.filter
  return (
    <Section title={t.watches}>
      {rule?.keepsCopy && source === saved && <Note>{t.keepsCopy}</Note>}
      <div className={css.phrase}>
        <Select
          aria-label={t.watches}
          className={css.view}
          placeholder={t.chooseView}
          data={[
            { group: t.view, items: ofViews },
            { group: t.ofFigures, items: ofFigures },
          ]}
          value={source === '' ? null : source}
          onChange={(value) => form.set({ source: value ?? '' })}
          onBlur={() => form.leave('source')}
          error={form.error('source')}
          searchable
          allowDeselect={false}
        />
        {count.data && filter && (
          <span>
            <Link to="/" search={filter}>
              {t.openNow(formatNumber(count.data.value))}
            </Link>
            {count.data.asOf !== null && t.asOf(formatClock(count.data.asOf))}
          </span>
        )}
        {count.data && figure && (
          <span>{t.presentFigure(amountWords(count.data.value, figureOf(sourceOf(form.values, rule)), language))}</span>
        )}
        {views?.length === 0 && ofViews.length === 0 && source === '' && (
          <>
            <span className={css.note}>{t.noViews}</span>
            <Link to="/" search={{}}>
              {t.toList}
            </Link>
          </>
        )}
        {count.error && source !== '' && <span className={css.wrong}>{`${t.notCounted}: ${failureText(count.error)}`}</span>}
      </div>
    </Section>
  )
}
