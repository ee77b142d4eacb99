import type { Member } from '@simdeck/contract/members.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { IconUserPlus } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { call } from '../session/api/api.ts'
import { failureText, toastFailure } from '../session/api/failure.ts'
import { useKnownPage } from '../session/address/list-search.ts'
import { MayButton } from '../session/MayButton.tsx'
import { useMay } from '../session/use-me.ts'
import { Button } from '../ui/form/Button.tsx'
import { DataTable } from '../ui/table/DataTable.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { FilterBar } from '../ui/filter/FilterBar.tsx'
import { ListBar } from '../ui/filter/ListBar.tsx'
import { Note } from '../ui/feedback/Note.tsx'
import { Page } from '../ui/frame/Page.tsx'
import { Pager } from '../ui/table/Pager.tsx'
import { useTableView } from '../ui/table/persisted.ts'
import { noSelection } from '../ui/table/selection.ts'
import type { Selection } from '../ui/table/selection.ts'
import { useText } from '../ui/words/text.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { ViewMenu } from '../ui/filter/ViewMenu.tsx'
import { DeleteSelected } from './dialogs/DeleteSelected.tsx'
import { EditDialog } from './dialogs/EditDialog.tsx'
import { InviteDialog } from './dialogs/InviteDialog.tsx'
import { useMemberColumns } from './member-columns.tsx'
import { useMemberFilters } from './member-filters.tsx'
import type { MemberAct } from './member-limits.ts'
import { refreshMembers, seenMembers, useMembers, useMemberSearch } from './member-query.ts'
import { memberOutcomeText, memberText } from './member-text.ts'
import { MemberActions } from './MemberActions.tsx'
import { MemberCard } from './MemberCard.tsx'
import { DeleteDialog, ResetMfaDialog, SignOutDialog } from './dialogs/MemberDialogs.tsx'
import css from './members.module.css'
import { useTellInvited } from './dialogs/use-tell-invited.ts'

type Asked = { act: 'edit' | 'resetMfa' | 'signOut'; member: Member } | { act: 'delete'; members: Member[] } | null

/** Screen of all members, filtered, sorted and paged by the server. */
export function MemberListPage() {
  const t = useText(memberText)
  const said = useText(memberOutcomeText)
  const tellInvited = useTellInvited()
  const search = useMemberSearch()
  const { data, error, refetch, isPlaceholderData } = useMembers(search.query)
  useKnownPage(search, data)
  const filters = useMemberFilters(search)
  const view = useTableView('member')
  const manages = useMay('USER_UPDATE')
  const [inviting, setInviting] = useState(false)
  const [asked, setAsked] = useState<Asked>(null)
  const [selection, setSelection] = useState<Selection>(noSelection)
  const [selectedOf, setSelectedOf] = useState(search.filters)
  // A change of the filters clears the selection, because the selected rows may no longer be shown.
  if (selectedOf !== search.filters) {
    setSelectedOf(search.filters)
    setSelection(noSelection)
  }

  const act = useCallback(
    (what: MemberAct, member: Member): void => {
      const { email } = member
      const done = (promise: Promise<unknown>, success: string, failure: string): void => {
        promise
          .then(() => toast.success(success))
          .catch((thrown: unknown) => toastFailure(failure, thrown))
          .finally(refreshMembers)
      }
      if (what === 'delete') setAsked({ act: 'delete', members: [member] })
      else if (what === 'resend')
        call(endpoints.resendInvitation, { params: { email } })
          .then((invited) => tellInvited(invited, true))
          .catch((thrown: unknown) => toastFailure(said.notResent, thrown))
          .finally(refreshMembers)
      else if (what === 'unlock') done(call(endpoints.unlockMember, { params: { email } }), said.unlocked, said.notUnlocked)
      else setAsked({ act: what, member })
    },
    [said, tellInvited],
  )
  const actions = useCallback((member: Member) => <MemberActions member={member} onAct={act} />, [act])
  const columns = useMemberColumns(manages ? actions : null)
  const close = (): void => setAsked(null)
  const rows = data?.data
  const chosen = selection.kind === 'rows' ? selection.ids : new Set<string>()
  return (
    <Page
      title={t.title}
      fit
      actions={
        <MayButton permission="USER_CREATE" variant="primary" icon={<IconUserPlus size={16} />} onClick={() => setInviting(true)}>
          {t.invite}
        </MayButton>
      }
    >
      <FilterBar
        search={{
          value: search.filters.name ?? '',
          placeholder: t.searchName,
          onChange: (value) => search.setFilter('name', value || null),
        }}
        filters={filters}
        onClear={search.clear}
      />
      {rows?.some(({ mfaStatus }) => mfaStatus === null) && (
        <div className={css.above}>
          <Note>{t.mfaUnread}</Note>
        </div>
      )}
      <ListBar
        counts="people"
        matching={data?.totalItems}
        selection={selection}
        pageIds={rows?.map(({ email }) => email) ?? []}
        onSelect={setSelection}
        bulkActions={<DeleteSelected emails={chosen} onDelete={() => setAsked({ act: 'delete', members: seenMembers(chosen) })} />}
        end={<ViewMenu list="member" columns={columns} />}
      />
      <DataTable
        label={t.title}
        columns={columns}
        rows={rows}
        rowId={({ email }) => email}
        rowName={({ name }) => name}
        card={(member) => <MemberCard member={member} actions={manages && actions(member)} />}
        error={error && failureText(error)}
        onRetry={() => void refetch()}
        stale={isPlaceholderData}
        sort={search.sort}
        onSort={search.setSort}
        {...(manages && { selection, onSelect: setSelection })}
        view={view}
        pageSize={search.pageSize}
        empty={
          <EmptyState title={t.none} actions={<Button onClick={search.clear}>{t.clear}</Button>}>
            {t.noneWords}
          </EmptyState>
        }
      />
      {data && data.totalItems > 0 && (
        <Pager
          counts="people"
          waiting={isPlaceholderData}
          page={search.pageOf(data)}
          pageSize={search.pageSize}
          total={data.totalItems}
          onPage={search.setPage}
          onPageSize={search.setPageSize}
        />
      )}
      <InviteDialog opened={inviting} onClose={() => setInviting(false)} />
      {asked?.act === 'edit' && <EditDialog member={asked.member} onClose={close} />}
      {asked?.act === 'resetMfa' && <ResetMfaDialog member={asked.member} onClose={close} />}
      {asked?.act === 'signOut' && <SignOutDialog member={asked.member} onClose={close} />}
      {asked?.act === 'delete' && <DeleteDialog members={asked.members} onClose={close} onDone={() => setSelection(noSelection)} />}
    </Page>
  )
}
