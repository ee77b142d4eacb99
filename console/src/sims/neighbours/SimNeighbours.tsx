import { endpoints } from '@simdeck/contract/endpoints.ts'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { queryOf } from '../../session/api/query.ts'
import { IconButton } from '../../ui/form/Button.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { edgesOf, type ListPlace, placeOf } from './neighbours.ts'
import css from './neighbours.module.css'
import { neighboursText } from './neighbours-text.ts'

/** Steps to the previous and the next SIM of the list from which the user came, in the order that the list had. */
export function SimNeighbours({ simId }: { simId: number }) {
  const place = useMemo(() => placeOf(simId), [simId])
  return place && <Steps place={place} simId={simId} />
}

function usePageBeside(query: object | null) {
  return useQuery({ ...queryOf(endpoints.listSims, { query: query ?? {} }), enabled: query !== null, staleTime: Infinity }).data?.data
}

function Steps({ place, simId }: { place: ListPlace; simId: number }) {
  const t = useText(neighboursText)
  const navigate = useNavigate()
  const { before, after } = edgesOf(place, simId)
  const pageBefore = usePageBeside(before)
  const pageAfter = usePageBeside(after)
  const at = place.sims.findIndex(({ id }) => id === simId)
  const previous = before ? pageBefore?.at(-1) : place.sims[at - 1]
  const next = after ? pageAfter?.[0] : place.sims[at + 1]
  const step = (to: { id: number; iccid: string } | undefined, label: string, icon: ReactNode) => (
    <IconButton
      variant="ghost"
      size="sm"
      label={label}
      disabled={!to}
      onClick={() => to && void navigate({ to: '/sims/$id/$cid', params: { id: String(to.id), cid: to.iccid } })}
    >
      {icon}
    </IconButton>
  )
  return (
    <nav className={css.steps} aria-label={t.label}>
      <span>{t.place(formatNumber(place.total), formatNumber(place.start + at + 1))}</span>
      {step(previous, t.previous, <IconArrowUp size={16} />)}
      {step(next, t.next, <IconArrowDown size={16} />)}
    </nav>
  )
}
