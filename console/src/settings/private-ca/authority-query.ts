import type { CertificateAuthority } from '@simdeck/contract/certificate-authorities.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { init } from '@simdeck/contract/init.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf, refreshTopic } from '../../session/api/query.ts'

/** All CAs, each after the one above it. */
export function useAuthorities() {
  return useQuery({ ...queryOf(endpoints.listAuthorities, {}), refetchOnMount: 'always' })
}

/** Loads the CAs again after a change by this console. */
export const refreshAuthorities = (): void => refreshTopic('authorities')

/** Names of a machine itself, which nothing outside of it reaches. */
const isOwnMachine = ({ hostname }: URL): boolean => /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)

/** The origin that certificates made now would name, if peers cannot reach it; otherwise null. */
export function useUnreachableAddress(): string | null {
  const { data } = useQuery(queryOf(init, {}))
  if (!data) return null
  const { publicUrl } = data.env
  if (publicUrl === null) return 'http://localhost'
  return isOwnMachine(new URL(publicUrl)) ? publicUrl : null
}

/** A CA with its place in the tree. */
export type TreeRow = CertificateAuthority & { depth: number }

/** The CAs with the number of CAs above each, as far as these are here. */
export function treeOf(authorities: readonly CertificateAuthority[]): TreeRow[] {
  const depths = new Map<number, number>()
  return authorities.map((one) => {
    const depth = one.parentId === null ? 0 : (depths.get(one.parentId) ?? -1) + 1
    depths.set(one.id, depth)
    return { ...one, depth }
  })
}
