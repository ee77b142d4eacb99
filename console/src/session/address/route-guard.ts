import type { Permission } from '@simdeck/contract/permissions.ts'
import { redirect } from '@tanstack/react-router'
import { signIn, safeRedirect } from './redirect.ts'
import { session } from '../session.ts'

/** `beforeLoad` of a screen that needs a permission. It redirects a user without the permission home (specification §2, Route guard). */
export function homeUnless(permission: Permission): () => void {
  return () => {
    const now = session()
    if (now.phase !== 'signedIn') return
    if (!now.me.role.permissions.some((held) => held.permission.name === permission)) throw redirect({ to: '/' })
  }
}

/**
 * `beforeLoad` of an auth page. A user who has signed in there continues to `redirect_uri`, a user with an older sign-in goes home,
 * and an ended session is signed out first.
 */
export function onlySignedOut({ search }: { search: { [name: string]: string | undefined } }): void {
  const { phase } = session()
  if (phase === 'ended') throw redirect({ to: '/logout', search: { redirect_uri: search['redirect_uri'] } })
  if (phase === 'signedIn')
    throw redirect({ href: safeRedirect(signIn.madeHere ? search['redirect_uri'] : undefined, window.location.origin) })
}
