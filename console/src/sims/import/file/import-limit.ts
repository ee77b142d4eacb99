import { init } from '@simdeck/contract/init.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../../session/api/query.ts'

/** Maximum size of a file in megabytes. Null until the server has answered. */
export function useImportLimit(): number | null {
  const { data } = useQuery(queryOf(init, {}))
  return data?.env.importMaxMb ?? null
}

export const isAboveLimit = (file: File, megabytes: number): boolean => file.size > megabytes * 1_000_000
