import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { MailChange } from '@simdeck/contract/mail.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { roleText } from '../../members/member-text.ts'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { queryOf, refresh } from '../../session/api/query.ts'
import { Button } from '../../ui/form/Button.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { useText } from '../../ui/words/text.ts'
import { Time } from '../../ui/value/Time.tsx'
import css from './mail.module.css'
import { changesText } from './mail-text.ts'

const refetchMs = 60_000

/**
 * Notice on every screen of a Root: another member has changed the mail server or a template of mails with codes. It is shown until
 * the Root acknowledges it.
 */
export function MailChangesNotice() {
  const t = useText(changesText)
  const changes = useQuery({
    ...queryOf(endpoints.listMailChanges, {}),
    refetchInterval: refetchMs,
  })
  const seen = useMutation({
    mutationFn: (upTo: number) => call(endpoints.acknowledgeMailChanges, { body: { up_to: upTo } }),
    onError: (error) => toastFailure(t.notSeen, error),
    onSettled: () => refresh(endpoints.listMailChanges),
  })
  const all = changes.data ?? []
  if (all.length === 0) return null
  return (
    <div className={css.changes} role="alert">
      <Note
        tone="failed"
        end={
          <Button size="sm" busy={seen.isPending} onClick={() => seen.mutate(Math.max(...all.map(({ id }) => id)))}>
            {t.seen}
          </Button>
        }
      >
        {all.map((change) => (
          <Change key={change.id} change={change} />
        ))}
      </Note>
    </div>
  )
}

function Change({ change: { what, at, changed_by, role_id } }: { change: MailChange }) {
  const t = useText(changesText)
  const roles = useText(roleText)
  return (
    <p className={css.change}>
      {t[what](changed_by, roles[role_id as keyof typeof roles])} <Time at={at} />{' '}
      <Link to={what === 'server' ? '/settings/mail' : '/settings/notify-password'}>{t.look}</Link>
    </p>
  )
}
