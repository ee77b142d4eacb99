import { setTimeout as wait } from 'node:timers/promises'
import { CallError, createClient } from '@simdeck/contract/client.ts'
import { basePaths, endpoints } from '@simdeck/contract/endpoints.ts'
import type { RolloutInput } from '@simdeck/contract/rollout.ts'
import type { OtaPackage } from '@simdeck/contract/packages.ts'
import { fixedAids, formatAid } from '@simdeck/protocol/aid.ts'
import { pollerParameters } from '@simdeck/protocol/applets/poller.ts'
import { telemetryParameters } from '@simdeck/protocol/applets/telemetry.ts'
import { toHex } from '@simdeck/protocol/bytes.ts'
import { makeCapFile } from '@simdeck/server/testing/cap-file.ts'
import { writeKeysCsv } from '@simdeck/simulator/keys-csv.ts'
import type { Misbehaviour } from '@simdeck/simulator/misbehaviour.ts'
import type { SimProfile } from '@simdeck/simulator/profile.ts'
import { makeDemoGroups } from './groups.ts'
import { demoPackages } from './packages.ts'
import type { DemoSim } from './sims.ts'

type Call = ReturnType<typeof createClient>

/**
 * Fills an empty console through its own APIs, as a member would: packages, SIMs, groups and the first campaigns, which really run. Results of an
 * earlier, interrupted filling are kept.
 */
export async function fillDemo(options: { url: string; accessToken: string; sims: readonly DemoSim[] }): Promise<void> {
  const baseUrl = (api: keyof typeof basePaths) => options.url + basePaths[api]
  const call = createClient({ baseUrl, headers: () => ({ authorization: `Bearer ${options.accessToken}` }) })
  const packages = await uploadPackages(call)
  const { totalItems } = await call(endpoints.listSims, { query: { take: 1 } })
  if (totalItems === 0) {
    const csv = writeKeysCsv(options.sims.map((sim) => sim.row))
    await importSims(call, new File([csv], 'demo-sims.csv'))
  }
  await makeDemoGroups(call)
  await startCampaigns(call, packages, options.sims)
  await call(endpoints.logout, {})
}

/** Imports the SIMs. Tries again while PostgreSQL still runs the import of a killed process. */
async function importSims(call: Call, file: File): Promise<void> {
  for (let triesLeft = 60; ; triesLeft--) {
    try {
      await call(endpoints.importSims, { body: { mode: 'add' }, file })
      return
    } catch (error) {
      if (triesLeft === 0 || !(error instanceof CallError) || error.body?.code !== 'importUnderWay') throw error
      await wait(1000)
    }
  }
}

async function uploadPackages(call: Call): Promise<Map<string, OtaPackage>> {
  const { data: earlier } = await call(endpoints.listPackages, { query: { take: 100 } })
  const uploaded = new Map<string, OtaPackage>()
  for (const { key, label, fileName, recipe } of demoPackages) {
    const { major, minor } = recipe.packageVersion
    const aid = formatAid(recipe.packageAid)
    const stored =
      earlier.find((known) => known.packageAID === aid && known.otaVersion === `${major}.${minor}` && known.label === label) ??
      (await call(endpoints.uploadPackage, { body: { label }, file: new File([Buffer.from(await makeCapFile(recipe))], fileName) }))
    if (!uploaded.has(key)) uploaded.set(key, stored)
  }
  return uploaded
}

/** A campaign of the demo, with the first applet of its SIMs. */
interface FirstCampaign {
  key: string
  /** The share of the SIMs in use that it reaches. */
  share: number
  /**
   * The share of its SIMs that have a fault, as long as there are such SIMs. Without it the next SIMs are chosen, with or without a fault.
   */
  faulty?: number
  name: string
  rollout?: () => RolloutInput
  /** True for a campaign that was cancelled before its start and archived. */
  archived?: boolean
}

/** The campaigns that fail come first, because they choose among the SIMs with faults. Some SIMs get no applet. */
const firstCampaigns: readonly FirstCampaign[] = [
  {
    key: 'coldchain 0.9',
    share: 0.06,
    faulty: 0.5,
    name: 'coldchain 0.9 試験',
    // It ends with failures of several causes, which are not tried again.
    rollout: () => ({ maxFailedPercent: null, retries: 0 }),
  },
  {
    key: 'iot-safe 1.2',
    share: 0.06,
    faulty: 0.5,
    name: 'IoT SAFE 1.2 追加',
    // It pauses by itself in its first wave.
    rollout: () => ({ waves: [{ percent: 60 }], order: 'random', seed: 1, maxFailedPercent: 10, minResults: 3, retries: 0 }),
  },
  {
    key: 'telemetry 2.4',
    share: 0.03,
    name: 'Telemetry 2.4 社内試験',
    rollout: () => ({ startAt: inDays(2) }),
    archived: true,
  },
  { key: 'telemetry 2.3', share: 0.36, name: 'Telemetry 2.3 全国' },
  { key: 'telemetry 2.4', share: 0.16, name: 'Telemetry 2.4 先行' },
  { key: 'iot-safe 1.2', share: 0.14, name: 'IoT SAFE 1.2 導入' },
  { key: 'multi-imsi 1.0', share: 0.1, name: 'MultiIMSI 1.0' },
  {
    key: 'telemetry 2.4',
    share: 0.05,
    name: 'Telemetry 2.4 段階配信',
    // The second wave waits for an operator.
    rollout: () => ({ waves: [{ percent: 25 }, { percent: 40 }], seed: 20261120, next: 'manual' }),
  },
  {
    key: 'iot-safe 1.2',
    share: 0.04,
    name: 'IoT SAFE 1.2 夜間',
    rollout: () => ({
      waves: [{ percent: 50 }],
      startAt: inDays(1),
      endAt: inDays(8),
      window: { from: '22:00', to: '05:00', timeZone: 'Asia/Tokyo' },
    }),
  },
]

