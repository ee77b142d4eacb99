import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { PackageKey } from '@simdeck/contract/packages.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../session/api/query.ts'

export function useManagedAids() {
  return useQuery(queryOf(endpoints.listManagedPackageAids, {}))
}

const maxProviders = 100

/** Registered packages of one AID, newest version first. */
export function usePackagesOf(packageAID: string, enabled: boolean) {
  return useQuery({
    ...queryOf(endpoints.listPackages, { query: { packageAID, take: maxProviders, sort: 'otaVersion:DESC' } }),
    enabled,
  })
}

export function usePackage(key: PackageKey) {
  return useQuery({
    ...queryOf(endpoints.getPackage, { params: key }),
  })
}
