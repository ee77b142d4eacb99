import type { SignInAnswer } from '@simdeck/contract/auth.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { create } from 'zustand'
import { takeTokens } from '../session/start.ts'

/** What one auth page leaves to the next: in memory only, so that it is in no address and no storage. */
export const useSignInSteps = create<{ mfaToken: string | null; email: string }>(() => ({ mfaToken: null, email: '' }))

/** Where the sign-in is to lead, for the links between the auth pages. */
export function useRedirectUri(): { redirect_uri?: string | undefined } {
  const { redirect_uri } = useSearch({ strict: false })
  return { redirect_uri }
}

/** Goes on with a sign-in: to what it still asks for, or into the console, where the route guard leads on. */
export function useNextStep(): (answer: SignInAnswer) => Promise<void> {
  const navigate = useNavigate()
  const search = useRedirectUri()
  return async (answer) => {
    if (!('challenge' in answer)) return takeTokens(answer)
    if (answer.challenge === 'NEW_PASSWORD_REQUIRED') {
      return navigate({ to: '/change-password/$token', params: { token: answer.challengeToken }, search })
    }
    useSignInSteps.setState({ mfaToken: answer.challengeToken })
    return navigate({ to: '/verify_mfa', search })
  }
}
