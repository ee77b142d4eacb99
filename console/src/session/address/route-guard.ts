import type { Permission } from '@simdeck/contract/permissions.ts'
import { redirect } from '@tanstack/react-router'
import { signIn, safeRedirect } from './redirect.ts'
import { session } from '../session.ts'
import { useSettings } from '../settings.ts'

/** `beforeLoad` of a screen that needs a permission. It redirects a user without the permission home (specification §2, Route guard). */
export function homeUnless(permission: Permission): () => void {
  return () => {
    const now = session()
    if (now.phase !== 'signedIn') return
    if (!now.me.role.permissions.some((held) => held.permission.name === permission)) throw redirect({ to: '/' })
  }
}

/**
 * `beforeLoad` of an auth page. A user who has signed in there continues to `redirect_uri`, or to the screen that they have chosen in place
 * of home. A user with an older sign-in goes home, and an ended session is signed out first.
 */
export function onlySignedOut({ search }: { search: { [name: string]: string | undefined } }): void {
  const { phase } = session()
  if (phase === 'ended') throw redirect({ to: '/logout', search: { redirect_uri: search['redirect_uri'] } })
  if (phase !== 'signedIn') return
  const href = safeRedirect(signIn.madeHere ? search['redirect_uri'] : undefined, window.location.origin)
  const opensOverview = signIn.madeHere && href === '/' && useSettings.getState().values.user_start_screen === 'overview'
  throw redirect({ href: opensOverview ? '/dashboard' : href })
}
