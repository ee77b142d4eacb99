import { transport } from '../session/api/transport.ts'

/** Address of the main API for other systems. */
export function apiOrigin(): string {
  return new URL(transport.baseUrl('main') || '/', window.location.href).href.replace(/\/$/, '')
}

/** Example for another system: gets a token with an API ID and makes a call with it, as two commands for a POSIX shell. */
export function curlExample({ id = 'API_ID', secret = 'SECRET' } = {}): string {
  const origin = apiOrigin()
  return [
    `TOKEN=$(curl -sS -u '${id}:${secret}' -d grant_type=client_credentials '${origin}/v1/token' \\`,
    `  | sed -E 's/.*"access_token":"([^"]+)".*/\\1/')`,
    `curl -sS -H "Authorization: Bearer $TOKEN" '${origin}/v1/sims?take=20'`,
  ].join('\n')
}
