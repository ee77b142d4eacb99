import { PasswordInput, TextInput } from '@mantine/core'
import { defaultQuestionsPerHour, maxQuestionsPerHour } from '@simdeck/contract/content-questions.ts'
import { defaultNewPollerMinutes, maxNewPollerMinutes } from '@simdeck/contract/poller-update.ts'
import { defaultSilentIntervals, maxSilentIntervals } from '@simdeck/contract/silence.ts'
import { defaultOnlineTermMinutes } from '@simdeck/contract/sims.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { saveSettings } from '../../session/api/save-settings.ts'
import { useSettings } from '../../session/settings.ts'
import { useLeaveGuard } from '../../ui/feedback/leave-guard.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { digitsIn, formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { SaveBar } from '../SaveBar.tsx'
import css from '../settings.module.css'
import { settingsText } from '../settings-text.ts'
import { simSettingsText } from './sim-settings-text.ts'

const keys = {
  term: 'system_config_sim_online_term',
  silent: 'system_config_sim_silent_intervals',
  count: 'system_config_sim_display_location_nums_key',
  poller: 'system_ota_new_poller_minutes',
  questions: 'system_ota_inventories_per_hour',
  key: 'system_config_google_maps_api_key',
} as const
type Name = keyof typeof keys
const names = Object.keys(keys) as Name[]

/** A number may be typed in full-width digits. */
const valueOf = (name: Name, typed: string): string => (name === 'key' ? typed.trim() : (digitsIn(typed) ?? typed.trim()))
const wholeUpTo = (most: number) => (value: string) => /^[1-9]\d{0,5}$/.test(value) && Number(value) <= most
/** The rules of `contract/src/settings.ts`, whose import would make the first screen larger. */
const rules: Record<Name, (value: string) => boolean> = {
  term: wholeUpTo(100_000),
  silent: wholeUpTo(maxSilentIntervals),
  count: wholeUpTo(10),
  poller: wholeUpTo(maxNewPollerMinutes),
  questions: (value) => value === '0' || wholeUpTo(maxQuestionsPerHour)(value),
  key: (value) => /^[\w-]{0,200}$/.test(value),
}
const isValid = (name: Name, typed: string): boolean => rules[name](valueOf(name, typed))

/** Form of the settings of SIMs. Only changed settings are saved. */
export function SimSettingsForm() {
  const t = useText(simSettingsText)
  const shared = useText(settingsText)
  const term = useSettings(({ onlineTermMinutes }) => String(onlineTermMinutes))
  const silent = useSettings(({ silentIntervals }) => String(silentIntervals))
  const count = useSettings(({ displayedLocations }) => String(displayedLocations))
  const poller = useSettings(({ values }) => values.system_ota_new_poller_minutes ?? String(defaultNewPollerMinutes))
  const questions = useSettings(({ values }) => values.system_ota_inventories_per_hour ?? String(defaultQuestionsPerHour))
  const key = useSettings(({ values }) => values.system_config_google_maps_api_key ?? '')
  const saved = { term, silent, count, poller, questions, key }
  const form = useForm({
    saved,
    check: (values) => ({
      term: !isValid('term', values.term) && t.termWrong,
      silent: !isValid('silent', values.silent) && t.silentWrong,
      count: !isValid('count', values.count) && t.countWrong,
      poller: !isValid('poller', values.poller) && t.pollerWrong,
      questions: !isValid('questions', values.questions) && t.questionsWrong,
      key: !isValid('key', values.key) && t.keyWrong,
    }),
    send: async (values) => {
      const changes = names
        .map((name) => ({ name, value: valueOf(name, values[name]) }))
        .filter(({ name, value }) => value !== saved[name])
        .map(({ name, value }) => ({ key: keys[name], value }))
      if (changes.length > 0) await saveSettings(changes)
      toast.success(shared.saved)
    },
    failed: (error) => toastFailure(shared.notSaved, error),
  })
  const guard = useLeaveGuard(form.changed)
  const number = { inputMode: 'numeric', autoComplete: 'off', maxLength: 8, w: 320 } as const
  return (
    <form className={css.form} {...form.props}>
      <section className={css.section}>
        <h2>{t.connection}</h2>
        <p className={css.note}>{t.connectionWords}</p>
        <div className={css.fields}>
          <TextInput label={t.term} description={t.termWords(formatNumber(defaultOnlineTermMinutes))} {...number} {...form.text('term')} />
          <TextInput label={t.silent} description={t.silentWords(defaultSilentIntervals)} {...number} {...form.text('silent')} />
        </div>
      </section>
      <section className={css.section}>
        <h2>{t.location}</h2>
        <p className={css.note}>{t.locationWords}</p>
        <div className={css.fields}>
          <TextInput label={t.count} description={t.countWords} {...number} {...form.text('count')} />
        </div>
      </section>
      <section className={css.section}>
        <h2>{t.pollers}</h2>
        <p className={css.note}>{t.pollersWords}</p>
        <div className={css.fields}>
          <TextInput
            label={t.poller}
            description={t.pollerWords(formatNumber(maxNewPollerMinutes), defaultNewPollerMinutes)}
            {...number}
            {...form.text('poller')}
          />
        </div>
      </section>
      <section className={css.section}>
        <h2>{t.content}</h2>
        <p className={css.note}>{t.contentWords}</p>
        <div className={css.fields}>
          <TextInput
            label={t.questions}
            description={t.questionsWords(formatNumber(maxQuestionsPerHour), formatNumber(defaultQuestionsPerHour))}
            {...number}
            {...form.text('questions')}
          />
        </div>
      </section>
      <section className={css.section}>
        <h2>{t.maps}</h2>
        <p className={css.note}>{t.mapsWords}</p>
        <div className={css.fields}>
          <PasswordInput
            label={t.key}
            description={t.keyWords}
            autoComplete="off"
            data-1p-ignore
            spellCheck={false}
            maxLength={250}
            w="100%"
            maw={420}
            {...form.text('key')}
          />
        </div>
      </section>
      <span className={css.grow} />
      <SaveBar changed={form.changed} busy={form.busy} onDiscard={form.restart} />
      {guard}
    </form>
  )
}
