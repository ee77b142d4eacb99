const home = '/'

/** Whether the sign-in was made in this tab since the page was loaded: only then the login page leads on to `redirect_uri`. */
export const signIn = { madeHere: false }

/** Where to come back to after login: the whole path, or home when coming from login or logout (specification §2). */
export function redirectUriFor(href: string): string {
  const { pathname } = new URL(href, 'http://here')
  return pathname === '/login' || pathname === '/logout' ? home : href
}

/** The path to open after login: only a path of this origin; anything else is home. */
export function safeRedirect(uri: string | undefined, origin: string): string {
  if (uri === undefined || !/^\/(?![/\\])/.test(uri) || !URL.canParse(uri, origin)) return home
  const url = new URL(uri, origin)
  if (url.origin !== new URL(origin).origin) return home
  return redirectUriFor(url.pathname + url.search + url.hash)
}
