import type { Logger } from 'pino'
import { closeFinishedCampaigns } from '../campaigns/campaigns.ts'
import type { Config } from '../config.ts'
import type { Sealer } from '../platform/crypto/seal.ts'
import { openDatabase } from '../platform/db/database.ts'
import type { ChangeFeed } from '../platform/events/change-feed.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Foreground } from '../platform/foreground.ts'
import type { Metrics } from '../platform/metrics.ts'
import { DeviceBatch } from './batch/batch.ts'
import { openDevicePort } from './device-port.ts'
import { deviceEngine } from './engine.ts'
import { expireSessions } from './expiry.ts'
import { DeviceNode } from './node.ts'
import { PollTable } from './polls/poll-table.ts'
import { keepRawLogPartitions } from './raw-log/partitions.ts'
import { WorkSource } from './work.ts'
import { framesOf } from '../platform/log.ts'

const connections = 12
const workSweepMs = 60_000
const tableSweepMs = 30 * 60_000
const expirySweepMs = 5_000
const campaignSweepMs = 20_000
const partitionSweepMs = 60 * 60_000
const rawLogDays = 30

/** The device port with its engine, its table of SIMs and the sweeps that keep both right. */
export async function startDeviceService(options: {
  config: Config
  databaseUrl: string
  sealer: Sealer
  feed: ChangeFeed
  jobs: Jobs
  log: Logger
  metrics: Metrics
  foreground: Foreground
}): Promise<{ port: number; close: () => Promise<void> }> {
  const { config, feed, jobs, log, metrics } = options
  // Connections of its own: however many cards there are, those of the console do not wait for them.
  const database = openDatabase(options.databaseUrl, {
    max: connections,
    keepPlans: true,
    onError: (error) => log.warn({ errorName: error.name }, 'a database connection was lost'),
  })
  const { db } = database
  await keepRawLogPartitions(db, rawLogDays, new Date())
  const work = new WorkSource(options.sealer)
  const batch = new DeviceBatch({ db, publish: feed.publish, log })
  const table = new PollTable(db, batch)
  const node = new DeviceNode({ db, table, work, batch, publish: feed.publish, metrics, log, foreground: options.foreground })

  const reload = () => Promise.all([table.reload(), node.readSettings()])
  await reload()

  const attempt = (what: string, task: () => Promise<unknown>) => () => {
    task().catch((error: Error) => log.warn({ errorName: error.name, stack: framesOf(error) }, `${what} failed and is tried again`))
  }
  const unsubscribe = feed.onChange(({ work: simIds }) => {
    if (simIds === 'all') attempt('reading the SIMs', reload)()
    else if (simIds.length > 0) attempt('reading SIMs', () => table.refresh(simIds))()
  })
  const later = (name: string, everyMs: number, run: () => Promise<unknown>) => jobs.every({ name, everyMs, startsLater: true, run })
  later('SIMs with work', workSweepMs, () => Promise.all([table.readWork(), node.readSettings()]))
  later('SIMs of the device port', tableSweepMs, reload)
  later('ended sessions', expirySweepMs, () => expireSessions({ db, work, publish: feed.publish }))
  later('finished campaigns', campaignSweepMs, async () => feed.publish({ campaigns: await closeFinishedCampaigns(db, 'all') }))
  later('raw log', partitionSweepMs, () => keepRawLogPartitions(db, rawLogDays, new Date()))
  const port = await openDevicePort({ host: config.HOST, port: config.DEVICE_PORT, answer: deviceEngine(node) })
  jobs.every({
    name: 'device port',
    everyMs: 5_000,
    async run() {
      metrics.openSessions.set(port.connections())
      batch.logRows(node.refused.take(new Date()), true)
    },
  })
  return {
    port: port.port,
    async close() {
      unsubscribe()
      await port.close()
      await node.turns.end()
      batch.logRows(node.refused.takeAll(), true)
      await batch.end()
      await database.close()
    },
  }
}
