import type { DifferenceKind } from '@simdeck/contract/drift.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { makeCapFile } from '@simdeck/server/testing/cap-file.ts'
import { iotSafeCap } from '../testing/recipes.ts'
import type { Bench } from './bench.ts'
import { mebibytes, spread } from './report.ts'

const times = 20
/** Percents of the SIMs by their leading difference, 20 in all. The others hold what they should. */
const percents: Partial<Record<DifferenceKind, number>> = { missing: 6, otherVersion: 5, extra: 8, otherState: 1 }

/** Reads the fleet view of differences over content lists of all SIMs, one SIM in five of which differs. */
export async function benchDrift(bench: Bench): Promise<void> {
  const { query, call, sims } = bench
  const cap = await makeCapFile(iotSafeCap)
  const { packageAID, otaVersion } = await call(endpoints.uploadPackage, { body: {}, file: new File([Buffer.from(cap)], 'bench.cap') })
  const startedAt = performance.now()
  await fill(bench, packageAID, otaVersion)
  bench.note(`content lists of ${sims} SIMs are stored in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  const [some] = await query<{ iccid: string }>('select iccid from sims s join sim_differences d on d.sim_id = s.id order by s.id limit 1')
  const { totalItems } = await call(endpoints.listDifferingSims, { query: {} })
  const last = Math.max(0, Math.floor(totalItems / 20) - 1)
  const asked: [string, () => Promise<unknown>][] = [
    ['first page', () => call(endpoints.listDifferingSims, { query: {} })],
    ['first page of a kind', () => call(endpoints.listDifferingSims, { query: { kind: 'extra' } })],
    [`page ${last}`, () => call(endpoints.listDifferingSims, { query: { pageIndex: last } })],
    ['search of a part of an ICCID', () => call(endpoints.listDifferingSims, { query: { search: some!.iccid.slice(-8) } })],
    ['figures', () => call(endpoints.getDriftFigures, {})],
    ['remedies', () => call(endpoints.getDriftRemedies, { query: {} })],
    ['extra content', () => call(endpoints.getDriftExtras, { query: {} })],
  ]
  const { id: snapshotId, total } = await call(endpoints.createSnapshot, { body: { drift: { extra: `${packageAID} 1.0` } } })
  const removal = { snapshotId, kind: 'remove-extra' as const, extra: `${packageAID} 1.0`, withCertificates: true }
  asked.push([`dry run of a removal from ${total} SIMs`, () => call(endpoints.dryRunBulkOta, { body: removal })])
  const rows: string[][] = []
  for (const [name, ask] of asked) rows.push([name, ...spread(await timesOf(ask))])
  const csvAt = performance.now()
  const { url } = await call(endpoints.getDriftCsvUrl, { query: {} })
  const octets = (await (await fetch(bench.url + url)).arrayBuffer()).byteLength
  bench.report(`Differences of ${totalItems} of ${sims} SIMs through HTTP`, ['answer', 'p50, ms', 'p95, ms', 'slowest, ms'], rows)
  bench.note(
    `CSV: ${mebibytes(octets)} in ${((performance.now() - csvAt) / 1000).toFixed(1)} s; memory of the server ${mebibytes(await bench.rssNow())}`,
  )
}

async function timesOf(ask: () => Promise<unknown>): Promise<number[]> {
  const taken: number[] = []
  for (let n = 0; n < times; n++) {
    const startedAt = performance.now()
    await ask()
    taken.push(performance.now() - startedAt)
  }
  return taken
}

/** Stores the content list of every SIM, and the differences as the server stores them when a card answers. */
async function fill({ query }: Bench, aid: string, version: string): Promise<void> {
  await query(
    `insert into sim_inventories (sim_id, read_at, load_files, applications)
     select id, date_trunc('milliseconds', now()) - id * interval '100 milliseconds',
       jsonb_build_array(jsonb_build_object('aid', $1::text, 'state', '01', 'version', $2::text)),
       jsonb_build_array(jsonb_build_object('aid', $1::text || '01', 'state', '07')) from sims`,
    [aid, version],
  )
  let from = 0
  for (const [kind, percent] of Object.entries(percents)) {
    await query(
      `insert into sim_differences (sim_id, kind, package_id, remedy, read_at, differences)
       select i.sim_id, $1::text, case when $1 = 'extra' then null else p.id end, case when $1 = 'missing' then md5('bench') end, i.read_at,
         jsonb_build_array(jsonb_build_object('kind', $1::text, 'aid', $2::text, 'version', '1.0', 'state', '01', 'packageId', null,
           'withoutApplet', false, 'protectedBy', null, 'applets', jsonb_build_array($2::text || '01')))
       from sim_inventories i, (select max(id) as id from packages) p where i.sim_id % 100 >= $3 and i.sim_id % 100 < $4`,
      [kind, aid, from, from + percent],
    )
    from += percent
  }
  await query('analyze sim_inventories, sim_differences')
}
