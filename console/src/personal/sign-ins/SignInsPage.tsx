import { OpenSignIns } from './OpenSignIns.tsx'
import { PersonalFrame } from '../PersonalFrame.tsx'
import { SignInHistory } from './SignInHistory.tsx'

/** Screen of the user's open sign-ins and sign-in history. */
export function SignInsPage() {
  return (
    <PersonalFrame open="/personal/setting/sign-ins">
      <OpenSignIns />
      <SignInHistory />
    </PersonalFrame>
  )
}
