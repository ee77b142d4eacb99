let leaving = false

/** Observes whether the page is being left. Call once, at the start. */
export function observeLeaving(): void {
  for (const type of ['beforeunload', 'pagehide']) window.addEventListener(type, () => (leaving = true))
  window.addEventListener('pageshow', () => (leaving = false))
}

/**
 * True if the browser may have aborted running calls, because the page is being left. It stays true if the user then stays on the
 * page, so use it only to interpret a call without an answer.
 */
export const isLeavingPage = (): boolean => leaving
