import { CallError } from '@simdeck/contract/client.ts'
import { keepPreviousData, QueryClient } from '@tanstack/react-query'

/** A request that the server refused is not sent again; one that did not reach it is, once. */
function retry(failures: number, error: Error): boolean {
  return failures < 1 && !(error instanceof CallError && error.status < 500)
}

export const queryClient = new QueryClient({
  defaultOptions: {
    // Also asked while the browser believes to be offline: a question that fails says so, one that is put off leaves the old rows.
    queries: { staleTime: 10_000, retry, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})

/** For lists: the old rows stay until the new ones are there. */
export const keepRows = { placeholderData: keepPreviousData } as const
