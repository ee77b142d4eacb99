import { X509Certificate } from 'node:crypto'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { deviceTemplate, makeDeviceCa, recordIotSafe, safeObjectsOf } from '../testing/iot-safe.ts'
import type { Work } from './kill-at-every-moment.ts'
import type { TestEnvironment } from './test-environment.ts'

/** The octets of a certificate up to its serial and a few more, in hex digits. */
const serialDigits = 2 * 32
const fileOctets = 600
/** A removal may run twice, and finds nothing the second time. */
const isNotFound = (refused: string): boolean => refused.endsWith(' 6a88')

/** Runs a campaign that a call starts, and checks its end; `faultOf` returns what is wrong on the SIM. */
async function runCampaign(
  { campaigns, cards }: TestEnvironment,
  name: string,
  start: () => Promise<{ campaignId: number | null }>,
  faultOf: () => Promise<string | null>,
): Promise<void> {
  const { campaignId } = await campaigns.begun(start)
  if (campaignId === null) throw new Error(`no campaign was started for the ${name}`)
  await campaigns.verifyEnd(name, await campaigns.finished({ id: campaignId }), async () => {
    const refused = cards[0]!.takeRefused().filter((one) => name !== 'removal' || !isNotFound(one))
    return refused[0] ? `the card refused ${refused[0]}` : faultOf()
  })
}

const asText = (value: unknown): string => JSON.stringify(value)
const faultUnless = (name: string, found: unknown, wanted: unknown): string | null =>
  asText(found) === asText(wanted) ? null : `${name}: ${asText(found)} instead of ${asText(wanted)}`
const firstOf = (...faults: (string | null)[]): string | null => faults.find((one) => one !== null) ?? null

/** The issuance of a certificate on the first SIM, and its removal. Each request is signed once, and the card gets one certificate. */
export async function certificateWorks(environment: TestEnvironment): Promise<Work[]> {
  const { world, cards } = environment
  const { admin, server } = world
  await recordIotSafe(world)
  const { ca } = await makeDeviceCa(admin)
  const authority = new X509Certificate(ca.chain!)
  const { id: templateId } = await admin(endpoints.createIdentityTemplate, { body: deviceTemplate })
  const simId = world.simIds[0]!
  const objects = () => safeObjectsOf(world.fleet.sims[0]!)
  const newest = async () => (await admin(endpoints.listSimCertificates, { params: { simId }, query: {} })).data[0]!
  let requests = 0
  let written = new Set<string>()
  cards[0]!.afterCommand = () => {
    const content = objects().find(({ kind }) => kind === 'file')?.content ?? ''
    if (content.length >= serialDigits) written.add(content.slice(0, serialDigits).toLowerCase())
  }

  async function issuanceFault(): Promise<string | null> {
    const { id, keyPairStatus, csrStatus, certStatus, managementStatus } = await newest()
    const { certificate } = await admin(endpoints.getCertificate, { params: { certId: id } })
    const state = [keyPairStatus, csrStatus, certStatus, managementStatus]
    const wrong = faultUnless('the state of the certificate', state, ['Generated', 'Signed', 'Active', null])
    if (wrong || !certificate) return wrong ?? 'there is no certificate'
    const x509 = new X509Certificate(certificate)
    const raw = x509.raw.toString('hex')
    const rows = await server.db.selectFrom('certificates').select(['serial', 'request_key']).where('kind', '=', 'device').execute()
    const asked = await server.db.selectFrom('sim_certificates').select('id').execute()
    const different = (values: readonly unknown[]) => new Set(values.map(String)).size
    const counts = [
      rows.length,
      asked.length,
      different(rows.map((row) => row.request_key)),
      different(rows.map((row) => row.serial.toString('hex'))),
    ]
    const onCard = objects()
    const point = x509.publicKey.export({ type: 'spki', format: 'der' }).subarray(-65).toString('hex')
    return firstOf(
      faultUnless('certificates, requests, causes and serials', counts, [requests, requests, requests, requests]),
      faultUnless('the signature of the CA', x509.verify(authority.publicKey), true),
      faultUnless(
        'the objects on the card',
        onCard.map(({ kind }) => kind),
        ['privateKey', 'publicKey', 'file'],
      ),
      faultUnless('the file on the card', onCard[2]?.content.toLowerCase(), raw),
      faultUnless('the key on the card', onCard[1]?.content.toLowerCase().endsWith(point), true),
      faultUnless('the certificates that the card has got', [...written], [raw.slice(0, serialDigits)]),
    )
  }

  return [
    {
      name: 'issuance',
      async run() {
        requests++
        written = new Set()
        const start = () => admin(endpoints.createCertificate, { params: { simId }, body: { templateId } })
        await runCampaign(environment, 'issuance', start, issuanceFault)
      },
    },
    {
      name: 'removal of the certificate',
      async run() {
        const { id: certId } = await newest()
        const start = () => admin(endpoints.removeCertificate, { params: { certId } })
        await runCampaign(environment, 'removal', start, async () => {
          const { keyPairStatus, certStatus } = await newest()
          return firstOf(
            faultUnless('the state of the certificate', [keyPairStatus, certStatus], ['Deleted', 'Deleted']),
            faultUnless('the objects on the card', objects(), []),
          )
        })
      },
    },
  ]
}

/** A file that is written into the applet of the first SIM, and its removal. */
export async function fileWorks(environment: TestEnvironment): Promise<Work[]> {
  const { world, random } = environment
  const { admin, simIds, server } = world
  await recordIotSafe(world)
  const objects = () => safeObjectsOf(world.fleet.sims[0]!)
  let id = 0
  let hexContent = ''
  const read = () => admin(endpoints.getFile, { params: { fileId: id } })

  async function fileFault(): Promise<string | null> {
    const { status, managementStatus, isCurrent } = await read()
    const others = await server.db.selectFrom('sim_files').select('id').where('status', '<>', 'Deleted').execute()
    return firstOf(
      faultUnless('the state of the file', [status, managementStatus, isCurrent], ['Active', null, true]),
      faultUnless(
        'the files',
        others.map((row) => row.id),
        [id],
      ),
      faultUnless(
        'the files on the card',
        objects().map(({ kind, content }) => `${kind} ${content.toLowerCase()}`),
        [`file ${hexContent}`],
      ),
    )
  }

  return [
    {
      name: 'file',
      async run() {
        hexContent = Buffer.from(random.bytes(fileOctets)).toString('hex')
        const start = async () => {
          const made = await admin(endpoints.createFile, { params: { simId: simIds[0]! }, body: { label: 'config', hexContent } })
          id = made.file.id
          return made
        }
        await runCampaign(environment, 'file', start, fileFault)
      },
    },
    {
      name: 'removal of the file',
      async run() {
        const start = () => admin(endpoints.removeFile, { params: { fileId: id } })
        await runCampaign(environment, 'removal', start, async () =>
          firstOf(
            faultUnless('the state of the file', (await read()).status, 'Deleted'),
            faultUnless('the files on the card', objects(), []),
          ),
        )
      },
    },
  ]
}
