import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../session/api/api.ts'
import { queryClient } from '../../session/api/query-client.ts'

/** All sets of API ID and secret, without the secrets. */
export function useApiIds() {
  return useQuery({
    queryKey: ['api-credentials'],
    queryFn: ({ signal }) => call(endpoints.listApiCredentials, { signal }),
    refetchOnWindowFocus: 'always',
  })
}

export function refreshApiIds(): void {
  void queryClient.invalidateQueries({ queryKey: ['api-credentials'] })
}
