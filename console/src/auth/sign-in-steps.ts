import type { SignInAnswer } from '@simdeck/contract/auth.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { create } from 'zustand'
import { takeTokens } from '../session/start.ts'

/** Values passed between auth pages, in memory only, so that they are in no address and no storage. */
export const useSignInSteps = create<{ mfaToken: string | null; email: string }>(() => ({ mfaToken: null, email: '' }))

/** Target of the sign-in, for links between auth pages. */
export function useRedirectUri(): { redirect_uri?: string | undefined } {
  const { redirect_uri } = useSearch({ strict: false })
  return { redirect_uri }
}

/** Returns a function that continues a sign-in: with its challenge, or with the console, to which the route guard redirects. */
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
