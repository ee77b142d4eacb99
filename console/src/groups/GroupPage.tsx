import { Menu } from '@mantine/core'
import { CallError } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Group } from '@simdeck/contract/groups.ts'
import { groupTypes } from '@simdeck/contract/groups.ts'
import { IconDots, IconPencil, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { HistorySection } from '../logs/history/HistorySection.tsx'
import { failureText } from '../session/api/failure.ts'
import { queryOf } from '../session/api/query.ts'
import { MayButton } from '../session/MayButton.tsx'
import { useMay } from '../session/use-me.ts'
import { ErrorState } from '../ui/feedback/ErrorState.tsx'
import { NotFoundHere } from '../ui/feedback/NotFoundHere.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { IconButton } from '../ui/form/Button.tsx'
import { IdentityStrip, Page, PageTabs } from '../ui/frame/Page.tsx'
import { None } from '../ui/value/None.tsx'
import { Time } from '../ui/value/Time.tsx'
import { countText } from '../ui/words/counted.ts'
import { formatNumber } from '../ui/words/numbers.ts'
import { useText } from '../ui/words/text.ts'
import { AssignDialog } from './AssignDialog.tsx'
import { DeleteGroupsDialog } from './DeleteGroupsDialog.tsx'
import { figuresMs } from './group-list-query.ts'
import { groupListText, groupPageText } from './group-list-text.ts'
import { groupText } from './group-text.ts'
import { GroupDialog } from './GroupDialog.tsx'
import { GroupFigures } from './GroupFigures.tsx'

type OpenDialog = 'edit' | 'delete' | 'assign' | 'remove' | null

/** Screen of one group: its fields, the figures of its SIMs, and its changes. */
export function GroupPage() {
  const { id = '' } = useParams({ strict: false })
  const t = useText(groupText)
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const groupId = /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0
  const { data, error, refetch } = useQuery({
    ...queryOf(endpoints.getGroup, { params: { id: groupId } }),
    enabled: groupId > 0,
    refetchOnMount: 'always',
    refetchInterval: figuresMs,
  })
  const back = { words: t.groups, link: { to: '/groups' } } as const
  if (groupId === 0 || (error instanceof CallError && error.status === 404))
    return <NotFoundHere title={t.unknown} message={t.unknownWords} back={back} />
  const close = (): void => setDialog(null)
  return (
    <Page
      title={data?.name ?? t.group}
      heading={data && <bdi>{data.name}</bdi>}
      crumbs={[back]}
      actions={data && <GroupActions onDialog={setDialog} />}
    >
      {data ? (
        <GroupContent group={data} />
      ) : error ? (
        <ErrorState message={failureText(error)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton width={420} />
      )}
      {data && dialog === 'edit' && <GroupDialog opened group={data} onClose={close} />}
      {data && dialog === 'delete' && (
        <DeleteGroupsDialog groups={[data]} onClose={close} onDone={() => void navigate({ to: '/groups' })} />
      )}
      {data && (dialog === 'assign' || dialog === 'remove') && <AssignDialog group={data} act={dialog} onClose={close} />}
    </Page>
  )
}

function GroupActions({ onDialog }: { onDialog: (dialog: OpenDialog) => void }) {
  const t = useText(groupText)
  const page = useText(groupPageText)
  const list = useText(groupListText)
  const [mayAssign, mayDelete] = [useMay('SIM_UPDATE'), useMay('GROUP_DELETE')]
  return (
    <>
      {(mayAssign || mayDelete) && (
        <Menu withInitialFocusPlaceholder={false} position="bottom-end">
          <Menu.Target>
            <IconButton label={page.more}>
              <IconDots size={16} />
            </IconButton>
          </Menu.Target>
          <Menu.Dropdown>
            {mayAssign && <Menu.Item onClick={() => onDialog('remove')}>{page.remove}</Menu.Item>}
            {mayDelete && (
              <Menu.Item data-danger onClick={() => onDialog('delete')}>
                {list.delete}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      <MayButton permission="GROUP_UPDATE" icon={<IconPencil size={16} />} onClick={() => onDialog('edit')}>
        {t.edit}
      </MayButton>
      <MayButton permission="SIM_UPDATE" variant="primary" icon={<IconPlus size={16} />} onClick={() => onDialog('assign')}>
        {page.assign}
      </MayButton>
    </>
  )
}

function GroupContent({ group }: { group: Group }) {
  const t = useText(groupText)
  const page = useText(groupPageText)
  const sims = useText(countText).sims
  const mayReadChanges = useMay('LOGS_SYSTEM_LOG')
  const { pathname } = useLocation()
  const { id, size, type, phone_number: phone, address, created } = group
  const params = { id: String(id) }
  const showsChanges = mayReadChanges && pathname.endsWith('/history')
  const plain = (value: string | null) => (value === null ? <None /> : <bdi>{value}</bdi>)
  return (
    <>
      <IdentityStrip
        facts={[
          {
            name: 'SIM',
            value: (
              <Link to="/" search={{ group: String(id) }}>
                {sims(formatNumber(size))}
              </Link>
            ),
          },
          { name: t.type, value: type === groupTypes.reseller ? t.reseller : t.enterprise },
          { name: t.phone, value: plain(phone) },
          { name: t.address, value: plain(address) },
          { name: t.createdAt, value: <Time at={created} /> },
        ]}
      />
      <PageTabs
        label={page.tabs}
        tabs={[
          { words: page.overview, link: { to: '/groups/$id', params }, active: !showsChanges },
          ...(mayReadChanges ? [{ words: page.changes, link: { to: '/groups/$id/history', params }, active: showsChanges } as const] : []),
        ]}
      />
      {showsChanges ? <HistorySection subject={`group:${id}`} /> : <GroupFigures group={group} />}
    </>
  )
}
