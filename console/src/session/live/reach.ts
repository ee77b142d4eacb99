type Listener = () => void
const listeners = new Set<Listener>()

/** Calls the listener after every call that did not reach the server. Returns a function that removes the listener. */
export function onUnreachable(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Time limit of a GET request. After it the server counts as unreachable. */
const requestLimitMs = 30_000

/** `fetch` with a time limit for GET requests, so that no screen waits forever on a broken network. */
export const fetchInTime: typeof fetch = async (input, init) => {
  const isGet = init?.method === undefined || init.method === 'GET'
  const limits = [init?.signal, isGet ? AbortSignal.timeout(requestLimitMs) : null].filter((signal) => signal instanceof AbortSignal)
  try {
    return await fetch(input, { ...init, ...(limits.length > 0 && { signal: AbortSignal.any(limits) }) })
  } catch (error) {
    if (!init?.signal?.aborted) for (const listener of listeners) listener()
    throw error
  }
}
