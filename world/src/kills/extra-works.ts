import { endpoints } from '@simdeck/contract/endpoints.ts'
import { formatAid } from '@simdeck/protocol/aid.ts'
import { PowerLoss } from '@simdeck/simulator/faults/card-faults.ts'
import { held, put, removal, unknown } from '../remove-extra.fixture.ts'
import { noFurtherEntry } from './card-record.ts'
import type { Work } from './kill-at-every-moment.ts'
import { nothingKilled, type TestEnvironment } from './test-environment.ts'

const instructions = { initializeUpdate: 0x50, delete: 0xe4, getStatus: 0xf2 } as const
/** The answer to GET STATUS that ends a part of the list, and the number of parts: the applications, and the load files with their modules. */
const whole = 0x9000
const parts = 2
const putVersion = '3.1'
const changedVersion = '3.2'

/**
 * Removals of content of the first SIM that the record does not know: of unchanged content, of content that somebody else changes before
 * the POLL, and of content that somebody else changes after the reading, while the card has no power. An install and a removal follow each of
 * them without kills.
 */
export async function extraWorks(environment: TestEnvironment): Promise<Work[]> {
  const { world, cards, campaigns } = environment
  const { admin, simIds, fleet } = world
  const [simId = 0] = simIds
  const { card } = fleet.sims[0]!
  const { through } = card
  const isOnCard = () => held(world, 0).includes(unknown.packageAid)
  /** DELETE commands for the content, and those that removed it. */
  let deletions = { asked: 0, done: 0 }
  /** Parts of the list, by P1 of GET STATUS, that the card has told to their end. */
  const told = new Set<number>()
  /** True while the card is to lose its power, and to get other content, in the next channel after a whole reading. */
  let failsAfterReading = false

  card.through = (command, run) => {
    const isDeletion = command.ins === instructions.delete && formatAid(command.data.subarray(2)) === unknown.packageAid
    const before = isOnCard()
    const answer = through(command, run)
    if (isDeletion) deletions.asked++
    if (isDeletion && before && !isOnCard()) deletions.done++
    if (command.ins === instructions.getStatus && answer.sw === whole) told.add(command.p1)
    if (failsAfterReading && told.size === parts && command.ins === instructions.initializeUpdate) {
      failsAfterReading = false
      change()
      throw new PowerLoss()
    }
    return answer
  }

  function change(): void {
    card.nvm.loadFiles.find(({ aid }) => aid === unknown.packageAid)!.version = { major: 3, minor: 2 }
  }

  /** Puts the content on the card, and reads the card without kills. */
  async function prepare(): Promise<void> {
    const { watch } = environment
    environment.watch = nothingKilled
    const { nvm } = card
    nvm.loadFiles = nvm.loadFiles.filter(({ aid }) => aid !== unknown.packageAid)
    nvm.applications = nvm.applications.filter(({ loadFileAid }) => loadFileAid !== unknown.packageAid)
    put(world, 0, unknown)
    const { id: snapshotId } = await admin(endpoints.createSnapshot, { body: { simIds } })
    await campaigns.finished(await campaigns.begun(() => admin(endpoints.putBulkOta, { body: { snapshotId, kind: 'inventory' } })))
    cards[0]!.takeRefused()
    deletions = { asked: 0, done: 0 }
    told.clear()
    environment.watch = watch
  }

  async function start() {
    const body = await removal(world, [simId], { extra: `${unknown.packageAid} ${putVersion}` })
    return () => admin(endpoints.putBulkOta, { body })
  }

  /** The differences between card and record, as the server tells them. */
  const differences = async () =>
    (await admin(endpoints.getSimDrift, { params: { id: simId } }))!.differences.map(
      ({ kind, aid, version }) => `${kind} ${aid} ${version}`,
    )

  async function endFault(wanted: { content: string[]; done: number; record: string[] }): Promise<string | null> {
    const refused = cards[0]!.takeRefused().find((one) => one !== noFurtherEntry)
    if (refused) return `the card refused ${refused}`
    const content = held(world, 0)
    if (content.join() !== wanted.content.join()) return `the card holds ${content.join()} instead of ${wanted.content.join()}`
    if (deletions.done !== wanted.done) return `the content was removed ${deletions.done} times`
    if (wanted.done === 0 && deletions.asked > 0) return 'changed content was to be removed'
    const record = await differences()
    return record.join() === wanted.record.join() ? null : `the record tells ${record.join()} instead of ${wanted.record.join()}`
  }

  async function verifyReachable(): Promise<void> {
    environment.watch = nothingKilled
    await campaigns.verifyReachable()
  }

  function workOf(name: string, changes: 'never' | 'before the POLL' | 'after the reading'): Work {
    return {
      name,
      async run() {
        await prepare()
        const all = held(world, 0)
        const before = await differences()
        const begin = await start()
        if (changes === 'before the POLL') change()
        failsAfterReading = changes === 'after the reading'
        const campaign = await campaigns.finished(await campaigns.begun(begin))
        const isRemoved = changes === 'never'
        const end = isRemoved ? 'Succeeded' : 'Failed'
        const gone: string[] = Object.values(unknown)
        const wanted = {
          content: isRemoved ? all.filter((aid) => !gone.includes(aid)) : all,
          done: isRemoved ? 1 : 0,
          record: isRemoved
            ? before.filter((one) => !one.includes(unknown.packageAid))
            : before.map((one) => one.replace(`${unknown.packageAid} ${putVersion}`, `${unknown.packageAid} ${changedVersion}`)),
        }
        await campaigns.verifyEnd(name, campaign, () => endFault(wanted), { end })
        if (failsAfterReading) throw new Error('the card was never read')
        await verifyReachable()
      },
    }
  }

  return [
    workOf('removal of extra content', 'never'),
    workOf('removal of changed content', 'before the POLL'),
    workOf('removal of content that changes', 'after the reading'),
  ]
}
