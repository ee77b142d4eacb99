import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { keepRows } from '../session/api/query-client.ts'
import { queryOf } from '../session/api/query.ts'

const take = 50

/** Groups whose names contain the text: the first fifty in the order of their names. */
export function useGroups(name: string) {
  const query = { take, sort: 'name:ASC', ...(name !== '' && { name }) }
  return useQuery({
    ...queryOf(endpoints.listGroups, { query }),
    ...keepRows,
  })
}
