import { TextInput } from '@mantine/core'
import { defaultApplicationName } from '@simdeck/contract/init.ts'
import { applicationNameMaxLength } from '@simdeck/contract/settings.ts'
import { useEffect, useRef, useState } from 'react'
import type { SubmitEvent } from 'react'
import { toastFailure } from '../../session/api/failure.ts'
import { saveSettings } from '../../session/api/save-settings.ts'
import { useSettings } from '../../session/settings.ts'
import { TextButton } from '../../ui/form/Button.tsx'
import { WithAside } from '../../ui/form/Fields.tsx'
import { useLeaveGuard } from '../../ui/feedback/leave-guard.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { useText } from '../../ui/words/text.ts'
import { useThemeStore } from '../../ui/theme/theme-store.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { LogoField } from './LogoField.tsx'
import { SaveBar } from '../SaveBar.tsx'
import css from '../settings.module.css'
import { settingsText, themeText } from '../settings-text.ts'
import { changesOf, errorsOf, isNameTooLong, savedForm } from './theme-draft.ts'
import type { ThemeErrors, ThemeForm as Form } from './theme-draft.ts'
import { ThemeChoice } from './ThemeChoice.tsx'

/**
 * Form of theme, logo and application name. Untouched fields follow the changes of other members. Touched fields stay until they
 * are saved or discarded.
 */
export function ThemeForm() {
  const t = useText(themeText)
  const shared = useText(settingsText)
  const saved = savedForm(useSettings((settings) => settings.values))
  const { appearance, setAppearance, setPreview } = useThemeStore()
  const [draft, setDraft] = useState<Partial<Form>>({})
  const [errors, setErrors] = useState<ThemeErrors>({})
  const [busy, setBusy] = useState(false)
  const [readingLogo, setReadingLogo] = useState(false)
  const nameInput = useRef<HTMLInputElement>(null)
  const form = { ...saved, ...draft }
  const changes = changesOf(draft, saved)
  const changed = changes.length > 0
  const guard = useLeaveGuard(changed)

  useEffect(() => setPreview(draft.theme ?? null), [draft.theme, setPreview])
  useEffect(() => () => setPreview(null), [setPreview])

  const change = (next: Partial<Form>): void => {
    setDraft((before) => ({ ...before, ...next }))
    const [field] = Object.keys(next) as (keyof Form)[]
    if (field) setErrors((before) => ({ ...before, [field]: undefined }))
  }
  const restart = (): void => {
    setDraft({})
    setErrors({})
  }
  const nameError = isNameTooLong(form.name) ? t.nameLong(applicationNameMaxLength) : errors.name

  async function save(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    if (isNameTooLong(form.name)) return nameInput.current?.focus()
    if (!changed || readingLogo) return
    setBusy(true)
    try {
      await saveSettings(changes)
      restart()
      toast.success(shared.saved)
    } catch (error) {
      setErrors(errorsOf(error, changes))
      toastFailure(shared.notSaved, error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className={css.form} noValidate onSubmit={(event) => void save(event)}>
      <section className={css.section}>
        <h2>{t.theme}</h2>
        <p className={css.note}>{t.themeWords}</p>
        {appearance !== 'company' && (
          <div className={css.warning}>
            <Note tone="started" end={<TextButton onClick={() => setAppearance('company')}>{t.unfix}</TextButton>}>
              {appearance === 'os' ? t.osFixed : t.fixed(t[appearance])}
            </Note>
          </div>
        )}
        <ThemeChoice value={form.theme} onChange={(theme) => change({ theme })} />
      </section>
      <section className={css.section}>
        <div className={css.pair}>
          <LogoField
            value={form.logo}
            name={form.name.trim() || defaultApplicationName}
            error={errors.logo}
            onChange={(logo) => change({ logo })}
            onReading={setReadingLogo}
          />
          <div className={css.narrow}>
            <WithAside aside={`${form.name.trim().length} / ${applicationNameMaxLength}`}>
              <TextInput
                ref={nameInput}
                label={t.name}
                description={t.nameWords}
                placeholder={defaultApplicationName}
                value={form.name}
                error={nameError}
                autoComplete="off"
                onChange={(event) => change({ name: event.currentTarget.value })}
              />
            </WithAside>
          </div>
        </div>
      </section>
      <span className={css.grow} />
      <SaveBar changed={changed} busy={busy || readingLogo} onDiscard={restart} />
      {guard}
    </form>
  )
}
