import { randomBytes } from 'node:crypto'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Campaign, OtaLog } from '@simdeck/contract/ota.ts'
import type { OtaTargetInput } from '@simdeck/contract/ota-targets.ts'
import type { RolloutInput } from '@simdeck/contract/rollout.ts'
import type { OtaPackage } from '@simdeck/contract/packages.ts'
import { makeCapFile } from '@simdeck/server/testing/cap-file.ts'
import { startTestServer, type TestCall, type TestServer } from '@simdeck/server/testing/server.ts'
import { type Fleet, type FleetOptions, startFleet } from '@simdeck/simulator/fleet.ts'
import { csvRowOf, type KeysCsvRow, writeKeysCsv } from '@simdeck/simulator/keys-csv.ts'
import type { SimProfile } from '@simdeck/simulator/profile.ts'
import { Random } from '@simdeck/simulator/random.ts'
import { until } from '@simdeck/server/testing/until.ts'

export type CapRecipe = Parameters<typeof makeCapFile>[0]

export type World = AsyncDisposable & {
  server: TestServer
  fleet: Fleet
  profiles: SimProfile[]
  admin: TestCall
  /** Ids of the SIMs, in the order of the profiles. */
  simIds: number[]
  /** Uploads a CAP file made from the recipe. */
  upload: (recipe: CapRecipe, label?: string) => Promise<OtaPackage>
  /** Starts a campaign for these SIMs, by default for all. */
  campaign: (target: OtaTargetInput, simIds?: number[], rollout?: RolloutInput) => Promise<Campaign>
  install: (chosen: OtaPackage, simIds?: number[], rollout?: RolloutInput) => Promise<Campaign>
  /** Waits until a campaign has ended, and returns it. */
  finished: (campaignId: number) => Promise<Campaign>
  logsOf: (campaignId: number) => Promise<OtaLog[]>
}

export type WorldOptions = {
  sims?: number
  /** Differences from the default profile, by the index of the SIM. */
  profile?: (index: number) => Partial<SimProfile>
  row?: (index: number) => Partial<KeysCsvRow>
  env?: Record<string, string>
  consoleFolder?: string
  /** A PostgreSQL with the template of `makeTemplate`; by default the one of the tests. */
  postgresUrl?: string
  fleet?: Partial<FleetOptions>
}

/** Starts a server with virtual SIMs; only the radio is missing. Cards poll every five minutes of a clock that runs 600 times faster. */
export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const server = await startTestServer(options.env, options.consoleFolder ?? null, options.postgresUrl)
  const profiles = makeProfiles(options)
  const admin = await server.signIn('ADMIN', 'en', true)
  const rows = profiles.map((profile, index) => ({
    ...csvRowOf(profile),
    device_alias: `SIM ${index + 1}`,
    status: 'ACTIVATED',
    ...options.row?.(index),
  }))
  if (rows.length > 0) await admin(endpoints.importSims, { body: { mode: 'add' }, file: new File([writeKeysCsv(rows)], 'sims.csv') })
  const simIds = await idsOf(admin, profiles)
  const connect = { host: '127.0.0.1', port: server.devicePort }
  const fleet = startFleet({ sims: profiles, connect, speed: 600, seed: 'world', ...options.fleet })

  async function campaign(target: OtaTargetInput, chosen: number[] = simIds, rollout?: RolloutInput): Promise<Campaign> {
    const snapshot = await admin(endpoints.createSnapshot, { body: { simIds: chosen } })
    return admin(endpoints.putBulkOta, { body: { snapshotId: snapshot.id, targets: [target], removalConsent: true, rollout } })
  }

  return {
    server,
    fleet,
    profiles,
    admin,
    simIds,
    campaign,
    async upload(recipe, label) {
      const file = new File([Buffer.from(await makeCapFile(recipe))], 'upload.cap')
      return admin(endpoints.uploadPackage, { body: label === undefined ? {} : { label }, file })
    },
    install: ({ packageAID, otaVersion, label }, chosen, rollout) =>
      campaign({ appletType: 1, package: { packageAID, otaVersion, label }, active: true }, chosen, rollout),
    finished: (id) =>
      until(async () => {
        const now = await admin(endpoints.getCampaign, { params: { id } })
        return now.finishedAt === null ? null : now
      }),
    async logsOf(campaignId) {
      return (await admin(endpoints.listOtaLogs, { query: { campaignId, take: 100 } })).data
    },
    async [Symbol.asyncDispose]() {
      fleet.stop()
      await server[Symbol.asyncDispose]()
    },
  }
}

export function makeProfiles({ sims = 0, profile }: Pick<WorldOptions, 'sims' | 'profile'>): SimProfile[] {
  const random = new Random(`profiles ${randomBytes(4).toString('hex')}`)
  const key = () => random.bytes(16)
  return Array.from({ length: sims }, (_, index) => ({
    iccid: `898110002345${String(1_000_000 + index).padStart(7, '0')}`,
    capAuthKey: key(),
    encryptKey: key(),
    scp03: { enc: key(), mac: key(), dek: key() },
    ...profile?.(index),
  }))
}

async function idsOf(call: TestCall, profiles: readonly SimProfile[]): Promise<number[]> {
  const ids = new Map<string, number>()
  for (let pageIndex = 0; ids.size < profiles.length; pageIndex++) {
    const page = await call(endpoints.listSims, { query: { take: 100, pageIndex, sort: 'iccid:ASC' } })
    for (const sim of page.data) ids.set(sim.iccid, sim.id)
  }
  return profiles.map(({ iccid }) => ids.get(iccid)!)
}
