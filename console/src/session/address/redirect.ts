const home = '/'

/** True if the user has signed in in this tab since the page was loaded. Only then does the login page continue to `redirect_uri`. */
export const signIn = { madeHere: false }

/** Path that opens after the next login: the whole path, or home for login and logout (specification §2). */
export function redirectUriFor(href: string): string {
  const { pathname } = new URL(href, 'http://here')
  return pathname === '/login' || pathname === '/logout' ? home : href
}

/** The path if it belongs to this origin, otherwise home. */
export function safeRedirect(uri: string | undefined, origin: string): string {
  if (uri === undefined || !/^\/(?![/\\])/.test(uri) || !URL.canParse(uri, origin)) return home
  const url = new URL(uri, origin)
  if (url.origin !== new URL(origin).origin) return home
  return redirectUriFor(url.pathname + url.search + url.hash)
}
