type Listener = () => void
const listeners = new Set<Listener>()

/** Tells of every call that did not reach the server; returns how to stop. */
export function onUnreachable(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A question that is not answered by then has not reached the server. */
const longestQuestionMs = 30_000

/** `fetch`; a question (GET) is given up after a while, so that a screen does not wait for ever on a dead network. */
export const fetchInTime: typeof fetch = async (input, init) => {
  const asks = init?.method === undefined || init.method === 'GET'
  const limits = [init?.signal, asks ? AbortSignal.timeout(longestQuestionMs) : null].filter((signal) => signal instanceof AbortSignal)
  try {
    return await fetch(input, { ...init, ...(limits.length > 0 && { signal: AbortSignal.any(limits) }) })
  } catch (error) {
    if (!init?.signal?.aborted) for (const tell of listeners) tell()
    throw error
  }
}
