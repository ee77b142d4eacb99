import { TextInput } from '@mantine/core'
import type { Feature } from '@simdeck/contract/features.ts'
import { getMailSettings } from '@simdeck/contract/mail.ts'
import { choicesIn, notificationTopicNames, notificationTopics } from '@simdeck/contract/notification-choices.ts'
import type { NotificationChoices } from '@simdeck/contract/notification-choices.ts'
import { notificationCategories } from '@simdeck/contract/notifications.ts'
import type { NotificationCategory } from '@simdeck/contract/notifications.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { toastFailure } from '../../session/api/failure.ts'
import { queryOf } from '../../session/api/query.ts'
import { saveSettings } from '../../session/api/save-settings.ts'
import { useSettings } from '../../session/settings.ts'
import { useMay, useMe } from '../../session/use-me.ts'
import { SaveBar } from '../../settings/SaveBar.tsx'
import { settingsText } from '../../settings/settings-text.ts'
import { useLeaveGuard } from '../../ui/feedback/leave-guard.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { useApplication } from '../../ui/frame/application.ts'
import { Columns, Section } from '../../ui/frame/Page.tsx'
import { useText } from '../../ui/words/text.ts'
import { browserZone, useZone } from '../../ui/words/zone.ts'
import personalCss from '../personal.module.css'
import { PersonalFrame } from '../PersonalFrame.tsx'
import css from './choices.module.css'
import { categoryText, choicesText } from './choices-text.ts'
import { isQuietComplete, QuietFields } from './QuietFields.tsx'
import { TopicRow } from './TopicRow.tsx'

/** The feature without which a tab of the bell has no notifications. */
const featureOf: Partial<Record<NotificationCategory, Feature>> = { ota: 'ota', iotsafe: 'iot-safe' }

/** Screen of the user's choices of notifications, in the bell and by mail. */
export function NotificationChoicesPage() {
  const t = useText(choicesText)
  const shared = useText(settingsText)
  const categories = useText(categoryText)
  const me = useMe()
  const mayNot = !useMay('SETTING_LANGUAGE_DATETIME')
  const mayApprove = useMay('OTA_CREATE')
  const maySign = useMay('IOTSAFE_CERTIFICATES_UPDATE')
  const features = useApplication((application) => application.features)
  const exists = (category: NotificationCategory): boolean => {
    const feature = featureOf[category]
    return feature === undefined || features.includes(feature)
  }
  const zone = useZone() ?? browserZone()
  const stored = useSettings((settings) => settings.values.user_notifications)
  const saved = { ...choicesIn(stored), zone }
  const [draft, setDraft] = useState<NotificationChoices | null>(null)
  const [busy, setBusy] = useState(false)
  const { data: server } = useQuery(queryOf(getMailSettings, {}))
  const choices = draft ?? saved
  const changed = draft !== null && JSON.stringify(draft) !== JSON.stringify(saved)
  const guard = useLeaveGuard(changed)
  const shown = notificationTopicNames.filter(
    (topic) =>
      (topic !== 'approvals' || mayApprove) && (topic !== 'certificateApprovals' || maySign) && exists(notificationTopics[topic].category),
  )

  async function save(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    if (choices.digestAt === '' || !isQuietComplete(choices)) return
    setBusy(true)
    try {
      await saveSettings([{ key: 'user_notifications', value: JSON.stringify({ ...choices, zone }) }])
      setDraft(null)
      toast.success(shared.saved)
    } catch (error) {
      toastFailure(shared.notSaved, error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <PersonalFrame open="/personal/setting/notifications">
      <form className={personalCss.form} noValidate onSubmit={(event) => void save(event)}>
        {mayNot && (
          <section className={personalCss.section}>
            <Note>{shared.mayNot}</Note>
          </section>
        )}
        <Columns
          rail={
            <Section title={t.mails}>
              <div className={personalCss.fields}>
                <p className={personalCss.words}>{me.email}</p>
                {server?.source === 'none' && <Note>{t.noServer}</Note>}
                <TextInput
                  type="time"
                  label={t.digestAt}
                  description={t.digestWords(zone)}
                  value={choices.digestAt}
                  error={choices.digestAt === '' ? t.timeMissing : null}
                  disabled={mayNot}
                  onChange={(event) => setDraft({ ...choices, digestAt: event.currentTarget.value })}
                />
                <QuietFields choices={choices} zone={zone} disabled={mayNot} onChange={setDraft} />
              </div>
            </Section>
          }
        >
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">{t.topic}</th>
                <th scope="col">{t.bell}</th>
                <th scope="col">{t.mail}</th>
              </tr>
            </thead>
            {notificationCategories.map((category) => {
              const topics = shown.filter((topic) => notificationTopics[topic].category === category)
              return (
                topics.length > 0 && (
                  <tbody key={category}>
                    <tr>
                      <th scope="rowgroup" colSpan={3} className={css.category}>
                        {categories[category]}
                      </th>
                    </tr>
                    {topics.map((topic) => (
                      <TopicRow key={topic} topic={topic} choices={choices} disabled={mayNot} onChange={setDraft} />
                    ))}
                  </tbody>
                )
              )
            })}
          </table>
        </Columns>
        <SaveBar changed={changed} busy={busy} onDiscard={() => setDraft(null)} />
        {guard}
      </form>
    </PersonalFrame>
  )
}
