import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { keepRows } from '../session/api/query-client.ts'
import { queryOf } from '../session/api/query.ts'

const take = 50

/** First groups by name whose names contain the text. */
export function useGroups(name: string) {
  const query = { take, sort: 'name:ASC', ...(name !== '' && { name }) }
  return useQuery({
    ...queryOf(endpoints.listGroups, { query }),
    ...keepRows,
  })
}
