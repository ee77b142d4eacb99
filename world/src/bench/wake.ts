import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '@simdeck/server/platform/db/database.ts'
import { queueWakes } from '@simdeck/server/sms/messages/queries.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { SmppServer } from '../smpp/smpp-server.ts'
import { storeKeySets } from '../smpp/store-key-sets.ts'
import { WakeCards } from '../smpp/wake-cards.ts'
import { credentials, keySetOfSim, numberOfSim } from '../smpp/wake.fixture.ts'
import type { Bench } from './bench.ts'
import { listAsker } from './list-asker.ts'
import { mebibytes, spread } from './report.ts'

const perSecond = 500
const windowSize = 100
const lookMs = 1_000
const cutMs = 2_000
/** Shares of the messages whose network doubles them, or is late with them. */
const faults = { lost: 0, doubled: 0.01, late: 0.05, latestMs: 2_000 }

/** Wakes every SIM by a message through an SMPP server that is cut off in the middle, while pages of the list are requested. */
export async function benchWake(bench: Bench): Promise<void> {
  const { query, call, sims } = bench
  const database = openDatabase(bench.databaseUrl, { max: 2 })
  try {
    const rows = await query<{ id: number; iccid: string }>('select id, iccid from sims order by id')
    const numbers = rows.map((_, index) => numberOfSim(index))
    await query(
      `update sims set msisdn = given.number from unnest($1::bigint[], $2::text[]) as given (id, number) where sims.id = given.id`,
      [rows.map(({ id }) => id), numbers],
    )
    await storeKeySets(
      database,
      bench.masterKey,
      rows.map(({ iccid }, index) => ({ iccid, keySet: keySetOfSim(index) })),
    )
    const cards = new WakeCards(numbers)
    using centre = new SmppServer({ ...credentials, faults, seed: String(bench.flags.seed), device: cards.device })
    const port = await centre.listen()
    await bench.restart({ SMPP_PRIVATE_RANGES: '127.0.0.0/8' })
    await call(endpoints.putSmsGateway, {
      body: {
        host: '127.0.0.1',
        port,
        security: 'none',
        system_id: credentials.systemId,
        password: credentials.password,
        system_type: '',
        sender: '+81312345678',
        messages_per_second: perSecond,
        window_size: windowSize,
      },
    })
    const queuedAt = performance.now()
    await database.db.transaction().execute((trx) =>
      queueWakes(
        trx,
        rows.map(({ id }) => id),
      ),
    )
    const queueMs = performance.now() - queuedAt
    const sender = () => call(endpoints.getSmsSender, {})
    const asker = listAsker(bench)
    let seen: Awaited<ReturnType<typeof sender>> | null = null
    const { done: seconds, times } = await asker.meanwhile(async () => {
      const startedAt = performance.now()
      let isCut = false
      for (;;) {
        const { queued, sent, unknown, accepted } = await sender()
        if (queued + sent + unknown + accepted === 0) return (performance.now() - startedAt) / 1000
        if (!isCut && centre.counts.accepted > sims / 2) {
          isCut = true
          centre.losesAnswers = true
          await pause(cutMs / 10)
          centre.cut()
          centre.losesAnswers = false
          seen = await sender()
        }
        await pause(lookMs)
      }
    })
    const shown = seen as Awaited<ReturnType<typeof sender>> | null
    const counted = await query<{ state: string; again: boolean; count: number }>(
      `select state, attempts > 1 as again, count(*) from sms_messages group by 1, 2 order by 1, 2`,
    )
    const of = (count: (woken: number) => boolean) => cards.woken.filter(count).length
    const [p50, p95, slowest] = spread(times)
    bench.report(
      `${sims} SIMs woken by SMS at ${perSecond} a second, the SMPP server cut off in the middle`,
      ['measurement', 'value'],
      [
        ['time to queue the messages, s', (queueMs / 1000).toFixed(1)],
        ['seconds until the last receipt', seconds.toFixed(1)],
        ['messages a second', (sims / seconds).toFixed(0)],
        ['submit_sm at the SMPP server', centre.counts.submitted],
        ['sessions', centre.counts.binds],
        ['SIMs woken once', of((woken) => woken === 1)],
        ['SIMs never woken', of((woken) => woken === 0)],
        ['SIMs woken twice', of((woken) => woken > 1)],
        ...counted.map(({ state, again, count }): [string, number] => [`messages ${state}${again ? ', sent again' : ''}`, count]),
        ['after the cut the page shows', shown ? `bound ${shown.bound_since !== null}, unknown ${shown.unknown}, sent ${shown.sent}` : '—'],
        ['pages of the list meanwhile', times.length],
        ['their p50, p95, slowest, ms', `${p50}, ${p95}, ${slowest}`],
        ['memory of the server (RSS)', mebibytes(await bench.rssNow())],
      ],
    )
  } finally {
    await database.close()
  }
}
