import { useDebouncedValue } from '@mantine/hooks'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '../../session/api/query.ts'

/** The time after the last key until a search or a preview is requested. */
export const typingMs = 300

/** One SIM of the fleet, chosen by a searchable `Select`: its props, and the id, the first SIM's until another is chosen. */
export function useSimChoice() {
  const [text, setText] = useState('')
  const [simId, setSimId] = useState<string | null>(null)
  const [search] = useDebouncedValue(text.trim(), typingMs)
  const { data: sims } = useQuery({
    ...queryOf(endpoints.listSims, { query: { take: '10', ...(search && { search }) } }),
    placeholderData: keepPreviousData,
  })
  const data = (sims?.data ?? []).map(({ id, iccid, device_alias: alias }) => ({
    value: String(id),
    label: alias === null ? iccid : `${alias} ${iccid}`,
  }))
  const value = simId ?? data[0]?.value ?? null
  return {
    chosen: value === null ? null : Number(value),
    select: { data, value, searchable: true, filter: () => data, onChange: setSimId, onSearchChange: setText },
  }
}
