import type { Dashboard } from '@simdeck/contract/dashboard.ts'
import { Link } from '@tanstack/react-router'
import { authorOf, contentOf, nameOfAction, objectOf } from '../logs/system/action-row.ts'
import { Section } from '../ui/frame/Page.tsx'
import { dayOf, formatDay, formatHourMinute, formatUtc, momentsOfDay, useNow } from '../ui/words/clock.ts'
import { useLanguage } from '../ui/words/language.ts'
import { useText } from '../ui/words/text.ts'
import { useZone } from '../ui/words/zone.ts'
import { overviewText } from './overview-text.ts'
import css from './overview.module.css'

type Change = NonNullable<Dashboard['changes']>[number]
const dayMs = 86_400_000

/** The last changes by other members, each with a link to its record in the system log. */
export function Changes({ changes }: { changes: readonly Change[] }) {
  useZone()
  const t = useText(overviewText)
  const now = useNow()
  const { first, last } = momentsOfDay(dayOf(Date.parse(momentsOfDay(dayOf(now)).first) - dayMs / 2))
  return (
    <Section
      title={t.changes}
      end={
        <>
          <Link to="/logs/system-log" search={{ created_start: first, created_end: last }}>
            {t.yesterday}
          </Link>
          <Link to="/logs/system-log">{t.all}</Link>
        </>
      }
    >
      {changes.length === 0 ? (
        <p className={css.quiet}>{t.noChanges}</p>
      ) : (
        <ul className={css.changes}>
          {changes.map((change) => (
            <ChangeRow key={change.id} change={change} isToday={dayOf(change.request_at) === dayOf(now)} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function ChangeRow({ change, isToday }: { change: Change; isToday: boolean }) {
  const language = useLanguage()
  const [object, action] = [objectOf(change, language), nameOfAction(change, language)]
  const content = change.changes.length > 0 || object === null ? contentOf(change, language) : action
  const title = object ?? action
  return (
    <li>
      <time dateTime={change.request_at} title={formatUtc(change.request_at)}>
        {isToday ? formatHourMinute(change.request_at) : formatDay(change.request_at).slice(0, 5)}
      </time>
      <span className={css.change}>
        <Link to="/logs/system-log" search={{ row: String(change.id) }} title={title}>
          <bdi>{title}</bdi>
        </Link>
        {content !== null && content !== title && <bdi title={content}>{content}</bdi>}
      </span>
      <bdi className={css.by} title={change.request_by}>
        {authorOf(change)}
      </bdi>
    </li>
  )
}
