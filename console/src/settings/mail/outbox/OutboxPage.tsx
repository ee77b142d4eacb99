import { endpoints } from '@simdeck/contract/endpoints.ts'
import { mailStates } from '@simdeck/contract/mail.ts'
import type { OutboxMail } from '@simdeck/contract/mail.ts'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../session/api/api.ts'
import { toastFailure } from '../../../session/api/failure.ts'
import { useListSearch } from '../../../session/address/list-search.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { FilterBar } from '../../../ui/filter/FilterBar.tsx'
import { Note } from '../../../ui/feedback/Note.tsx'
import { OneChoiceEditor } from '../../../ui/filter/OneChoiceEditor.tsx'
import { useText } from '../../../ui/words/text.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { SettingsFrame } from '../../SettingsFrame.tsx'
import { useMailSettings } from '../mail-query.ts'
import { outboxText } from '../mail-text.ts'
import css from '../mail.module.css'
import { MailBodyDialog } from './MailBodyDialog.tsx'
import { OutboxCard, useOutboxColumns } from './outbox-columns.tsx'
import { useList } from '../../../session/address/use-list.ts'
import { ListTable } from '../../../ui/table/ListTable.tsx'

const filterNames = ['to', 'state'] as const
const sortable = ['created_at'] as const
const valid = (name: string, value: string): boolean =>
  name === 'state' ? mailStates.some((state) => state === value) : value.length <= 100

/** Screen of all mails of the last 30 days, with their states and the bodies of unsent ones. */
export function OutboxPage() {
  const t = useText(outboxText)
  const search = useListSearch({ list: 'default', filters: filterNames, sortable, valid })
  const mails = useList(endpoints.listMailOutbox, search, { refetchOnWindowFocus: 'always' })
  const settings = useMailSettings()
  const configured = settings.data ? settings.data.source !== 'none' : null
  const [opened, setOpened] = useState<OutboxMail | null>(null)
  const resend = useMutation({
    mutationFn: ({ id }: OutboxMail) => call(endpoints.retryMail, { params: { id } }),
    onSuccess: () => toast.success(t.resent),
    onError: (error) => toastFailure(t.notResent, error),
    onSettled: mails.retry,
  })
  const acts = { configured: configured !== false, onOpen: setOpened, onResend: (mail: OutboxMail) => resend.mutate(mail) }
  const columns = useOutboxColumns(acts)
  const { state } = search.filters
  return (
    <SettingsFrame open="/settings/outbox">
      <div className={css.above}>
        <p>{t.words}</p>
        {configured === false && <Note end={<Link to="/settings/mail">{t.configure}</Link>}>{t.notConfigured}</Note>}
      </div>
      <FilterBar
        search={{
          value: search.filters.to ?? '',
          placeholder: t.searchTo,
          onChange: (value) => search.setFilter('to', value || null),
        }}
        filters={[
          {
            id: 'state',
            name: t.state,
            value: state === undefined ? null : t[state as OutboxMail['state']],
            onRemove: () => search.setFilter('state', null),
            editor: (close) => (
              <OneChoiceEditor
                options={mailStates.map((value) => ({ value, words: t[value] }))}
                value={(state as OutboxMail['state'] | undefined) ?? null}
                onApply={(next) => search.setFilter('state', next)}
                close={close}
              />
            ),
          },
        ]}
        onClear={search.clear}
      />
      <ListTable
        label={t.title}
        columns={columns}
        list={mails}
        rowId={({ id }) => String(id)}
        rowName={({ subject }) => subject}
        card={(mail) => <OutboxCard mail={mail} {...acts} />}
        inPage
        notFound={<EmptyState title={t.noneFound} actions={<Button onClick={search.clear}>{t.clear}</Button>} />}
        empty={<EmptyState title={t.none}>{t.noneWords}</EmptyState>}
      />
      {opened && <MailBodyDialog mail={opened} onClose={() => setOpened(null)} />}
    </SettingsFrame>
  )
}
