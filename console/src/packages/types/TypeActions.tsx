import { Menu } from '@mantine/core'
import type { ManagedPackageAid } from '@simdeck/contract/packages.ts'
import { useNavigate } from '@tanstack/react-router'
import { IconDots, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { MayButton } from '../../session/MayButton.tsx'
import { useMay } from '../../session/use-me.ts'
import { IconButton } from '../../ui/form/Button.tsx'
import { useText } from '../../ui/words/text.ts'
import type { PackageKind } from '../package-kinds.ts'
import { kindName, managedAidName, packageTypeText } from '../package-type.ts'
import css from '../packages.module.css'
import { DeleteTypesDialog } from './DeleteTypesDialog.tsx'
import { LabelDialog } from './LabelDialog.tsx'
import { packageKindText } from './type-text.ts'

/** Button that adds a package AID and opens its tab. */
export function AddType() {
  const t = useText(packageKindText)
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  return (
    <>
      <MayButton permission="OTA_CREATE" variant="ghost" size="sm" icon={<IconPlus size={16} />} onClick={() => setOpen(true)}>
        {t.add}
      </MayButton>
      {open && (
        <LabelDialog
          of={null}
          onClose={() => setOpen(false)}
          onDone={({ type, packageAID }) =>
            void navigate({ to: '/otas/$packageAID', params: { packageAID: type === 'custom' ? packageAID : type } })
          }
        />
      )}
    </>
  )
}

type Open = { act: 'rename'; of: ManagedPackageAid } | { act: 'delete'; first: number } | null

/** Menu of the actions on the AIDs of the open tab. */
export function TypeActions({ kind, all }: { kind: PackageKind; all: readonly ManagedPackageAid[] }) {
  const t = useText(packageKindText)
  const types = useText(packageTypeText)
  const navigate = useNavigate()
  const mayUpdate = useMay('OTA_UPDATE')
  const mayDelete = useMay('OTA_DELETE')
  const [open, setOpen] = useState<Open>(null)
  const close = (): void => setOpen(null)
  const [first] = kind.aids
  if (!first) return null
  const stays = first.type === 'Poller' ? t.pollerStays : mayDelete ? null : t.mayNot
  return (
    <>
      {/* Mantine's focus placeholder is not a valid child of a menu. */}
      <Menu withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <IconButton variant="ghost" size="sm" label={t.actionsOf(kindName(kind, types))}>
            <IconDots size={16} />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          {kind.aids.map((of) => (
            <Menu.Item key={of.id} disabled={!mayUpdate} onClick={() => setOpen({ act: 'rename', of })}>
              {t.renameOf(managedAidName(of, types))}
              {!mayUpdate && <span className={css.reason}>{t.mayNot}</span>}
            </Menu.Item>
          ))}
          <Menu.Item disabled={stays !== null} onClick={() => setOpen({ act: 'delete', first: first.id })}>
            {t.delete}
            {stays !== null && <span className={css.reason}>{stays}</span>}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open?.act === 'rename' && <LabelDialog of={open.of} onClose={close} onDone={() => undefined} />}
      {open?.act === 'delete' && (
        <DeleteTypesDialog
          all={all.filter(({ type }) => type !== 'Poller')}
          first={open.first}
          onClose={close}
          onDone={(ids) => {
            if (ids.includes(open.first)) void navigate({ to: '/otas' })
          }}
        />
      )}
    </>
  )
}
