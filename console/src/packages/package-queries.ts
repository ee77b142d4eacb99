import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { PackageKey } from '@simdeck/contract/packages.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../session/api/api.ts'

export function useManagedAids() {
  return useQuery({ queryKey: ['package-aids'], queryFn: ({ signal }) => call(endpoints.listManagedPackageAids, { signal }) })
}

const mostProviders = 100

/** Registered packages of one AID, newest version first. */
export function usePackagesOf(packageAID: string, enabled: boolean) {
  return useQuery({
    queryKey: ['packages-of', packageAID],
    queryFn: ({ signal }) => call(endpoints.listPackages, { query: { packageAID, take: mostProviders, sort: 'otaVersion:DESC' }, signal }),
    enabled,
  })
}

export function usePackage(key: PackageKey) {
  return useQuery({
    queryKey: ['package', key],
    queryFn: ({ signal }) => call(endpoints.getPackage, { params: key, signal }),
  })
}
