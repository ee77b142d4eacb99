import { OpenSignIns } from './OpenSignIns.tsx'
import { PersonalFrame } from '../PersonalFrame.tsx'
import { SignInHistory } from './SignInHistory.tsx'

/** Where one is signed in, and what happened at one's own account. */
export function SignInsPage() {
  return (
    <PersonalFrame open="/personal/setting/sign-ins">
      <OpenSignIns />
      <SignInHistory />
    </PersonalFrame>
  )
}
