import { lazyRouteComponent, Outlet, useNavigate } from '@tanstack/react-router'
import type { Permission, RoleName } from '@simdeck/contract/permissions.ts'
import { IconExternalLink, IconListCheck, IconUserCog } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { ApiDocsItem } from '../api-docs/ApiDocsItem.tsx'
import { Frame } from '../frame/Frame.tsx'
import { UserMenuItem } from '../frame/UserMenu.tsx'
import { Bell } from '../notifications/Bell.tsx'
import { PaletteButton } from '../palette/PaletteButton.tsx'
import { inTime } from '../session/address/load-screen.ts'
import { chooseLanguage } from '../session/api/save-settings.ts'
import { useSession } from '../session/session.ts'
import { useApplication } from '../ui/frame/application.ts'
import { useText } from '../ui/words/text.ts'
import { text } from './text.ts'

const RequiredMfa = lazyRouteComponent(() => inTime(import('../personal/mfa/RequiredMfaPage.tsx')), 'RequiredMfaPage')

/** If its script cannot be loaded, nothing is rendered: the screens work without this component. */
const TaskIndicator = lazy(() =>
  import('../tasks/indicator/TaskIndicator.tsx').then(
    (loaded) => ({ default: loaded.TaskIndicator }),
    () => ({ default: () => null }),
  ),
)

const MailChangesNotice = lazy(() =>
  import('../settings/mail/MailChangesNotice.tsx').then(
    (loaded) => ({ default: loaded.MailChangesNotice }),
    () => ({ default: () => null }),
  ),
)

/**
 * Frame around every screen that needs login. While the user's role requires multi-factor authentication and the user has not set
 * it up, only the page for its set-up is shown.
 */
export function AppLayout() {
  const t = useText(text)
  const now = useSession((state) => state.now)
  const navigate = useNavigate()
  // The session may end while a screen is open. The router leaves the screen shortly after.
  if (now.phase !== 'signedIn') return null
  if (now.me.mfaSetupRequired) {
    return (
      <Suspense>
        <RequiredMfa />
      </Suspense>
    )
  }
  const roleWords: Partial<Record<string, string>> = { ROOT: t.root, ADMIN: t.admin, MEMBER: t.member } satisfies Record<RoleName, string>
  const { name, role } = now.me
  const may = (permission: Permission): boolean => role.permissions.some((held) => held.permission.name === permission)
  return (
    <Frame
      may={may}
      person={{ name, role: roleWords[role.name.toUpperCase()] ?? role.name }}
      menuItems={<OwnItems />}
      onLanguage={(language) => void chooseLanguage(language)}
      headerEnd={
        <>
          <PaletteButton />
          <Suspense>
            <TaskIndicator />
          </Suspense>
          <Bell />
        </>
      }
      onLogout={() => void navigate({ to: '/logout' })}
    >
      {may('SETTING_PASSWORD_SECURITY') && (
        <Suspense>
          <MailChangesNotice />
        </Suspense>
      )}
      <Outlet />
    </Frame>
  )
}

function OwnItems() {
  const t = useText(text)
  const docsUrl = useApplication((application) => application.docsUrl)
  return (
    <>
      <UserMenuItem icon={<IconUserCog size={16} />} to="/personal/setting">
        {t.personal}
      </UserMenuItem>
      <UserMenuItem icon={<IconListCheck size={16} />} to="/tasks">
        {t.tasks}
      </UserMenuItem>
      <ApiDocsItem />
      {docsUrl && (
        <UserMenuItem icon={<IconExternalLink size={16} />} href={docsUrl} newTab>
          {t.docs}
        </UserMenuItem>
      )}
    </>
  )
}
