import { TextInput } from '@mantine/core'
import { alertRuleContent, isBeyond, recoversApart } from '@simdeck/contract/alerts.ts'
import type { AlertRule } from '@simdeck/contract/alerts.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { useMay } from '../../session/use-me.ts'
import { useLeaveGuard } from '../../ui/feedback/leave-guard.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Columns, Section } from '../../ui/frame/Page.tsx'
import { useLanguage } from '../../ui/words/language.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { useZone } from '../../ui/words/zone.ts'
import { refreshAlerts } from '../alert-query.ts'
import { amountWords, figureOf, minutesWords } from '../condition-words.ts'
import { editorText } from './editor-text.ts'
import { PastWeek } from './PastWeek.tsx'
import { Preview } from './Preview.tsx'
import { RecipientFields } from './RecipientFields.tsx'
import { conditionOf, draftOf, inputOf, most, sourceOf, wholeIn } from './rule-draft.ts'
import type { RuleDraft } from './rule-draft.ts'
import { usePresentCount } from './use-present-count.ts'
import { WatchField } from './WatchField.tsx'
import { WhenFields } from './WhenFields.tsx'
import css from './editor.module.css'

/** Form of a rule. Beside it stand the firings that its condition would have had. */
export function RuleForm({ rule }: { rule: AlertRule | null }) {
  const t = useText(editorText)
  const zone = useZone()
  const may = useMay('SIM_UPDATE')
  const navigate = useNavigate()
  const number = (typed: string, limit: number): string | false => wholeIn(typed, limit) === null && t.numberWrong(formatNumber(limit))
  const form = useForm<RuleDraft>({
    saved: draftOf(rule),
    check: (draft) => {
      const condition = conditionOf(draft)
      return {
        name: draft.name.trim() === '' ? t.nameMissing : !alertRuleContent.name.safeParse(draft.name).success && t.nameLong,
        source: sourceOf(draft, rule) === null && t.viewMissing,
        threshold: number(draft.threshold, most.threshold),
        holdMinutes: number(draft.holdMinutes, most.minutes),
        recoverMinutes: number(draft.recoverMinutes, most.minutes),
        recoversAt:
          (draft.recoversAt.trim() !== '' && number(draft.recoversAt, most.threshold)) ||
          (condition !== null && !recoversApart(condition) && t.recoversWrong),
        repeatHours: draft.repeats && (wholeIn(draft.repeatHours, most.hours) ?? 0) < 1 && t.hoursWrong,
        recipients: draft.recipients.some(({ bell, mail }) => !bell && !mail) && t.noWay,
        to: draft.quiet && draft.from === draft.to && t.sameTime,
      }
    },
    send: async (draft) => {
      const body = inputOf(draft, rule, zone)
      const saved = rule
        ? await call(endpoints.updateAlertRule, { params: { id: rule.id }, body })
        : await call(endpoints.createAlertRule, { body })
      toast.success(t.saved(saved.name))
      await refreshAlerts()
      form.restart()
      if (!rule) void navigate({ to: '/alerts', ignoreBlocker: true })
    },
    failed: (error) => toastFailure(t.notSaved, error),
    fieldOf: {
      alertRuleExists: 'name',
      viewNotFound: 'source',
      alertSourceWrong: 'source',
      groupNotFound: 'source',
      userNotFound: 'recipients',
    },
  })
  const leaving = useLeaveGuard(form.changed && !form.busy)
  const source = sourceOf(form.values, rule)
  const count = usePresentCount(source, rule)
  return (
    <form {...form.props}>
      <Columns
        rail={
          <>
            <PastWeek rule={rule} draft={form.values} />
            <Preview rule={rule} draft={form.values} value={count.data?.value} />
          </>
        }
      >
        <fieldset disabled={!may} className={css.fields}>
          <Section title={t.name} note={t.nameLength}>
            <TextInput aria-label={t.name} className={css.wide} autoComplete="off" maxLength={100} {...form.text('name')} />
          </Section>
          <WatchField form={form} rule={rule} count={count} />
          <WhenFields form={form} rule={rule} />
          <RecipientFields form={form} />
        </fieldset>
      </Columns>
      <div className={css.bar}>
        <span role="status">
          {may ? <Outlook draft={form.values} rule={rule} value={count.data?.value} saves={rule === null || form.changed} /> : t.readOnly}
        </span>
        <Button disabled={!form.changed || form.busy} onClick={form.restart}>
          {t.discard}
        </Button>
        <Button type="submit" variant="primary" disabled={!may || (rule !== null && !form.changed)} busy={form.busy}>
          {t.save}
        </Button>
      </div>
      {leaving}
    </form>
  )
}

interface OutlookProps {
  draft: RuleDraft
  rule: AlertRule | null
  value: number | undefined
  /** True if there is something to save. */
  saves: boolean
}

/** The effect of the present number on the rule, if it is saved as it stands. */
function Outlook({ draft, rule, value, saves }: OutlookProps) {
  const t = useText(editorText)
  const language = useLanguage()
  const condition = conditionOf(draft)
  if (value === undefined || condition === null || sourceOf(draft, rule) === null) return null
  const now = amountWords(value, figureOf(sourceOf(draft, rule)), language)
  if (!saves || !isBeyond(condition, value)) return t.doesNotFire(now)
  return condition.holdMinutes === 0 ? t.firesAtOnce(now) : t.firesAfter(now, minutesWords(condition.holdMinutes, language))
}
