import type { InvitedMember } from '@simdeck/contract/members.ts'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useMay } from '../../session/use-me.ts'
import { useText } from '../../ui/words/text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { memberOutcomeText } from '../member-text.ts'

/**
 * Returns a function that shows a toast after an invitation. If no mail server is set up, the toast links to the outbox, where the
 * mail can be read.
 */
export function useInvitationToast(): (invited: InvitedMember, again: boolean) => void {
  const outcomes = useText(memberOutcomeText)
  const navigate = useNavigate()
  const readsOutbox = useMay('SETTING_PASSWORD_SECURITY')
  return useCallback(
    ({ email, mail }, again) => {
      if (mail === 'queued') return toast.success(again ? outcomes.resent : outcomes.invited(email))
      const title = again ? outcomes.resentKept : outcomes.invitedKept(email)
      if (!readsOutbox) return toast.success(title, outcomes.askRoot)
      toast.success(title, outcomes.readOutbox, { words: outcomes.toOutbox, onClick: () => void navigate({ to: '/settings/outbox' }) })
    },
    [outcomes, navigate, readsOutbox],
  )
}
