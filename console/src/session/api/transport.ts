import { createClient } from '@simdeck/contract/client.ts'
import type { Transport } from '@simdeck/contract/client.ts'
import { basePaths } from '@simdeck/contract/endpoints.ts'
import type { Init } from '@simdeck/contract/init.ts'
import { useLanguageStore } from '../../ui/words/language.ts'
import { usePersisted } from '../../ui/table/persisted.ts'
import { fetchAuthorized } from '../not-authorized.ts'

type BaseUrls = Init['env']['baseUrls']

let baseUrls: BaseUrls = basePaths

/** Sets the base addresses of the APIs and of the websocket, as `/v1/init` returned them. */
export function setBaseUrls(urls: BaseUrls): void {
  baseUrls = urls
}

export function websocketUrl(ticket: string): string {
  const url = new URL(baseUrls.ws, window.location.href)
  url.protocol = url.protocol.replace('http', 'ws')
  url.searchParams.set('token', ticket)
  return url.href
}

export const transport: Transport = {
  baseUrl: (api) => baseUrls[api],
  headers: () => {
    const headers: Record<string, string> = { 'accept-language': useLanguageStore.getState().language }
    const { auth } = usePersisted.getState()
    if (auth) headers['authorization'] = `Bearer ${auth.accessToken}`
    return headers
  },
  fetch: fetchAuthorized,
}

/** API call that throws on a 401. It neither renews the tokens nor ends the session. */
export const callOnce = createClient(transport)
