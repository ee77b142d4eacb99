import { rawOtaLogDays } from '@simdeck/contract/traces.ts'
import { signalHours } from '@simdeck/contract/sim-signal.ts'
import { closeFinishedCampaigns } from '../campaigns/campaigns.ts'
import { openDatabase } from '../platform/db/database.ts'
import { keepDayPartitions } from '../platform/db/day-partitions.ts'
import type { Job } from '../platform/jobs/job.ts'
import { framesOf } from '../platform/log.ts'
import type { Platform } from '../platform/platform.ts'
import { AgentAnswers } from './answer-agent.ts'
import { DeviceBatch } from './batch/batch.ts'
import { type DevicePort, openDevicePort } from './device-port.ts'
import { deviceEngine } from './engine.ts'
import { expireSessions } from './expiry.ts'
import { DeviceNode } from './node.ts'
import { NextKeys } from './next-keys.ts'
import { PollKeys } from './polls/poll-keys.ts'
import { PollTable } from './polls/poll-table.ts'
import { addPollTimes } from './poll-times-queries.ts'
import { OtaJobReader } from './ota-jobs.ts'

const connections = 12
const dueSweepMs = 60_000
const tableSweepMs = 30 * 60_000
const expirySweepMs = 5_000
const campaignSweepMs = 20_000
const partitionSweepMs = 60 * 60_000
const refusedMs = 5_000
const pollTimesMs = 5_000

/** The device port with its engine, its table of SIMs and the jobs that keep them up to date. */
export function deviceService({ config, feed, log, metrics, ...platform }: Platform) {
  // Separate connections, so that requests of the console never wait for those of cards.
  const database = openDatabase(platform.databaseUrl, {
    max: connections,
    keepPlans: true,
    onError: (error) => log.warn({ errorName: error.name }, 'a database connection was lost'),
  })
  const { db } = database
  const { publish } = feed
  const jobReader = new OtaJobReader(platform.sealer, platform.consoleUrl)
  const batch = new DeviceBatch({ db, publish, log })
  const table = new PollTable(db, batch)
  const pollKeys = new PollKeys(platform.sealer)
  const nextKeys = new NextKeys(db, platform.sealer)
  const node = new DeviceNode({ db, table, pollKeys, nextKeys, jobReader, batch, publish, metrics, log, foreground: platform.foreground })
  let port: DevicePort | null = null
  let unsubscribe = () => undefined as unknown

  const reload = () => Promise.all([table.reload(), node.readSettings()])
  const keepPartitions = async () => {
    await keepDayPartitions(db, 'raw_ota_service_logs', rawOtaLogDays, new Date())
    await keepDayPartitions(db, 'signal_samples', Math.ceil(signalHours / 24), new Date())
  }
  const attempt = (what: string, task: () => Promise<unknown>) => {
    task().catch((error: Error) => log.warn({ errorName: error.name, stack: framesOf(error) }, `${what} failed and is tried again`))
  }
  const writePollTimes = async () => {
    const minutes = node.pollTimes.take(Date.now())
    try {
      await addPollTimes(db, minutes)
    } catch (error) {
      node.pollTimes.giveBack(minutes)
      throw error
    }
  }
  metrics.measure('simdeck_device_connections', 'Open connections on the device port', () => port?.connections() ?? 0)

  const jobs: Job[] = [
    {
      name: 'SIMs with due OTAs',
      title: { ja: 'OTAを待つSIMの再読み込み', en: 'Reloading of SIMs with due OTAs' },
      everyMs: dueSweepMs,
      startsLater: true,
      run: () => Promise.all([table.readDueSims(), node.readSettings()]),
    },
    {
      name: 'SIMs of the device port',
      title: { ja: 'デバイスポートのSIMの再読み込み', en: 'Reloading of the SIMs of the device port' },
      everyMs: tableSweepMs,
      startsLater: true,
      run: reload,
    },
    {
      name: 'ended sessions',
      title: { ja: '途絶えたセッションの終了', en: 'Ending of interrupted sessions' },
      everyMs: expirySweepMs,
      startsLater: true,
      run: () => expireSessions({ db, jobReader, publish }),
    },
    {
      name: 'finished campaigns',
      title: { ja: '完了した配信の終了', en: 'Closing of finished campaigns' },
      everyMs: campaignSweepMs,
      onOneNode: true,
      run: async () => publish({ campaigns: await closeFinishedCampaigns(db, 'all') }),
    },
    {
      name: 'raw log',
      title: { ja: '通信ログの日ごとの整理', en: 'Daily parts of the raw log' },
      everyMs: partitionSweepMs,
      onOneNode: true,
      startsLater: true,
      run: keepPartitions,
    },
    {
      name: 'refused frames',
      title: { ja: '拒否したフレームの記録', en: 'Records of refused frames' },
      everyMs: refusedMs,
      run: async () => batch.logRows(node.refused.take(new Date()), true),
    },
    {
      name: 'POLLs by minute',
      title: { ja: 'ポーリングの集計', en: 'Counts of POLLs' },
      everyMs: pollTimesMs,
      run: writePollTimes,
    },
  ]
  return {
    jobs,
    agents: new AgentAnswers(node),
    port: () => port?.port ?? null,
    async start() {
      await keepPartitions()
      await reload()
      unsubscribe = feed.onChange(({ rereadSims: simIds }) => {
        if (simIds === 'all') attempt('reading the SIMs', reload)
        else if (simIds === 'due') attempt('reading the SIMs with due OTAs', () => table.readDueSims())
        else if (simIds.length > 0) attempt('reading SIMs', () => table.refresh(simIds))
      })
      port = await openDevicePort({ host: config.HOST, port: config.DEVICE_PORT, answer: deviceEngine(node) })
    },
    async close() {
      unsubscribe()
      await port?.close()
      await node.limit.end()
      batch.logRows(node.refused.takeAll(), true)
      await batch.end()
      await writePollTimes().catch((error: Error) => log.warn({ errorName: error.name }, 'the last POLLs could not be counted'))
      await database.close()
    },
  }
}
