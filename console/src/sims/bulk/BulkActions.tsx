import { Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Permission } from '@simdeck/contract/permissions.ts'
import { IconDots, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { toastFailure } from '../../session/api/failure.ts'
import { inTime } from '../../session/address/load-screen.ts'
import { MayButton } from '../../session/MayButton.tsx'
import { useMe } from '../../session/use-me.ts'
import { Button, IconButton } from '../../ui/form/Button.tsx'
import type { Selection } from '../../ui/table/selection.ts'
import { useText } from '../../ui/words/text.ts'
import css from './bulk.module.css'
import { bulkText } from './bulk-text.ts'
import { freeze } from './freeze.ts'

const AliasDialog = lazy(async () => ({ default: (await inTime(import('./AliasDialog.tsx'))).AliasDialog }))
const RegroupDialog = lazy(async () => ({ default: (await inTime(import('./RegroupDialog.tsx'))).RegroupDialog }))
const TagsDialog = lazy(async () => ({ default: (await inTime(import('./TagsDialog.tsx'))).TagsDialog }))
const ChangeStatusesDialog = lazy(async () => ({
  default: (await inTime(import('./ChangeStatusesDialog.tsx'))).ChangeStatusesDialog,
}))
const ImeisDialog = lazy(async () => ({ default: (await inTime(import('../imei/ImeisDialog.tsx'))).ImeisDialog }))
const DeleteSimsDialog = lazy(async () => ({ default: (await inTime(import('./DeleteSimsDialog.tsx'))).DeleteSimsDialog }))

type Act = 'alias' | 'group' | 'tags' | 'status' | 'imei' | 'export' | 'delete'
const acts: readonly Act[] = ['alias', 'group', 'tags', 'status', 'imei', 'export', 'delete']
/** Permissions by action. Every member may read SIMs, so every member may export them. */
const needs: Record<Act, Permission | null> = {
  alias: 'SIM_UPDATE',
  group: 'SIM_UPDATE',
  tags: 'SIM_UPDATE',
  status: 'SIM_UPDATE',
  imei: 'SIM_UPDATE',
  export: null,
  delete: 'SIM_DELETE',
}

/** Maximum number of selected rows in the address. A larger selection is frozen on the server. */
const maxInAddress = 50

interface BulkActionsProps {
  selection: Selection
  /** True if the bar has little room. All actions except the first are then in a menu. */
  compact: boolean
  /** Called after a change of the selected SIMs has started. */
  onDone: () => void
  onExport: () => void
}

/** Actions on the selected SIMs. */
export function BulkActions({ selection, compact, onDone, onExport }: BulkActionsProps) {
  const t = useText(bulkText)
  const navigate = useNavigate()
  const narrow = useMediaQuery('(max-width: 1279px)', undefined, { getInitialValueInEffect: false })
  const [dialog, setDialog] = useState<{ act: Act; opened: boolean } | null>(null)
  const ota = useMutation({
    mutationFn: async () =>
      selection.kind === 'rows' && selection.ids.size <= maxInAddress
        ? { simIds: [...selection.ids].join(',') }
        : { selectionId: String((await freeze(selection)).id) },
    onSuccess: (search) => void navigate({ to: '/otas/execute', search }),
    onError: (error) => toastFailure(t.notStarted, error),
  })
  const start = (act: Act): void => (act === 'export' ? onExport() : setDialog({ act, opened: true }))
  const of = (act: Act) => ({
    selection,
    opened: dialog?.act === act && dialog.opened,
    onClose: () => setDialog({ act, opened: false }),
    onDone,
  })
  return (
    <>
      <MayButton permission="OTA_CREATE" variant="primary" size="sm" busy={ota.isPending} onClick={() => ota.mutate()}>
        {t.ota}
      </MayButton>
      {narrow || compact ? <ActMenu onAct={start} /> : <ActButtons onAct={start} />}
      <Suspense>
        {dialog?.act === 'alias' && <AliasDialog {...of('alias')} />}
        {dialog?.act === 'group' && <RegroupDialog {...of('group')} />}
        {dialog?.act === 'tags' && <TagsDialog {...of('tags')} />}
        {dialog?.act === 'status' && <ChangeStatusesDialog {...of('status')} />}
        {dialog?.act === 'imei' && <ImeisDialog {...of('imei')} freeze={freeze} />}
        {dialog?.act === 'delete' && <DeleteSimsDialog {...of('delete')} />}
      </Suspense>
    </>
  )
}

function ActButtons({ onAct }: { onAct: (act: Act) => void }) {
  const t = useText(bulkText)
  return acts.map((act) => {
    const permission = needs[act]
    const look = act === 'delete' ? ({ variant: 'danger', icon: <IconTrash size={16} /> } as const) : {}
    const button = { size: 'sm', onClick: () => onAct(act), children: t[act], ...look } as const
    return permission ? <MayButton key={act} permission={permission} {...button} /> : <Button key={act} {...button} />
  })
}

function ActMenu({ onAct }: { onAct: (act: Act) => void }) {
  const t = useText(bulkText)
  const held = useMe().role.permissions.map(({ permission }) => permission.name)
  return (
    <Menu withinPortal withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <IconButton size="sm" label={t.more}>
          <IconDots size={16} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        {acts.map((act) => {
          const permission = needs[act]
          const may = permission === null || held.includes(permission)
          return (
            <Menu.Item key={act} disabled={!may} data-danger={act === 'delete' || undefined} onClick={() => onAct(act)}>
              {t[act]}
              {!may && <span className={css.reason}>{t.mayNot}</span>}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
