import { CallError } from '@simdeck/contract/client.ts'
import { keepPreviousData, QueryClient } from '@tanstack/react-query'

/** A request that the server refused is not sent again; one that did not reach it is, once. */
function retry(failures: number, error: Error): boolean {
  return failures < 1 && !(error instanceof CallError && error.status < 500)
}

export const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: 10_000, retry, refetchOnWindowFocus: false } },
})

/** For lists: the old rows stay until the new ones are there. */
export const keepRows = { placeholderData: keepPreviousData } as const
