import { endpoints } from '@simdeck/contract/endpoints.ts'
import { memberSortFields, memberStatuses } from '@simdeck/contract/members.ts'
import type { Member } from '@simdeck/contract/members.ts'
import type { Page } from '@simdeck/contract/list.ts'
import { roleIds } from '@simdeck/contract/permissions.ts'
import { useListSearch } from '../session/address/list-search.ts'
import { queryClient } from '../session/api/query-client.ts'
import { keyOf, refresh } from '../session/api/query.ts'
import { useList } from '../session/address/use-list.ts'

const filterNames = ['name', 'email', 'role_id', 'status', 'created_start', 'created_end'] as const
export type MemberFilterName = (typeof filterNames)[number]

const oneOf = (numbers: Record<string, number>, value: string): boolean => Object.values(numbers).includes(Number(value))
const isMoment = (value: string): boolean => /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(value) && !Number.isNaN(Date.parse(value))

function valid(name: MemberFilterName, value: string): boolean {
  if (name === 'role_id') return oneOf(roleIds, value)
  if (name === 'status') return oneOf(memberStatuses, value)
  if (name === 'created_start' || name === 'created_end') return isMoment(value)
  return value.length <= 100
}

export type MemberSearch = ReturnType<typeof useMemberSearch>

/** State of the member list in the address: filters, sort and page. */
export function useMemberSearch() {
  return useListSearch({ list: 'member', filters: filterNames, sortable: memberSortFields, valid })
}

/** Current page of members. It is loaded again whenever the window gets the focus. */
export const useMembers = (search: MemberSearch) => useList(endpoints.listMembers, search, { refetchOnWindowFocus: 'always' })

export function refreshMembers(): void {
  void refresh(endpoints.listMembers)
}

/** The cached members with these addresses, on whatever page they were shown. */
export function cachedMembers(emails: ReadonlySet<string>): Member[] {
  const seen = new Map<string, Member>()
  for (const [, page] of queryClient.getQueriesData<Page<Member>>({ queryKey: keyOf(endpoints.listMembers) })) {
    for (const member of page?.data ?? []) if (emails.has(member.email)) seen.set(member.email, member)
  }
  return [...seen.values()]
}
