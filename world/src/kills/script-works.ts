import { endpoints } from '@simdeck/contract/endpoints.ts'
import { toHex } from '@simdeck/protocol/bytes.ts'
import { customAid, customCap } from '../testing/recipes.ts'
import { FileSystem, usim } from '@simdeck/simulator/card/files/file-system.ts'
import type { Work } from './kill-at-every-moment.ts'
import { nothingKilled, type TestEnvironment } from './test-environment.ts'

const instructions = { updateBinary: 0xd6, updateRecord: 0xdc, storeData: 0xe2 } as const
/** EF.SPN, and the record of EF.SMSP. */
const spn = { id: 0x6f46, octets: 17 }
const smsp = { id: 0x6f42, octets: 42 }
const configOctets = 300

const selected = ({ id }: { id: number }): string => `00A40804047FFF${id.toString(16).toUpperCase()}`
const hexDigits = (bytes: Uint8Array): string => toHex(bytes).toUpperCase()
const lengthOf = (octets: number): string => octets.toString(16).padStart(2, '0').toUpperCase()

/**
 * A script that writes files of the first SIM, and a remote configuration of its applet, each with new contents in every run. An install and a
 * removal follow each of them without kills.
 */
export async function scriptWorks(environment: TestEnvironment): Promise<Work[]> {
  const { world, cards, campaigns, random } = environment
  const { admin, simIds, fleet, server } = world
  const simId = simIds[0]!
  const { card } = fleet.sims[0]!
  const [listed] = (await admin(endpoints.listPackages, { query: {} })).data
  const { packageAID, otaVersion, name: packageName } = listed ?? (await world.upload(customCap()))
  const params = { packageAID, otaVersion, packageName, appletInstanceAID: customAid.module }
  /** The commands that changed the card, in order. */
  let written: string[] = []

  const { through } = card
  card.through = (command, run) => {
    const answer = through(command, run)
    const isWrite = Object.values<number>(instructions).includes(command.ins)
    if (isWrite) written.push(`${lengthOf(command.ins)} ${hexDigits(command.data)} ${answer.sw.toString(16)}`)
    return answer
  }

  /** The first octets of a file, which are a whole file or its first record. */
  const contentOf = ({ id, octets }: { id: number; octets: number }): string => {
    const files = new FileSystem(card.nvm.files!)
    const file = files.at([usim, id])
    return file && file.kind !== 'folder' ? hexDigits(files.contentOf(file).subarray(0, octets)) : ''
  }

  async function withoutKills<T>(run: () => Promise<T>): Promise<T> {
    const { watch } = environment
    environment.watch = nothingKilled
    const done = await run()
    environment.watch = watch
    return done
  }

  async function begin(kind: 'rfm' | 'store-data', scriptId: number) {
    const { id: snapshotId } = await admin(endpoints.createSnapshot, { body: { simIds: [simId] } })
    written = []
    return campaigns.begun(() => admin(endpoints.putBulkOta, { body: { snapshotId, kind, scriptId } }))
  }

  /** The fault of commands that changed the card: each ran once, in order, and the card refused nothing. */
  function commandsFault(wanted: readonly string[]): string | null {
    const [refused] = cards[0]!.takeRefused()
    if (refused) return `the card refused ${refused}`
    return written.join() === wanted.join() ? null : `the card was changed by ${written.join(', ')} instead of ${wanted.join(', ')}`
  }

  const installed = async (action: 'install' | 'remove') =>
    campaigns.verify(action, await campaigns.finished(await campaigns.start(action, 1)))

  return [
    {
      name: 'file management',
      async run() {
        const content = hexDigits(random.bytes(spn.octets))
        const record = hexDigits(random.bytes(smsp.octets))
        const script = [
          selected(spn),
          `00D60000${lengthOf(spn.octets)}${content}`,
          selected(smsp),
          `00DC0104${lengthOf(smsp.octets)}${record}`,
          '00B2010400',
        ]
        const { id } = await admin(endpoints.updateFileManagementConfig, { params, body: { script, readsBack: true } })
        const before = [contentOf(spn), contentOf(smsp)]
        const campaign = await campaigns.finished(await begin('rfm', id!))
        await campaigns.verifyEnd('file management', campaign, async (_, { progress }) => {
          const wrong = commandsFault([`D6 ${content} 9000`, `DC ${record} 9000`])
          if (wrong) return wrong
          if (contentOf(spn) !== content || contentOf(smsp) !== record) return 'the card holds other files'
          const { lines, failedLine } = await admin(endpoints.getFileManagementResult, { params: { otaId: progress.ota_id } })
          const told = [1, 3].flatMap((line) => [lines[line]?.before?.data, lines[line]?.after?.data])
          const meant = [before[0], content, before[1], record]
          if (failedLine !== null || told.join() !== meant.join()) return `the result tells ${told.join()} instead of ${meant.join()}`
          if (lines[4]?.answer?.data !== record) return 'the result tells another record than the card holds'
          return statusFault('status_rfm')
        })
        await withoutKills(() => campaigns.verifyReachable())
      },
    },
    {
      name: 'remote configuration',
      async run() {
        const content = `C582${configOctets.toString(16).padStart(4, '0')}${hexDigits(random.bytes(configOctets))}`.toUpperCase()
        const { id } = await admin(endpoints.updateRemoteConfig, { params, body: { script: content } })
        await withoutKills(() => installed('install'))
        const campaign = await campaigns.finished(await begin('store-data', id!))
        await campaigns.verifyEnd('remote configuration', campaign, async () => {
          const blocks = written.map((one) => one.split(' ')[1]!)
          const wrong = commandsFault(blocks.map((block) => `E2 ${block} 9000`))
          if (wrong) return wrong
          if (blocks.join('') !== content) return `the applet got the blocks ${blocks.join()}`
          const held = card.nvm.applications.find(({ aid }) => aid === customAid.module)
          if (held?.storedData.toUpperCase() !== content) return 'the applet holds another configuration'
          return statusFault('status_store_data')
        })
        await withoutKills(() => installed('remove'))
      },
    },
  ]

  async function statusFault(column: 'status_rfm' | 'status_store_data'): Promise<string | null> {
    const sim = await admin(endpoints.getSim, { params: { id: simId } })
    if (sim[column] !== 'Succeeded') return `the SIM tells ${sim[column]}`
    const open = await server.db.selectFrom('ota_jobs').select('id').where('status', 'in', ['Ready', 'Started', 'Interrupted']).execute()
    return open.length === 0 ? null : 'an OTA is still open'
  }
}
