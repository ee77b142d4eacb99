import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf, refresh } from '../../session/api/query.ts'

/** All API IDs, without their secrets. */
export function useApiIds() {
  return useQuery({
    ...queryOf(endpoints.listApiCredentials, {}),
    refetchOnWindowFocus: 'always',
  })
}

export function refreshApiIds(): void {
  void refresh(endpoints.listApiCredentials)
}
