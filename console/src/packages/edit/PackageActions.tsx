import { Menu } from '@mantine/core'
import type { Permission } from '@simdeck/contract/permissions.ts'
import type { OtaPackage } from '@simdeck/contract/packages.ts'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { useMay } from '../../session/use-me.ts'
import { IconButton } from '../../ui/form/Button.tsx'
import { useText } from '../../ui/words/text.ts'
import css from '../packages.module.css'
import { DeletePackageDialog } from './DeletePackageDialog.tsx'
import { DuplicatePackageDialog } from './DuplicatePackageDialog.tsx'
import { EditPackageDialog } from './EditPackageDialog.tsx'
import { packageEditText } from './edit-text.ts'
import { nameOf } from './package-keys.ts'

type Act = 'edit' | 'duplicate' | 'delete'
const acts: readonly { act: Act; permission: Permission }[] = [
  { act: 'edit', permission: 'OTA_UPDATE' },
  { act: 'duplicate', permission: 'OTA_CREATE' },
  { act: 'delete', permission: 'OTA_DELETE' },
]

interface PackageActionsProps {
  of: OtaPackage
  /** Size of the button of the menu. */
  size?: 'sm' | 'md'
  onEdited?: (changed: OtaPackage) => void
  onDeleted?: () => void
}

/** Menu of the actions on one package, with their dialogs. */
export function PackageActions({ of, size = 'sm', onEdited, onDeleted }: PackageActionsProps) {
  const t = useText(packageEditText)
  const [open, setOpen] = useState<Act | null>(null)
  const close = (): void => setOpen(null)
  return (
    <>
      {/* Mantine's focus placeholder is not a valid child of a menu. */}
      <Menu withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <IconButton variant={size === 'sm' ? 'ghost' : 'default'} size={size} label={t.actionsOf(nameOf(of))}>
            <IconDots size={16} />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          {acts.map(({ act, permission }) => (
            <Action key={act} act={act} permission={permission} onAct={setOpen} />
          ))}
        </Menu.Dropdown>
      </Menu>
      {open === 'edit' && <EditPackageDialog of={of} onClose={close} onDone={(changed) => onEdited?.(changed)} />}
      {open === 'duplicate' && <DuplicatePackageDialog of={of} onClose={close} />}
      {open === 'delete' && <DeletePackageDialog of={of} onClose={close} onDone={onDeleted} />}
    </>
  )
}

function Action({ act, permission, onAct }: { act: Act; permission: Permission; onAct: (act: Act) => void }) {
  const t = useText(packageEditText)
  const may = useMay(permission)
  return (
    <Menu.Item disabled={!may} onClick={() => onAct(act)}>
      {t[act]}
      {!may && <span className={css.reason}>{t.mayNot}</span>}
    </Menu.Item>
  )
}
