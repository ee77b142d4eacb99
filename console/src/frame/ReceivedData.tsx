import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Page } from '@simdeck/contract/list.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import { Link } from '@tanstack/react-router'
import { keyOf } from '../session/api/query.ts'
import { queryClient } from '../session/api/query-client.ts'
import type { liveNotes } from '../session/live/live-notes.ts'
import { formatClock } from '../ui/words/clock.ts'
import { defineText, useText } from '../ui/words/text.ts'
import css from './connection.module.css'

const text = defineText({
  title: { ja: '受信したSIMデータ', en: 'Received SIM data' },
  poll: { ja: 'ポーリング', en: 'poll' },
  carrier: { ja: (name: string) => `回線事業者（${name}）`, en: (name: string) => `carrier, asked by ${name}` },
  failed: { ja: '失敗', en: 'failed' },
})

/** The SIM as a list or a page of the console knows it. */
function knownSim(id: number): Sim | undefined {
  const one = queryClient.getQueryData<Sim>(keyOf(endpoints.getSim, { params: { id } }))
  const pages = queryClient.getQueriesData<Page<Sim>>({ queryKey: keyOf(endpoints.listSims) })
  return one ?? pages.flatMap(([, page]) => page?.data ?? []).find((sim) => sim.id === id)
}

/** The latest data that the shown SIMs sent, newest first. */
export function ReceivedData({ rows }: { rows: (typeof liveNotes)['received'] }) {
  const t = useText(text)
  if (rows.length === 0) return null
  return (
    <>
      <h3 id="received-data">{t.title}</h3>
      <ul className={css.received} aria-labelledby="received-data" tabIndex={0}>
        {rows.map((row) => {
          const sim = knownSim(row.simId)
          return (
            <li key={`${row.simId} ${row.created_at}`}>
              <time dateTime={row.created_at}>{formatClock(row.created_at)}</time>
              {sim ? (
                <Link to="/sims/$id/$cid" params={{ id: String(sim.id), cid: sim.iccid }}>
                  <bdi>{sim.device_alias ?? sim.iccid}</bdi>
                </Link>
              ) : (
                <span>#{row.simId}</span>
              )}
              <span>
                {row.source === 'poll' ? t.poll : t.carrier(row.user_name ?? row.user_email ?? '')}
                {!row.isSuccess && ` · ${t.failed}`}
              </span>
            </li>
          )
        })}
      </ul>
    </>
  )
}
