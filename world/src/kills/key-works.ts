import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { kcv } from '@simdeck/protocol/scp03/keys.ts'
import type { Work } from './kill-at-every-moment.ts'
import type { TestEnvironment } from './test-environment.ts'

/** A card without the version that the server asks for; the server then asks for the other one. */
const isWithoutVersion = (refused: string): boolean => refused === 'initializeUpdate 6a88'

/**
 * A rotation of the SCP03 keys of the first SIM. An install and a removal, which need a channel under the keys of the record, follow without
 * kills.
 */
export async function keyWorks(environment: TestEnvironment): Promise<Work[]> {
  const { world, cards, campaigns } = environment
  const { admin, simIds, server, fleet } = world
  const simId = simIds[0]!
  const held = () => fleet.sims[0]!.card.nvm.securityDomain.keys
  let versionsHeld = new Set<number>()
  cards[0]!.afterCommand = () => {
    for (const { version } of held()) versionsHeld.add(version)
  }

  /** Compares the card with the record of the SIM by key versions and check values. */
  async function keysFault(before: number): Promise<string | null> {
    const found = (await admin(endpoints.getSecurityDomain, { params: { id: simId } }))!.keySets.filter(({ kind }) => kind === 'scp03')
    const onRecord = found.flatMap(({ keyVersionNumber, keys }) => keys.map((key) => `${keyVersionNumber} ${key.kcv}`))
    const onCard = held().map(({ version, value }) => `${version} ${toHex(kcv(fromHex(value))).toUpperCase()}`)
    if (onRecord.join() !== onCard.join()) return `the record has ${onRecord.join()}, the card ${onCard.join()}`
    const [version] = held().map((key) => key.version)
    if (version === before) return 'the card has its former key version'
    if (versionsHeld.size !== 2) return `the card has held the key versions ${[...versionsHeld].join()}`
    const left = await server.db.selectFrom('sim_key_rotations').select('sim_id').execute()
    return left.length === 0 ? null : 'keys of a rotation are left'
  }

  return [
    {
      name: 'rotation',
      async run() {
        const before = held()[0]!.version
        versionsHeld = new Set([before])
        const { id: snapshotId } = await admin(endpoints.createSnapshot, { body: { simIds: [simId] } })
        const campaign = await campaigns.begun(() => admin(endpoints.putBulkOta, { body: { snapshotId, kind: 'key-rotation' } }))
        await campaigns.verifyEnd('rotation', await campaigns.finished(campaign), async () => {
          const refused = cards[0]!.takeRefused().find((one) => !isWithoutVersion(one))
          return refused ? `the card refused ${refused}` : keysFault(before)
        })
        environment.watch = { frame: () => true, statement: () => true }
        for (const action of ['install', 'remove'] as const)
          await campaigns.verify(action, await campaigns.finished(await campaigns.start(action, 1)))
      },
    },
  ]
}
