import { Checkbox } from '@mantine/core'
import { inBell, mailOf, notificationMails, notificationTopics } from '@simdeck/contract/notification-choices.ts'
import type { NotificationChoices, NotificationTopic } from '@simdeck/contract/notification-choices.ts'
import { Segments } from '../../ui/value/Bits.tsx'
import { useText } from '../../ui/words/text.ts'
import css from './choices.module.css'
import { choicesText, mailText, topicText } from './choices-text.ts'

interface TopicRowProps {
  topic: NotificationTopic
  choices: NotificationChoices
  disabled: boolean
  onChange: (choices: NotificationChoices) => void
}

/** Row of a topic: the choice for the bell and for mails. */
export function TopicRow({ topic, choices, disabled, onChange }: TopicRowProps) {
  const t = useText(choicesText)
  const mails = useText(mailText)
  const name = useText(topicText)[topic]
  const isFixed = 'fixed' in notificationTopics[topic]
  const mail = mailOf(choices, topic)
  return (
    <tr>
      <th scope="row" className={css.topic}>
        {name}
        {isFixed && <span className={css.fixed}>{t.fixed}</span>}
      </th>
      <td className={css.bell}>
        <span className={css.phoneWords} aria-hidden>
          {t.bell}
        </span>
        <Checkbox
          aria-label={t.inBell(name)}
          checked={inBell(choices, topic)}
          disabled={disabled || isFixed}
          onChange={(event) => onChange({ ...choices, bell: { ...choices.bell, [topic]: event.currentTarget.checked } })}
        />
      </td>
      <td className={css.mail}>
        {disabled || isFixed ? (
          mails[mail]
        ) : (
          <Segments
            label={t.byMail(name)}
            value={mail}
            options={notificationMails.map((value) => ({ value, words: mails[value] }))}
            onChange={(value) => onChange({ ...choices, mail: { ...choices.mail, [topic]: value } })}
          />
        )}
      </td>
    </tr>
  )
}
