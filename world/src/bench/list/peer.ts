import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Bench } from '../bench.ts'
import { percentile } from '../report.ts'
import { pageSize } from './combinations.ts'
import { type Peer, startDirectus } from './directus.ts'
import { type PeerQuestion, peerQuestions } from './peer-questions.ts'

const times = 20
/** A page that takes Directus longer is requested fewer times. */
const limitMs = 15_000

/** Requests ten lists, with page and total, in turn from Simdeck and from Directus, on the same PostgreSQL and the same SIMs. */
export async function benchPeer(bench: Bench): Promise<void> {
  const [{ newest } = { newest: new Date() }] = await bench.query<{ newest: Date }>('select max(last_poll) as newest from sim_contacts')
  const peer = await startDirectus(bench)
  const rows: (string | number)[][] = []
  try {
    for (const question of peerQuestions(newest))
      for (const page of question.pages) rows.push(...(await compared(bench, peer, question, page)))
  } finally {
    await peer.close()
  }
  bench.report(
    `SIM list, ${bench.sims} SIMs, beside Directus: page of ${pageSize} and total, ms`,
    ['list', 'SIMs', 'page', 'Simdeck, p50', 'p95', 'Directus, p50', 'p95'],
    rows,
  )
}

async function compared(bench: Bench, peer: Peer, question: PeerQuestion, page: number): Promise<(string | number)[][]> {
  const own: number[] = []
  const others: number[] = []
  let [total, otherTotal] = [0, 0]
  const startedAt = performance.now()
  while (own.length < times && performance.now() - startedAt < limitMs) {
    await bench.accessToken()
    const start = performance.now()
    const answer = await bench.call(endpoints.listSims, { query: { ...question.simdeck, take: pageSize, pageIndex: page - 1 } })
    const between = performance.now()
    const other = await peer.list(question, page)
    own.push(between - start)
    others.push(performance.now() - between)
    total = answer.totalItems
    otherTotal = other.total
  }
  if (total !== otherTotal) bench.note(`${question.name}: ${total} SIMs here, ${otherTotal} there`)
  if ((page - 1) * pageSize >= total) return []
  const figures = [own, others].flatMap((all) => [percentile(all, 0.5), percentile(all, 0.95)])
  return [[question.name, total, page, ...figures.map((ms) => ms.toFixed(1))]]
}
