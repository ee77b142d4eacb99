import { generateKeyPairSync, sign, X509Certificate } from 'node:crypto'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { makeCapFile } from '@simdeck/server/testing/cap-file.ts'
import { deviceTemplate, makeDeviceCa } from '../../testing/iot-safe.ts'
import { iotSafeCap } from '../../testing/recipes.ts'
import type { Bench } from '../bench.ts'
import { simsToPlay } from '../bench-sims.ts'
import { spending, untilOver } from '../campaign.ts'
import { startFleetProcess } from '../fleet-process.ts'
import { listAsker } from '../list-asker.ts'
import { reportProfile } from '../profile.ts'
import { mebibytes, percentile } from '../report.ts'

/** Cards poll every five minutes of their clock: at this speed, every five real seconds. */
const speed = 60
/** The octets that a CA signs for a certificate of the template. */
const signedOctets = 600
const bareSignatures = 20_000

/**
 * Installs the IoT SAFE applet on virtual SIMs in a process of their own, and then issues a certificate to each by one campaign: the card
 * makes its key and signs the request, the CA signs, and the card holds the certificate and returns it octet for octet.
 */
export async function benchIssue(bench: Bench): Promise<void> {
  const { call, query } = bench
  const sims = await simsToPlay(bench, bench.sims)
  const simIds = sims.map(({ id }) => id)
  // The virtual SIMs hold none of the applets that the database records for them.
  await query('update sims set other_package_id = null, other_applet_name = null, other_instance_aid = null where id = any($1)', [simIds])
  await query('update sim_contacts set free_memory = null where sim_id = any($1)', [simIds])
  using fleet = await startFleetProcess({
    profiles: sims.map(({ profile }) => profile),
    port: bench.devicePort,
    speed,
    seed: 'certificates',
  })
  const snapshot = async () => (await call(endpoints.createSnapshot, { body: { simIds } })).id
  const cap = await makeCapFile(iotSafeCap)
  const uploaded = await call(endpoints.uploadPackage, { body: {}, file: new File([Buffer.from(cap)], 'bench.cap') })
  const { packageAID, otaVersion, label } = uploaded
  const target = { appletType: 1 as const, package: { packageAID, otaVersion, label }, active: true }
  const confirmed = { confirmedCount: sims.length, removalConsent: true }
  const installing = await call(endpoints.putBulkOta, { body: { snapshotId: await snapshot(), targets: [target], ...confirmed } })
  const installed = await untilOver(bench, installing.id, bench.flags.minutes, async () => undefined)
  bench.note(`${installed.counts.Succeeded} of ${sims.length} virtual SIMs hold the applet`)

  const { ca } = await makeDeviceCa(call, ' issue')
  const { id: templateId } = await call(endpoints.createIdentityTemplate, { body: deviceTemplate })
  const list = listAsker(bench)
  await list.ask()
  list.times.length = 0
  const spent = await spending(bench, fleet)
  const startedAt = performance.now()
  const certificate = { step: 'issue' as const, templateId }
  const issuing = { snapshotId: await snapshot(), kind: 'certificate' as const, certificate, confirmedCount: sims.length }
  const { id } = await call(endpoints.putBulkOta, { body: issuing })
  const { counts } = await untilOver(bench, id, bench.flags.minutes, list.ask)
  const seconds = await secondsUntilLast(bench, startedAt)
  const { report, ...all } = await spent()
  const [made] = await query<{ active: number; serials: number; keys: number; octets: number }>(
    `select count(*) filter (where c.cert_status = 'Active')::int as active, count(distinct x.serial)::int as serials,
       count(distinct x.key_sha256)::int as keys, avg(octet_length(x.certificate))::int as octets
     from sim_certificates c join certificates x on x.id = c.certificate_id`,
  )
  const { active, serials, keys, octets } = made!
  const rows = await query<{ certificate: Buffer }>(`select certificate from certificates where kind = 'device'`)
  const { publicKey } = new X509Certificate(ca.chain ?? '')
  const verified = rows.filter(({ certificate }) => new X509Certificate(certificate).verify(publicKey)).length
  const bare = microsecondsOfSignature()
  const each = (processor: number) => (processor / active) * 1e6
  const share = (processor: number) =>
    `${((100 * processor) / all.seconds).toFixed(0)} % of a core, ${(each(processor) / 1000).toFixed(1)} ms a certificate`
  bench.report(
    `Certificates on ${sims.length} virtual SIMs by one campaign`,
    ['', 'figure'],
    [
      ['Succeeded', `${counts.Succeeded} of ${sims.length}`],
      ['Active; signed by the CA; different serials; different keys', `${active}; ${verified}; ${serials}; ${keys}`],
      ['octets of a certificate', octets],
      ['until all were', `${seconds.toFixed(1)} s`],
      ['certificates issued and delivered a second', (active / seconds).toFixed(1)],
      ['frames of cards for each', (all.frames / active).toFixed(1)],
      ['transactions for each', (all.commits / active).toFixed(1)],
      ['server', share(all.server)],
      ['PostgreSQL', share(all.postgres)],
      ['virtual SIMs', share(all.sims)],
      ['a bare signature of P-256', `${bare.toFixed(0)} µs`],
      ['server ÷ bare signature', (each(all.server) / bare).toFixed(0)],
      ['connections lost, frames sent again', `${report.stats.connectionsLost}, ${report.stats.resends}`],
      ['a page of the SIM list, median, 95 %', [0.5, 0.95].map((at) => `${percentile(list.times, at).toFixed(0)} ms`).join(', ')],
      ['memory of the server', mebibytes(await bench.rssNow())],
    ],
  )
  await reportProfile(bench)
}

/** The time from the start, as `performance.now()`, until the last certificate became active. */
async function secondsUntilLast({ query }: Bench, startedAt: number): Promise<number> {
  const [row] = await query<{ ago: number }>(
    'select extract(epoch from clock_timestamp() - max(active_at))::float8 as ago from sim_certificates',
  )
  return (performance.now() - startedAt) / 1000 - row!.ago
}

/** Processor time of one signature by Node alone, in microseconds. */
function microsecondsOfSignature(): number {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const content = Buffer.alloc(signedOctets)
  const before = process.cpuUsage()
  for (let count = 0; count < bareSignatures; count++) sign('sha256', content, privateKey)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / bareSignatures
}
