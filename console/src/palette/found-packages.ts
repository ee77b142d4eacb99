import type { PackageFound } from '@simdeck/contract/packages.ts'
import { searchPackages } from '@simdeck/contract/packages.ts'
import { call } from '../session/api/api.ts'
import { useApplication } from '../ui/frame/application.ts'
import { useFound } from './found.ts'
import type { Found } from './found.ts'

const longest = 64

/** The newest packages whose AID, version, label or name contains each typed word. */
export function useFoundPackages(typed: string): Found<PackageFound> {
  const features = useApplication((application) => application.features)
  return useFound(typed, {
    endpoint: searchPackages,
    isSearchable: (text) => features.includes('ota') && text !== '' && text.length <= longest,
    search: (q, signal) => call(searchPackages, { query: { q }, signal }),
  })
}
