import { performance } from 'node:perf_hooks'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { BodyIn } from '@simdeck/contract/endpoint.ts'
import { copyOut } from '@simdeck/server/platform/db/copy.ts'
import { openDatabase } from '@simdeck/server/platform/db/database.ts'
import type { Bench } from './bench.ts'
import { mebibytes } from './report.ts'

type ExportRequest = BodyIn<typeof endpoints.createSimExport>

/** The exported columns as stored in the tables: no escaping, no formatted times. */
const tableColumns = `sims.id, iccid, imsi, msisdn, imei, imei_status, device_alias, operator, cm_platform, sims.type, external_device_id,
  groups.name, status, connection, last_poll, poller_name, poller_version, status_poller, other_applet_name, other_applet_version,
  status_other_applet, rsrp, rsrq, mcc, mnc, lac, cell_id, radio, free_memory, has_keys, standby_poller_instance_aid,
  sims.created_at, sims.updated_at`
const fewTableColumns = 'iccid, device_alias, status, connection, last_poll'
const fewColumns: ExportRequest['columns'] = ['iccid', 'device_alias', 'status', 'connection', 'last_poll']
const tables = 'from sims join sim_contacts on sim_id = sims.id left join groups on groups.id = group_id'

/** Exports all SIMs, and compares with COPY TO STDOUT of the same columns. */
export async function benchExport(bench: Bench): Promise<void> {
  const rows: (string | number)[][] = []
  const compare = async (name: string, request: ExportRequest, statement: string) => {
    const copied = await drain(await streamOfCopy(bench, statement))
    await bench.forgetPeak()
    const exported = await drain(await streamOfExport(bench, request))
    rows.push([
      name,
      exported.seconds.toFixed(1),
      Math.round(exported.lines / exported.seconds),
      (copied.seconds / exported.seconds).toFixed(2),
      Math.round(exported.firstByteMs),
      Math.round(exported.firstLineMs),
      mebibytes(await bench.rss()),
    ])
  }
  await compare('all columns', {}, `select ${tableColumns} ${tables}`)
  await compare('5 columns', { columns: fewColumns }, `select ${fewTableColumns} ${tables}`)
  await compare(
    '5 columns, by alias',
    { columns: fewColumns, sort: 'device_alias:ASC' },
    `select ${fewTableColumns} ${tables} order by device_alias collate "C", sims.id`,
  )
  await compare(
    '5 columns, one status',
    { columns: fewColumns, filter: { status: 'SUSPENDED' } },
    `select ${fewTableColumns} ${tables} where status = 'SUSPENDED'`,
  )
  bench.note('The ratio is to COPY TO STDOUT of the same columns as stored in the tables, by one query, read by a Node client.')
  bench.report(
    `Export of ${bench.sims} SIMs`,
    ['', 's', 'lines/s', 'speed ÷ COPY', 'first byte, ms', 'first SIM, ms', 'peak memory of the server'],
    rows,
  )
}

type StartedStream = { at: number; stream: AsyncIterable<Uint8Array>; close: () => Promise<void> }

async function streamOfCopy(bench: Bench, statement: string): Promise<StartedStream> {
  const database = openDatabase(bench.databaseUrl, { max: 2 })
  const at = performance.now()
  return { at, stream: await copyOut(database, statement, 'format csv'), close: database.close }
}

async function streamOfExport(bench: Bench, request: ExportRequest): Promise<StartedStream> {
  const { url } = await bench.call(endpoints.createSimExport, { body: request })
  const at = performance.now()
  const response = await fetch(bench.url + url)
  if (!response.ok || !response.body) throw new Error(`the export answered ${response.status}`)
  return { at, stream: response.body, close: async () => undefined }
}

async function drain({
  at,
  stream,
  close,
}: StartedStream): Promise<{ seconds: number; lines: number; firstByteMs: number; firstLineMs: number }> {
  let firstByteMs: number | null = null
  let firstLineMs: number | null = null
  let lines = 0
  for await (const piece of stream) {
    firstByteMs ??= performance.now() - at
    for (let found = piece.indexOf(10); found >= 0; found = piece.indexOf(10, found + 1)) lines++
    if (lines > 1) firstLineMs ??= performance.now() - at
  }
  const seconds = (performance.now() - at) / 1000
  await close()
  return { seconds, lines, firstByteMs: firstByteMs ?? 0, firstLineMs: firstLineMs ?? 0 }
}
