import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { OtaLog } from '@simdeck/contract/ota.ts'
import { kindOfAction } from '@simdeck/contract/ota-kinds/kinds.ts'
import { openOtaStatuses } from '@simdeck/contract/ota-progress.ts'
import type { SimCertificate } from '@simdeck/contract/sim-certificates.ts'
import type { SimFile } from '@simdeck/contract/sim-files.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { actionName } from '../../campaigns/action-name.ts'
import { queryOf } from '../../session/api/query.ts'
import { Section } from '../../ui/frame/Page.tsx'
import { Time } from '../../ui/value/Time.tsx'
import { formatDay, useNow } from '../../ui/words/clock.ts'
import { useLanguage } from '../../ui/words/language.ts'
import { useText } from '../../ui/words/text.ts'
import { useZone } from '../../ui/words/zone.ts'
import css from '../iot-safe.module.css'
import { type NextStep, nextSteps } from './next-steps.ts'
import { type PastEvent, pastEvents } from './past-events.ts'
import { simText } from './sim-text.ts'

const kinds: readonly (string | null)[] = ['certificate', 'safe-file', 'iot-safe']

/** The coming steps of the certificates and files of a SIM. */
export function ComingSteps({ certificates, logs }: { certificates: readonly SimCertificate[]; logs: readonly OtaLog[] }) {
  useZone()
  const t = useText(simText)
  const language = useLanguage()
  const now = useNow()
  const { data: templates } = useQuery(queryOf(endpoints.listIdentityTemplates, { query: { take: '100' } }))
  const steps = nextSteps(certificates, (id) => templates?.data.find((one) => one.id === id)?.delivery ?? null)
  const open = logs.filter(
    ({ progress }) => openOtaStatuses.includes(progress.status) && kinds.includes(kindOfAction(progress.action_type.type)),
  )
  const whenOf = ({ kind, at }: NextStep) => (kind === 'awaitsApproval' ? t.onApproval : at === null || at <= now ? t.soon : formatDay(at))
  return (
    <Section title={t.next}>
      {open.length + steps.length === 0 && <p className={css.note}>{t.nothingNext}</p>}
      <ul className={css.events}>
        {open.map((log) => (
          <li key={log.id}>
            <span>{t.nextPoll}</span>
            <Link to="/otas/campaigns/$id" params={{ id: String(log.campaign_id) }}>
              {actionName(log, language)}
            </Link>
          </li>
        ))}
        {steps.map((step) => (
          <li key={`${step.kind} ${step.certId}`}>
            <span>{whenOf(step)}</span>
            <bdi>{t[step.kind](step.label)}</bdi>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const shownEvents = 8

/** The last events of the certificates, the files and the objects of a SIM. */
export function PastEvents({
  sim: { id, iccid, readAt },
  certificates,
  files,
}: {
  sim: { id: number; iccid: string; readAt: string | null }
  certificates: readonly SimCertificate[]
  files: readonly SimFile[]
}) {
  const t = useText(simText)
  const events = pastEvents(certificates, files, readAt).slice(0, shownEvents)
  const wordsOf = ({ kind, label, by }: PastEvent): string =>
    kind === 'objectsRead' ? t.objectsRead : kind === 'signed' ? t.signed(label, by) : t[kind](label)
  return (
    <Section
      title={t.events}
      end={
        <Link to="/sims/$id/$cid/timeline" params={{ id: String(id), cid: iccid }}>
          {t.allEvents}
        </Link>
      }
    >
      {events.length === 0 && <p className={css.note}>{t.nothingYet}</p>}
      <ul className={css.events}>
        {events.map((event) => (
          <li key={`${event.kind} ${event.label} ${event.at}`}>
            <Time at={event.at} />
            <bdi>{wordsOf(event)}</bdi>
          </li>
        ))}
      </ul>
    </Section>
  )
}
