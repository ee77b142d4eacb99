import { useRef, useState } from 'react'
import type { SubmitEvent } from 'react'
import { TextInput } from '@mantine/core'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { call } from '../session/api/api.ts'
import { toastFailure } from '../session/api/failure.ts'
import { saveSettings } from '../session/api/save-settings.ts'
import { setSession } from '../session/session.ts'
import { useSettings } from '../session/settings.ts'
import { useMe } from '../session/use-me.ts'
import { useLanguage, useLanguageStore } from '../ui/words/language.ts'
import { useLeaveGuard } from '../ui/feedback/leave-guard.tsx'
import { textIn, useText } from '../ui/words/text.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { DisplayFields } from './DisplayFields.tsx'
import { StartScreenFields } from './StartScreenFields.tsx'
import { EmailChange } from './EmailChange.tsx'
import { personalChangesOf, savedPersonalForm } from './personal-draft.ts'
import type { PersonalForm } from './personal-draft.ts'
import { SaveBar } from '../settings/SaveBar.tsx'
import css from './personal.module.css'
import { settingsText } from '../settings/settings-text.ts'
import { personalText } from './personal-text.ts'
import { PersonalFrame } from './PersonalFrame.tsx'

const longestName = 100

/** Screen of the user's name, language and time zone. */
export function PersonalPage() {
  const t = useText(personalText)
  const shared = useText(settingsText)
  const me = useMe()
  const saved = savedPersonalForm(
    useSettings((settings) => settings.values),
    me.name,
    useLanguage(),
  )
  const [draft, setDraft] = useState<Partial<PersonalForm>>({})
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const nameInput = useRef<HTMLInputElement>(null)
  const zoneInput = useRef<HTMLInputElement>(null)
  const form = { ...saved, ...draft }
  const { name, settings } = personalChangesOf(form, saved)
  const changed = name !== null || settings.length > 0
  const guard = useLeaveGuard(changed)

  const given = form.name.trim()
  const nameError = given === '' ? t.nameMissing : given.length > longestName ? t.nameLong : null
  const zoneError = !form.automatic && form.zone === null ? t.zoneMissing : null
  const restart = (): void => {
    setDraft({})
    setTried(false)
  }

  async function save(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    setTried(true)
    if (nameError) return nameInput.current?.focus()
    if (zoneError) return zoneInput.current?.focus()
    setBusy(true)
    try {
      if (name !== null) setSession({ phase: 'signedIn', me: { ...me, ...(await call(endpoints.putMe, { body: { name } })) } })
      if (settings.length > 0) await saveSettings(settings)
      restart()
      // The save may have changed the language.
      toast.success(textIn(settingsText, useLanguageStore.getState().language).saved)
    } catch (error) {
      toastFailure(shared.notSaved, error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <PersonalFrame open="/personal/setting">
      <form className={css.form} noValidate onSubmit={(event) => void save(event)}>
        <section className={css.section}>
          <h2>{t.profile}</h2>
          <div className={css.fields}>
            <TextInput
              ref={nameInput}
              label={t.name}
              value={form.name}
              error={tried || 'name' in draft ? nameError : null}
              autoComplete="name"
              required
              onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
            />
            <EmailChange />
          </div>
        </section>
        <DisplayFields
          form={form}
          zoneError={tried ? zoneError : null}
          zoneInput={zoneInput}
          onChange={(next) => setDraft({ ...draft, ...next })}
        />
        <StartScreenFields value={form.startScreen} onChange={(startScreen) => setDraft({ ...draft, startScreen })} />
        <span className={css.grow} />
        <SaveBar changed={changed} busy={busy} onDiscard={restart} />
        {guard}
      </form>
    </PersonalFrame>
  )
}
