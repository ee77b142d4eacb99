import type { CallResult } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { create } from 'zustand'
import { call } from '../../session/api/api.ts'

export type ChainStep = CallResult<typeof endpoints.verifySystemLog>

interface ChainCheck {
  /** The last step; null before the first one. */
  step: ChainStep | null
  running: boolean
  /** Error of the step at which the check ended. */
  failed: unknown
}

/**
 * Check of the chain of the system log in steps. It continues on the other screens of the console, and is ended by `stop`, a fault, the end
 * of the log or a step that fails.
 */
export const useChainCheck = create<ChainCheck>(() => ({ step: null, running: false, failed: null }))

let controller = new AbortController()

/** Checks the log from its start. */
export const checkChain = (): Promise<void> => checkFrom(0)

/** Continues a check that was stopped. */
export const continueChain = (): Promise<void> => checkFrom(useChainCheck.getState().step?.rows ?? 0)

export function stopChain(): void {
  controller.abort()
  useChainCheck.setState({ running: false })
}

async function checkFrom(first: number): Promise<void> {
  if (useChainCheck.getState().running) return
  const { signal } = (controller = new AbortController())
  const before = first === 0 ? null : useChainCheck.getState().step
  useChainCheck.setState({ step: before, running: true, failed: null })
  let after = first
  try {
    for (;;) {
      const step = await call(endpoints.verifySystemLog, { query: { after }, signal })
      if (signal.aborted) return
      useChainCheck.setState({ step, running: !step.done })
      if (step.done) return
      after = step.rows
    }
  } catch (error) {
    if (!signal.aborted) useChainCheck.setState({ running: false, failed: error })
  }
}
