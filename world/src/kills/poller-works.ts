import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { pollerCap, pollerInstallParameters } from '../testing/recipes.ts'
import { noFurtherEntry } from './card-record.ts'
import type { Work } from './kill-at-every-moment.ts'
import { nothingKilled, type TestEnvironment, type TestEnvironmentOptions } from './test-environment.ts'

const { pollerA, pollerB } = fixedAids
const slots = { A: pollerA, B: pollerB }
type Slot = keyof typeof slots
/** An update is an install and a removal. */
const otasPerSim = 2

/** Cards whose new pollers never poll. */
export const silentPollers: Partial<TestEnvironmentOptions> = { misbehaviours: [{ kind: 'neverPolls', times: 'always' }] }

/** Cards with a poller in each slot. */
export const twoPollers: Partial<TestEnvironmentOptions> = {
  preloads: [
    {
      packageAid: pollerB.packageAid,
      moduleAid: pollerB.moduleAid,
      instanceAid: pollerB.moduleAid,
      version: { major: 2, minor: 0 },
      parameters: fromHex(pollerInstallParameters),
    },
  ],
}

/** The pollers of the first SIM. */
function pollersOf(environment: TestEnvironment) {
  const { world, campaigns, cards } = environment
  const { admin, simIds, fleet } = world
  const params = { id: simIds[0]! }

  return {
    /** Waits until the server knows the running poller. No kill interrupts the POLLs before the OTA. */
    async known(): Promise<void> {
      const { watch } = environment
      environment.watch = nothingKilled
      await until(async () => {
        fleet.sims[0]!.pollNow()
        return (await admin(endpoints.getSim, { params })).poller_version !== null
      })
      environment.watch = watch
    },

    /** Fault of the card and of its record: the pollers in these slots, the running one first. */
    async fault(wanted: readonly Slot[]): Promise<string | null> {
      const refused = cards[0]!.takeRefused().find((one) => one !== noFurtherEntry)
      if (refused) return `the card refused ${refused}`
      const { applications, loadFiles } = fleet.sims[0]!.registry()
      const onCard = (['A', 'B'] as const).filter((slot) => applications.some(({ aid }) => aid === slots[slot].moduleAid))
      const files = (['A', 'B'] as const).filter((slot) => loadFiles.some(({ aid }) => aid === slots[slot].packageAid))
      const meant = wanted.toSorted().join()
      if (onCard.join() !== meant || files.join() !== meant)
        return `the card holds the pollers ${onCard.join()} in the files ${files.join()}`
      const row = await world.server.db
        .selectFrom('sims')
        .select(['poller_instance_aid as running', 'standby_poller_instance_aid as standby'])
        .where('id', '=', params.id)
        .executeTakeFirst()
      const told = [row?.running, row?.standby].filter((aid) => aid !== null)
      const aids = wanted.map((slot) => slots[slot].moduleAid)
      return told.join() === aids.join() ? null : `the record tells ${told.join()} instead of ${aids.join()}`
    },

    async verifyReachable(): Promise<void> {
      environment.watch = nothingKilled
      await campaigns.verifyReachable()
    },
  }
}

/** Uploads a poller for each slot, and returns the function that starts the update to one of them. */
async function startUpdateOf({ world, campaigns }: TestEnvironment) {
  const recipes = {
    A: {
      ...pollerCap,
      packageAid: fromHex(pollerA.packageAid),
      applets: [fromHex(pollerA.moduleAid)],
      packageVersion: { major: 3, minor: 0 },
    },
    B: pollerCap,
  }
  const packages = { A: await world.upload(recipes.A), B: await world.upload(recipes.B) }
  return (slot: Slot) => {
    const { packageAID, otaVersion, label } = packages[slot]
    const target = {
      appletType: 0,
      package: { packageAID, otaVersion, label },
      installParameters: pollerInstallParameters,
      active: true,
    } as const
    return campaigns.begun(() => world.campaign(target, [world.simIds[0]!]))
  }
}

/** Updates of the poller of the first SIM into the free slot, there and back. An install and a removal follow each of them without kills. */
export async function updateWorks(environment: TestEnvironment): Promise<Work[]> {
  const { campaigns } = environment
  const pollers = pollersOf(environment)
  const start = await startUpdateOf(environment)
  return (['B', 'A'] as const).map((slot) => ({
    name: `update to the poller in slot ${slot}`,
    async run() {
      await pollers.known()
      environment.wireChecker.pollerInstalled(0, slots[slot].moduleAid)
      const campaign = await campaigns.finished(await start(slot))
      await campaigns.verifyEnd('update', campaign, () => pollers.fault([slot]), { otasPerSim })
      await pollers.verifyReachable()
    },
  }))
}

/** Updates to a poller that never polls, in an environment with `silentPollers`: it is removed, and the old one stays. */
export async function silentPollerWorks(environment: TestEnvironment): Promise<Work[]> {
  const { world, campaigns } = environment
  const pollers = pollersOf(environment)
  const start = await startUpdateOf(environment)
  /** Ends the time of the new poller as soon as the server waits for it. */
  const endTheTime = () =>
    until(async () => {
      const { numUpdatedRows } = await world.server.db
        .updateTable('ota_jobs')
        .set({ poll_by: new Date() })
        .where('poll_by', 'is not', null)
        .where('status', '=', 'Ready')
        .executeTakeFirst()
      return numUpdatedRows > 0n
    })
  return [
    {
      name: 'update to a silent poller',
      async run() {
        await pollers.known()
        const started = await start('B')
        const [campaign] = await Promise.all([campaigns.finished(started), endTheTime()])
        await campaigns.verifyEnd('update', campaign, () => pollers.fault(['A']), { end: 'Failed', otasPerSim })
        await pollers.verifyReachable()
      },
    },
  ]
}

/** Switches to the standby poller and back, in an environment with `twoPollers`. */
export async function switchWorks(environment: TestEnvironment): Promise<Work[]> {
  const { world, campaigns } = environment
  const { admin, server, simIds } = world
  const pollers = pollersOf(environment)
  const [a, b] = [pollerA.moduleAid, pollerB.moduleAid]
  await server.db.updateTable('sims').set({ poller_instance_aid: a, standby_poller_instance_aid: b }).execute()
  return (
    [
      ['B', 'A'],
      ['A', 'B'],
    ] as const
  ).map(([running, standby]) => ({
    name: `switch to the poller in slot ${running}`,
    async run() {
      await pollers.known()
      const { id: snapshotId } = await admin(endpoints.createSnapshot, { body: { simIds: [simIds[0]!] } })
      const started = await campaigns.begun(() => admin(endpoints.putBulkOta, { body: { snapshotId, kind: 'poller-switch' } }))
      await campaigns.verifyEnd('switch', await campaigns.finished(started), () => pollers.fault([running, standby]))
      await pollers.verifyReachable()
    },
  }))
}
