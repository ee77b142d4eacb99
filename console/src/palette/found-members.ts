import type { Member } from '@simdeck/contract/members.ts'
import { listMembers } from '@simdeck/contract/members.ts'
import { call } from '../session/api/api.ts'
import { useFound } from './found.ts'
import type { Found } from './found.ts'
import { looksLikeNumber } from './found-sims.ts'

const shown = 5
const longest = 100

/** Members whose name or e-mail address contains the text. */
export const useFoundMembers = (typed: string): Found<Member> =>
  useFound(typed, {
    endpoint: listMembers,
    isSearchable: (text) => text !== '' && text.length <= longest && !looksLikeNumber(text),
    search: async (text, signal) => {
      const found = await Promise.all(
        (['name', 'email'] as const).map((field) => call(listMembers, { query: { [field]: text, sort: 'name:ASC', take: shown }, signal })),
      )
      const members = new Map(found.flatMap(({ data }) => data).map((member) => [member.id, member]))
      return [...members.values()].slice(0, shown)
    },
  })
