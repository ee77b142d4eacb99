import { endpoints } from '@simdeck/contract/endpoints.ts'
import { equalBytes, fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import type { SimKeys } from '@simdeck/protocol/ota/keys.ts'
import { kcv } from '@simdeck/protocol/scp03/keys.ts'
import { Sealer } from '@simdeck/server/platform/crypto/seal.ts'
import { until } from '@simdeck/server/testing/until.ts'
import type { Work } from './kill-at-every-moment.ts'
import { nothingKilled, type TestEnvironment } from './test-environment.ts'

/** A card without the version that the server asks for; the server then asks for the other one. */
const isWithoutVersion = (refused: string): boolean => refused === 'initializeUpdate 6a88'

/**
 * A rotation of the SCP03 keys of the first SIM, and one of the keys of its poller. An install and a removal, which need a channel and a
 * session under the keys of the record, follow each of them without kills.
 */
export async function keyWorks(environment: TestEnvironment): Promise<Work[]> {
  const { world, cards, campaigns } = environment
  const { admin, simIds, server, fleet } = world
  const simId = simIds[0]!
  const sealer = new Sealer(server.masterKey)
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

  /** Compares the keys of the poller on the card with the record of the SIM. */
  async function pollerKeysFault(before: SimKeys): Promise<string | null> {
    const onCard = fleet.sims[0]!.pollerKeys
    if (equalBytes(onCard.capAuthKey, before.capAuthKey)) return 'the poller has its former keys'
    const row = await server.db
      .selectFrom('sim_keys')
      .select(['cap_auth_key', 'encrypt_key'])
      .where('sim_id', '=', simId)
      .executeTakeFirst()
    const open = (column: 'cap_auth_key' | 'encrypt_key') =>
      sealer.open(row![column], { table: 'sim_keys', row: fleet.sims[0]!.iccid, column })
    if (!equalBytes(open('cap_auth_key'), onCard.capAuthKey)) return 'the record has another CAP_AUTH_KEY than the poller'
    if (!equalBytes(open('encrypt_key'), onCard.encryptKey)) return 'the record has another ENCRYPT_KEY than the poller'
    const left = await server.db.selectFrom('sim_poller_key_rotations').select('sim_id').where('proven_at', 'is', null).execute()
    return left.length === 0 ? null : 'keys of a rotation are not proven'
  }

  const pollerIsKnown = async () => {
    fleet.sims[0]!.pollNow()
    return (await admin(endpoints.getSim, { params: { id: simId } })).poller_version !== null
  }

  /** Starts the campaign. The POLLs that tell the poller before it are no part of the rotation, and are not interrupted. */
  const begin = async (kind: 'key-rotation' | 'poller-keys') => {
    const { watch } = environment
    environment.watch = nothingKilled
    await until(pollerIsKnown)
    environment.watch = watch
    const { id: snapshotId } = await admin(endpoints.createSnapshot, { body: { simIds: [simId] } })
    return campaigns.begun(() => admin(endpoints.putBulkOta, { body: { snapshotId, kind } }))
  }

  async function verifyReachable(): Promise<void> {
    environment.watch = nothingKilled
    await campaigns.verifyReachable()
  }

  return [
    {
      name: 'rotation',
      async run() {
        const before = held()[0]!.version
        versionsHeld = new Set([before])
        const campaign = await begin('key-rotation')
        await campaigns.verifyEnd('rotation', await campaigns.finished(campaign), async () => {
          const refused = cards[0]!.takeRefused().find((one) => !isWithoutVersion(one))
          return refused ? `the card refused ${refused}` : keysFault(before)
        })
        await verifyReachable()
      },
    },
    {
      name: 'poller keys',
      async run() {
        const before = fleet.sims[0]!.pollerKeys
        const campaign = await begin('poller-keys')
        await campaigns.verifyEnd('poller keys', await campaigns.finished(campaign), async () => {
          const [refused] = cards[0]!.takeRefused()
          return refused ? `the card refused ${refused}` : pollerKeysFault(before)
        })
        await verifyReachable()
      },
    },
  ]
}
