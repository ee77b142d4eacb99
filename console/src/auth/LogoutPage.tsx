import { useEffect } from 'react'
import { BareFrame } from '../frame/BareFrame.tsx'
import { signOut } from '../session/start.ts'
import { useText } from '../ui/words/text.ts'
import { text } from './text.ts'

let leaving: Promise<void> | null = null

/** Signs out; the route guard then redirects to the login page. */
export function LogoutPage() {
  const t = useText(text)
  useEffect(() => {
    leaving ??= signOut().finally(() => {
      leaving = null
    })
  }, [])
  return (
    <BareFrame title={t.logout}>
      <p role="status">{t.signingOut}</p>
    </BareFrame>
  )
}
