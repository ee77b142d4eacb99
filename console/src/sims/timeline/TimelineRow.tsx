import type { TimelineEvent, TimelineKind } from '@simdeck/contract/sim-timeline.ts'
import {
  IconActivity,
  IconBell,
  IconCertificate,
  IconDeviceMobile,
  IconFolder,
  IconPencil,
  IconDeviceSim,
  IconTower,
  IconUpload,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { ClockTime } from '../../ui/value/Time.tsx'
import { useLanguage } from '../../ui/words/language.ts'
import { useText } from '../../ui/words/text.ts'
import { eventWords } from './event-words.ts'
import { timelineKindText } from './timeline-text.ts'
import css from './timeline.module.css'

const icons: Record<TimelineKind, ComponentType<{ size: number }>> = {
  status: IconDeviceSim,
  ota: IconUpload,
  iotsafe: IconCertificate,
  imei: IconDeviceMobile,
  group: IconFolder,
  change: IconPencil,
  notification: IconBell,
  carrier: IconTower,
  poll: IconActivity,
}

/** An event of a SIM: its time, kind, texts and author. */
export function TimelineRow({ event }: { event: TimelineEvent }) {
  const language = useLanguage()
  const kinds = useText(timelineKindText)
  const Icon = icons[event.kind]
  const { title, content, by, link } = eventWords(event, language)
  return (
    <li className={css.event} data-kind={event.kind}>
      <ClockTime at={event.at} />
      <span className={css.icon} role="img" aria-label={kinds[event.kind]}>
        <Icon size={16} />
      </span>
      <div className={css.what}>
        {link === null ? <b>{title}</b> : <a href={link}>{title}</a>}
        {content !== null && <bdi className={css.content}>{content}</bdi>}
      </div>
      {by !== null && <bdi className={css.by}>{by}</bdi>}
    </li>
  )
}
