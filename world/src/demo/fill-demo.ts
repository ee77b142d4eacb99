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
import { demoPackages } from './packages.ts'
import type { DemoSim } from './sims.ts'

type Call = ReturnType<typeof createClient>

/**
 * Fills an empty console through its own APIs, as a member would: packages, SIMs and the first campaigns, which really run. Results of an
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

/** The first applet of the SIMs in use, with its share of them and the waves of its campaign; the remaining SIMs get none. */
const firstApplets: { key: string; share: number; name: string; rollout?: () => RolloutInput }[] = [
  { key: 'telemetry 2.3', share: 0.42, name: 'Telemetry 2.3 全国' },
  { key: 'telemetry 2.4', share: 0.16, name: 'Telemetry 2.4 先行' },
  { key: 'iot-safe 1.2', share: 0.14, name: 'IoT SAFE 1.2 導入' },
  { key: 'multi-imsi 1.0', share: 0.1, name: 'MultiIMSI 1.0' },
  { key: 'coldchain 0.9', share: 0.06, name: 'coldchain 0.9 試験' },
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

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()

async function startCampaigns(call: Call, packages: Map<string, OtaPackage>, sims: readonly DemoSim[]): Promise<void> {
  const idByIccid = new Map<string, number>()
  for (let pageIndex = 0; ; pageIndex++) {
    const page = await call(endpoints.listSims, { query: { take: 100, pageIndex, sort: 'iccid:ASC' } })
    for (const sim of page.data) idByIccid.set(sim.iccid, sim.id)
    if (pageIndex + 1 >= page.totalPages) break
  }
  const inUse = sims.flatMap(({ profile }) => (profile ? [idByIccid.get(profile.iccid)!] : []))
  const { data: earlier } = await call(endpoints.listCampaigns, { query: { take: 100 } })
  let from = 0
  for (const { key, share, name, rollout } of firstApplets) {
    const simIds = inUse.slice(from, from + Math.round(inUse.length * share))
    from += simIds.length
    const chosen = packages.get(key)
    if (!chosen || simIds.length === 0 || earlier.some((campaign) => campaign.name === name)) continue
    const { packageAID, otaVersion, label } = chosen
    const snapshot = await call(endpoints.createSnapshot, { body: { simIds } })
    const plan = {
      snapshotId: snapshot.id,
      targets: [
        { appletType: 1 as const, package: { packageAID, otaVersion, label }, installParameters: parametersOf(packageAID), active: true },
      ],
    }
    const { eligible } = await call(endpoints.dryRunBulkOta, { body: plan })
    await call(endpoints.putBulkOta, {
      body: { ...plan, name, confirmedCount: eligible, removalConsent: true, rollout: rollout?.() },
    })
  }
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
