import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { Search } from '../../session/address/list-search.ts'

const names = ['sims', 'applets', 'confirm'] as const

/**
 * The step of the wizard, which the address names in `at`, so that the back button of the browser returns to the step before. Input is
 * only in memory, so an address cannot open a step that the user has not reached since the wizard was opened.
 */
export function useWizardSteps() {
  const search: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  const { history } = useRouter()
  const [entry] = useState(() => history.location.state.__TSR_index)
  const [first, setFirst] = useState(0)
  const [reached, setReached] = useState(0)
  const [attempt, setAttempt] = useState(0)
  const named = names.findIndex((name) => name === search['at'])
  const step = Math.min(named === -1 ? first : named, reached)
  const [shown, setShown] = useState(step)
  if (shown !== step) {
    setShown(step)
    if (step === 2) setAttempt(attempt + 1)
  }
  return {
    step,
    /** Counts how often the confirmation was opened. */
    attempt,
    repeat: (): void => setAttempt((before) => before + 1),
    /** Sets the step that the wizard shows if the address names none. */
    begin: (next: number): void => {
      setFirst(next)
      setReached(next)
    },
    /** Sets the last step that can be shown: later ones wait until the changed input is complete. */
    reach: (last: number): void => setReached(last),
    goTo: (next: number): void => {
      setReached((before) => Math.max(before, next))
      void navigate({ to: '.', search: { ...search, page: undefined, at: next === first ? undefined : names[next] } })
      window.scrollTo({ top: 0 })
    },
    /** Goes back to the entry with which the wizard was opened, so that the back button leaves it after the start. */
    end: (): void => {
      const behind = history.location.state.__TSR_index - entry
      if (behind > 0) history.go(-behind)
      window.scrollTo({ top: 0 })
    },
  }
}
