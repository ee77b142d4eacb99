let leaving = false

/** Notices that the page is being left or reloaded, and that it came back after all. Call once, at the start. */
export function followPage(): void {
  for (const type of ['beforeunload', 'pagehide']) window.addEventListener(type, () => (leaving = true))
  window.addEventListener('pageshow', () => (leaving = false))
}

/**
 * Whether the browser may have given up the calls under way because the page is being left. It stays true for a user who then stays on
 * the page, so it decides only what a call without an answer means.
 */
export const isLeavingPage = (): boolean => leaving
