import type { Member } from '@simdeck/contract/members.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { IconUserPlus } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { call } from '../session/api/api.ts'
import { toastFailure } from '../session/api/failure.ts'
import { MayButton } from '../session/MayButton.tsx'
import { useMay } from '../session/use-me.ts'
import { Button } from '../ui/form/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { Note } from '../ui/feedback/Note.tsx'
import { useTableView } from '../ui/table/persisted.ts'
import { noSelection } from '../ui/table/selection.ts'
import { useText } from '../ui/words/text.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { ViewMenu } from '../ui/filter/ViewMenu.tsx'
import { DeleteSelected } from './dialogs/DeleteSelected.tsx'
import { EditDialog } from './dialogs/EditDialog.tsx'
import { InviteDialog } from './dialogs/InviteDialog.tsx'
import { useMemberColumns } from './member-columns.tsx'
import { useMemberFilters } from './member-filters.tsx'
import type { MemberAct } from './member-limits.ts'
import { cachedMembers, refreshMembers, useMembers, useMemberSearch } from './member-query.ts'
import { memberOutcomeText, memberText } from './member-text.ts'
import { MemberActions } from './MemberActions.tsx'
import { MemberCard } from './MemberCard.tsx'
import { DeleteDialog, ResetMfaDialog, SignOutDialog } from './dialogs/MemberDialogs.tsx'
import css from './members.module.css'
import { useInvitationToast } from './dialogs/use-invitation-toast.ts'
import { ListScreen } from '../ui/frame/ListScreen.tsx'
import { useSelection } from '../ui/table/use-selection.ts'

type OpenDialog = { act: 'edit' | 'resetMfa' | 'signOut'; member: Member } | { act: 'delete'; members: Member[] } | null

/** Screen of all members, filtered, sorted and paged by the server. */
export function MemberListPage() {
  const t = useText(memberText)
  const outcomes = useText(memberOutcomeText)
  const toastInvitation = useInvitationToast()
  const search = useMemberSearch()
  const members = useMembers(search)
  const filters = useMemberFilters(search)
  const view = useTableView('member')
  const manages = useMay('USER_UPDATE')
  const [inviting, setInviting] = useState(false)
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const { selection, onSelect } = useSelection(search.filters)

  const act = useCallback(
    (what: MemberAct, member: Member): void => {
      const { email } = member
      const done = (promise: Promise<unknown>, success: string, failure: string): void => {
        promise
          .then(() => toast.success(success))
          .catch((thrown: unknown) => toastFailure(failure, thrown))
          .finally(refreshMembers)
      }
      if (what === 'delete') setDialog({ act: 'delete', members: [member] })
      else if (what === 'resend')
        call(endpoints.resendInvitation, { params: { email } })
          .then((invited) => toastInvitation(invited, true))
          .catch((thrown: unknown) => toastFailure(outcomes.notResent, thrown))
          .finally(refreshMembers)
      else if (what === 'unlock') done(call(endpoints.unlockMember, { params: { email } }), outcomes.unlocked, outcomes.notUnlocked)
      else setDialog({ act: what, member })
    },
    [outcomes, toastInvitation],
  )
  const actions = useCallback((member: Member) => <MemberActions member={member} onAct={act} />, [act])
  const columns = useMemberColumns(manages ? actions : null)
  const close = (): void => setDialog(null)
  const chosen = selection.kind === 'rows' ? selection.ids : new Set<string>()
  return (
    <ListScreen
      title={t.title}
      counts="people"
      actions={
        <MayButton permission="USER_CREATE" variant="primary" icon={<IconUserPlus size={16} />} onClick={() => setInviting(true)}>
          {t.invite}
        </MayButton>
      }
      filter={{
        search: {
          value: search.filters.name ?? '',
          placeholder: t.searchName,
          onChange: (value) => search.setFilter('name', value || null),
        },
        filters,
        onClear: search.clear,
      }}
      notes={
        members.rows?.some(({ mfaStatus }) => mfaStatus === null) && (
          <div className={css.above}>
            <Note>{t.mfaUnread}</Note>
          </div>
        )
      }
      bar={{
        bulkActions: <DeleteSelected emails={chosen} onDelete={() => setDialog({ act: 'delete', members: cachedMembers(chosen) })} />,
        end: <ViewMenu list="member" columns={columns} />,
      }}
      list={members}
      columns={columns}
      rowId={({ email }) => email}
      rowName={({ name }) => name}
      card={(member) => <MemberCard member={member} actions={manages && actions(member)} />}
      selection={selection}
      onSelect={onSelect}
      withoutBoxes={!manages}
      view={view}
      empty={
        <EmptyState title={t.none} actions={<Button onClick={search.clear}>{t.clear}</Button>}>
          {t.noneWords}
        </EmptyState>
      }
    >
      <InviteDialog opened={inviting} onClose={() => setInviting(false)} />
      {dialog?.act === 'edit' && <EditDialog member={dialog.member} onClose={close} />}
      {dialog?.act === 'resetMfa' && <ResetMfaDialog member={dialog.member} onClose={close} />}
      {dialog?.act === 'signOut' && <SignOutDialog member={dialog.member} onClose={close} />}
      {dialog?.act === 'delete' && <DeleteDialog members={dialog.members} onClose={close} onDone={() => onSelect(noSelection)} />}
    </ListScreen>
  )
}
