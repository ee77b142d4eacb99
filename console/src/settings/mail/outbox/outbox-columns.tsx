import type { OutboxMail } from '@simdeck/contract/mail.ts'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { DisabledReason } from '../../../ui/feedback/DisabledReason.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { CardLines } from '../../../ui/table/CardLines.tsx'
import type { Column } from '../../../ui/table/DataTable.tsx'
import { FailedGlyph, InterruptedGlyph, ReadyGlyph, SucceededGlyph } from '../../../ui/value/glyphs.tsx'
import type { Tone } from '../../../ui/value/glyphs.tsx'
import { None } from '../../../ui/value/None.tsx'
import { Status } from '../../../ui/value/StatusText.tsx'
import { useText } from '../../../ui/words/text.ts'
import { RelativeTime, Time } from '../../../ui/value/Time.tsx'
import { outboxText, smtpText } from '../mail-text.ts'
import css from '../mail.module.css'

interface OutboxActs {
  /** True if a mail server is configured. */
  configured: boolean
  onOpen: (mail: OutboxMail) => void
  onResend: (mail: OutboxMail) => void
}

const looks: Record<OutboxMail['state'], [tone: Tone, glyph: ReactNode]> = {
  queued: ['ready', <ReadyGlyph key="queued" />],
  sent: ['succeeded', <SucceededGlyph key="sent" />],
  failed: ['failed', <FailedGlyph key="failed" />],
  kept: ['interrupted', <InterruptedGlyph key="kept" />],
}

function MailState({ state }: { state: OutboxMail['state'] }) {
  const t = useText(outboxText)
  const [tone, glyph] = looks[state]
  return (
    <Status tone={tone} glyph={glyph} quiet={state === 'queued' || state === 'sent'}>
      {t[state]}
    </Status>
  )
}

function RowActs({ mail, configured, onOpen, onResend }: OutboxActs & { mail: OutboxMail }) {
  const t = useText(outboxText)
  const smtp = useText(smtpText)
  const unsent = mail.state === 'failed' || mail.state === 'kept'
  const noBody = mail.body !== null ? null : mail.state === 'sent' ? t.noBody : t.unreadable
  const noResend = !unsent ? t.onlyUnsent : configured ? null : smtp.testNone
  return (
    <span className={css.rowActs}>
      <DisabledReason reason={noBody}>
        <Button size="sm" disabled={noBody !== null} aria-label={t.openOf(mail.subject)} onClick={() => onOpen(mail)}>
          {t.open}
        </Button>
      </DisabledReason>
      <DisabledReason reason={noResend}>
        <Button size="sm" disabled={noResend !== null} aria-label={t.resendOf(mail.subject)} onClick={() => onResend(mail)}>
          {t.resend}
        </Button>
      </DisabledReason>
    </span>
  )
}

export function useOutboxColumns({ configured, onOpen, onResend }: OutboxActs): Column<OutboxMail>[] {
  const t = useText(outboxText)
  return useMemo(
    () => [
      { id: 'subject', header: t.subject, cell: ({ subject }) => <bdi title={subject}>{subject}</bdi>, clipAt: 260, skeleton: 180 },
      { id: 'to', header: t.to, cell: ({ to }) => <span title={to}>{to}</span>, clipAt: 220, skeleton: 150 },
      { id: 'created_at', header: t.created, sortable: true, cell: ({ created_at }) => <Time at={created_at} />, skeleton: 110 },
      { id: 'state', header: t.state, cell: ({ state }) => <MailState state={state} /> },
      { id: 'tries', header: t.tries, align: 'end', cell: ({ tries }) => tries, skeleton: 20 },
      {
        id: 'error',
        header: t.error,
        cell: ({ error, unconfirmed }) => {
          const why = unconfirmed ? t.unconfirmed : error
          return why === null ? <None /> : <span title={why}>{why}</span>
        },
        clipAt: 200,
      },
      {
        id: 'acts',
        header: t.actions,
        align: 'end',
        cell: (mail) => <RowActs mail={mail} configured={configured} onOpen={onOpen} onResend={onResend} />,
        skeleton: 120,
      },
    ],
    [t, configured, onOpen, onResend],
  )
}

export function OutboxCard({ mail, ...acts }: OutboxActs & { mail: OutboxMail }) {
  const t = useText(outboxText)
  return (
    <CardLines
      name={
        <bdi className={css.clip} title={mail.subject}>
          {mail.subject}
        </bdi>
      }
      end={<MailState state={mail.state} />}
      second={[
        <span key="to" className={css.clip} title={mail.to}>
          {mail.to}
        </span>,
        <RelativeTime key="created" at={mail.created_at} />,
      ]}
      parts={[
        { name: t.tries, value: mail.tries },
        ...(mail.unconfirmed ? [{ name: t.error, value: t.unconfirmedShort }] : []),
        { name: t.actions, value: <RowActs mail={mail} {...acts} /> },
      ]}
    />
  )
}
