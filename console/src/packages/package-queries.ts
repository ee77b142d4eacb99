import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { PackageKey } from '@simdeck/contract/packages.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../session/api.ts'

export function useManagedAids() {
  return useQuery({ queryKey: ['package-aids'], queryFn: ({ signal }) => call(endpoints.listManagedPackageAids, { signal }) })
}

export function usePackage(key: PackageKey) {
  return useQuery({
    queryKey: ['package', key],
    queryFn: ({ signal }) => call(endpoints.getPackage, { params: key, signal }),
  })
}
