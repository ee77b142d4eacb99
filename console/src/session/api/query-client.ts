import { CallError } from '@simdeck/contract/client.ts'
import { keepPreviousData, QueryClient } from '@tanstack/react-query'

/** A request that did not reach the server, or failed with a 5xx status, is retried once; a refused one is not. */
function retry(failures: number, error: Error): boolean {
  return failures < 1 && !(error instanceof CallError && error.status < 500)
}

export const queryClient = new QueryClient({
  defaultOptions: {
    // Queries run even if the browser reports that it is offline: a failed query shows an error, a paused one would silently keep
    // the old rows.
    queries: { staleTime: 10_000, retry, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})

/** Query option of lists: the old rows stay until the new ones arrive. */
export const keepRows = { placeholderData: keepPreviousData } as const