/** Octets of free memory of a SIM without a fault. */
const largeMemory = 48 * 1024

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()

async function startCampaigns(call: Call, packages: Map<string, OtaPackage>, sims: readonly DemoSim[]): Promise<void> {
  const idByIccid = new Map<string, number>()
  for (let pageIndex = 0; ; pageIndex++) {
    const page = await call(endpoints.listSims, { query: { take: 100, pageIndex, sort: 'iccid:ASC' } })
    for (const sim of page.data) idByIccid.set(sim.iccid, sim.id)
    if (pageIndex + 1 >= page.totalPages) break
  }
  const inUse = sims.flatMap(({ profile }) => profile ?? [])
  // The campaigns reach only SIMs with a poller.
  const free = inUse.filter(({ poller }) => poller !== null)
  const { data: present } = await call(endpoints.listCampaigns, { query: { take: 100 } })
  const { data: archived } = await call(endpoints.listCampaigns, { query: { take: 100, archived: 'true' } })
  const earlier = [...present, ...archived]
  for (const { key, share, faulty, name, rollout, archived: ends } of firstCampaigns) {
    const simIds = take(free, Math.round(inUse.length * share), faulty).map(({ iccid }) => idByIccid.get(iccid)!)
    const chosen = packages.get(key)
    const known = earlier.find((campaign) => campaign.name === name)
    if (!chosen || simIds.length === 0) continue
    const id = known?.id ?? (await startCampaign(call, { chosen, simIds, name, rollout: rollout?.() }))
    if (!ends || known?.archivedAt) continue
    if (!known || known.counts.Ready > 0) await call(endpoints.cancelOta, { params: { id }, body: {} })
    await archive(call, id)
  }
  if (!earlier.some(({ name }) => name === inventoryName))
    await readCards(
      call,
      inUse.map(({ iccid }) => idByIccid.get(iccid)!),
    )
}

const inventoryName = 'カードの内容の確認'

/** Reads the cards of all SIMs in use. */
async function readCards(call: Call, simIds: number[]): Promise<void> {
  if (simIds.length === 0) return
  const { id: snapshotId } = await call(endpoints.createSnapshot, { body: { simIds: simIds.slice(0, 10_000) } })
  const plan = { snapshotId, kind: 'inventory' } as const
  const { eligible } = await call(endpoints.dryRunBulkOta, { body: plan })
  await call(endpoints.putBulkOta, { body: { ...plan, name: inventoryName, confirmedCount: eligible } })
}

/** Faults that interrupt an OTA, for many minutes in all, or change the card behind the back of its OTAs. */
const passing: ReadonlySet<Misbehaviour['kind']> = new Set(['drop', 'cardReset', 'otherHand'])

/** True for a fault that ends the OTA of the SIM at its first attempt. */
const isFinal = ({ kind }: Misbehaviour): boolean => !passing.has(kind)

/** Takes SIMs off the list: those whose fault is final up to the share `faulty`, then the next ones. */
function take(free: SimProfile[], count: number, faulty = 0): SimProfile[] {
  const failing = free.filter(({ misbehaviours, freeMemory = largeMemory }) => misbehaviours?.every(isFinal) ?? freeMemory < largeMemory)
  const chosen = failing.slice(0, Math.round(count * faulty))
  chosen.push(...free.filter((sim) => !chosen.includes(sim)).slice(0, count - chosen.length))
  free.splice(0, free.length, ...free.filter((sim) => !chosen.includes(sim)))
  return chosen
}

/** Archives a cancelled campaign, once all of its SIMs are cancelled. */
async function archive(call: Call, id: number): Promise<void> {
  for (let triesLeft = 50; triesLeft > 0; triesLeft--) {
    const { changed } = await call(endpoints.archiveCampaigns, { body: { ids: [id], archived: true } })
    if (changed > 0) return
    await wait(100)
  }
}

async function startCampaign(
  call: Call,
  { chosen, simIds, name, rollout }: { chosen: OtaPackage; simIds: number[]; name: string; rollout: RolloutInput | undefined },
): Promise<number> {
  const { packageAID, otaVersion, label } = chosen
  const snapshot = await call(endpoints.createSnapshot, { body: { simIds } })
  const plan = {
    snapshotId: snapshot.id,
    targets: [
      { appletType: 1 as const, package: { packageAID, otaVersion, label }, installParameters: parametersOf(packageAID), active: true },
    ],
  }
  const { eligible } = await call(endpoints.dryRunBulkOta, { body: plan })
  const { id } = await call(endpoints.putBulkOta, {
    body: { ...plan, name, confirmedCount: eligible, removalConsent: true, rollout },
  })
  return id
}

function parametersOf(packageAid: string): string {
  if (packageAid === fixedAids.telemetry.packageAid) {
    return toHex(
      telemetryParameters.encode({
        ...telemetryParameters.defaults,
        fqdn: 'telemetry.example.co.jp',
        port: 443,
        intervalHours: 1,
        intervalMinutes: 0,
      }),
    )
  }
  return packageAid === fixedAids.pollerB.packageAid
    ? toHex(pollerParameters.encode({ ...pollerParameters.defaults, fqdn: 'ota.example.co.jp' }))
    : ''
}
