import { Outlet, useNavigate } from '@tanstack/react-router'
import type { RoleName } from '@simdeck/contract/permissions.ts'
import { Frame } from '../frame/Frame.tsx'
import { useSession } from '../session/session.ts'
import { useText } from '../ui/text.ts'
import { text } from './text.ts'

/** The frame around every screen that needs login. */
export function AppLayout() {
  const t = useText(text)
  const now = useSession((state) => state.now)
  const navigate = useNavigate()
  // The session may end while a screen stands: the router is about to leave it.
  if (now.phase !== 'signedIn') return null
  const roleWords: Partial<Record<string, string>> = { ROOT: t.root, ADMIN: t.admin, MEMBER: t.member } satisfies Record<RoleName, string>
  const { name, role } = now.me
  return (
    <Frame person={{ name, role: roleWords[role.name.toUpperCase()] ?? role.name }} onLogout={() => void navigate({ to: '/logout' })}>
      <Outlet />
    </Frame>
  )
}
