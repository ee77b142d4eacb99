import type { SignInAnswer } from '@simdeck/contract/auth.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { create } from 'zustand'
import { takeTokens } from '../session/start.ts'

/** Values that auth pages pass to each other. They are only in memory, so that no address and no storage contains them. */
export const useSignInSteps = create<{ mfaToken: string | null; email: string }>(() => ({ mfaToken: null, email: '' }))

/** Screen that opens after the sign-in. Links between auth pages carry it on. */
export function useRedirectUri(): { redirect_uri?: string | undefined } {
  const { redirect_uri } = useSearch({ strict: false })
  return { redirect_uri }
}

/**
 * Returns a function that continues a sign-in with the answer of the server: it opens the page of the next challenge, or stores the
 * tokens. The route guard then redirects to the console.
 */
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
