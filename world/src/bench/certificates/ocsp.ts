import { endpoints } from '@simdeck/contract/endpoints.ts'
import { OpenSsl } from '@simdeck/server/testing/openssl.ts'
import { makeDeviceCa } from '../../testing/iot-safe.ts'
import type { Bench } from '../bench.ts'
import { startChild } from '../child.ts'
import { listAsker } from '../list-asker.ts'
import { familySeconds, processorSeconds } from '../processor-time.ts'
import { mebibytes, percentile } from '../report.ts'
import { addCertificates } from './stored-certificates.ts'
import type { OcspReport } from './ocsp-clients.ts'

const clients = 'certificates/ocsp-clients.ts'
/** Certificates in the database, and those that the peers ask for. */
const known = 100_000
const asked = 200
/** Number of simultaneous connections of peers. */
const atOnce = 32
const warmUpSeconds = 3
const seconds = 20

/**
 * Asks for the state of certificates by OCSP from another process, over connections that stay open, and compares with a bare server of Node
 * that answers as many octets. A page of the SIM list is requested meanwhile.
 */
export async function benchOcsp(bench: Bench): Promise<void> {
  await bench.restart({ TRUST_PROXY: '127.0.0.1' })
  const { ca } = await makeDeviceCa(bench.call, ' ocsp')
  const serials = await addCertificates(bench, ca, { count: known, areRevoked: false })
  using openssl = new OpenSsl()
  openssl.file('ca.pem', (await bench.call(endpoints.getAuthority, { params: { id: ca.id } })).chain ?? '')
  const requestOf = (serial: Buffer, at: number) => {
    const nonce = at % 2 === 0 ? [] : ['-no_nonce']
    openssl.run('ocsp', '-issuer', 'ca.pem', '-serial', `0x${serial.toString('hex')}`, ...nonce, '-reqout', 'request.der')
    return Buffer.from(openssl.read('request.der'))
  }
  const requests = serials.slice(0, asked).map(requestOf)
  using peers = startChild(clients)
  using bare = startChild(clients)
  const port = Number(new URL(bench.url).port)
  const run = (to: number, during: number) => peers.ask<OcspReport>({ kind: 'run', port: to, requests, atOnce, seconds: during })
  const { last } = await run(port, warmUpSeconds)
  if (!last) throw new Error('no request was answered')
  openssl.file('last.der', last)
  const checked = openssl.run('ocsp', '-respin', 'last.der', '-issuer', 'ca.pem', '-CAfile', 'ca.pem', '-partial_chain', '-no_nonce').text
  bench.note(`OpenSSL on the last answer: ${checked.trim().split('\n')[0]}`)
  const barePort = await bare.ask<number>({ kind: 'bare', answer: last })
  await run(barePort, warmUpSeconds)

  const list = listAsker(bench)
  const measured = async (pid: number, to: number) => {
    const before = { own: processorSeconds(pid), postgres: familySeconds(bench.postgresPid), peers: processorSeconds(peers.pid) }
    const report = await run(to, seconds)
    return {
      report,
      own: processorSeconds(pid) - before.own,
      postgres: familySeconds(bench.postgresPid) - before.postgres,
      peers: processorSeconds(peers.pid) - before.peers,
    }
  }
  const bareServer = await measured(bare.pid, barePort)
  const server = await measured(bench.serverPid, port)
  const { times } = await list.meanwhile(() => run(port, seconds))
  type Measured = typeof server
  const each = (seconds: number, { report }: Measured) => `${((seconds / report.answers) * 1e6).toFixed(0)} µs`
  const row = (name: string, of: (one: Measured) => string | number) => [name, of(server), of(bareServer)]
  const rate = ({ report }: Measured) => report.answers / report.seconds
  bench.report(
    `OCSP answers, ${known} certificates, ${atOnce} connections that stay open, half of the requests with a nonce`,
    ['', 'Simdeck', 'bare server of Node'],
    [
      row('octets of an answer', () => last.length),
      row('answered, failed', ({ report }) => `${report.answers}, ${report.failed}`),
      row('a second', (one) => Math.round(rate(one))),
      row('a second of its processor time', ({ own, report }) => Math.round(report.answers / own)),
      row('median', ({ report }) => `${percentile(report.latencies, 0.5).toFixed(1)} ms`),
      row('99 %', ({ report }) => `${percentile(report.latencies, 0.99).toFixed(1)} ms`),
      row('its processor time, each', (one) => each(one.own, one)),
      row('… of PostgreSQL', (one) => each(one.postgres, one)),
      row('… of the peers', (one) => each(one.peers, one)),
    ],
  )
  bench.note(
    `bare ÷ Simdeck, a second: ${(rate(bareServer) / rate(server)).toFixed(1)}; a page of the SIM list meanwhile: median ` +
      `${percentile(times, 0.5).toFixed(0)} ms, 95 % ${percentile(times, 0.95).toFixed(0)} ms; memory of the server ${mebibytes(await bench.rssNow())}`,
  )
}
