import { CallError } from '@simdeck/contract/client.ts'
import { keepPreviousData, QueryClient } from '@tanstack/react-query'

/** True if the server answered and refused the request. False if the request did not reach the server, or failed with a 5xx status. */
export const isRefused = (error: Error): boolean => error instanceof CallError && error.status < 500

/** A failed request is repeated once, a refused one is not. */
const retry = (failures: number, error: Error): boolean => failures < 1 && !isRefused(error)

export const queryClient = new QueryClient({
  defaultOptions: {
    // Queries run even if the browser reports that it is offline. A failed query shows an error; a paused one would keep the old
    // rows without a notice.
    queries: { staleTime: 10_000, retry, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})

/** Query option of lists: the old rows stay until the new ones arrive. */
export const keepRows = { placeholderData: keepPreviousData } as const
