import { endpoints } from '@simdeck/contract/endpoints.ts'
import { OpenSsl } from '@simdeck/server/testing/openssl.ts'
import { makeDeviceCa } from '../../testing/iot-safe.ts'
import type { Bench } from '../bench.ts'
import { listAsker } from '../list-asker.ts'
import { processorSeconds } from '../processor-time.ts'
import { mebibytes, percentile } from '../report.ts'
import { addCertificates } from './stored-certificates.ts'

const revoked = 100_000
const rounds = 5
const downloads = 50

/** Makes a CRL with many entries, has OpenSSL verify it, and downloads it; a page of the SIM list is requested meanwhile. */
export async function benchCrl(bench: Bench): Promise<void> {
  const { ca } = await makeDeviceCa(bench.call, ' crl')
  await addCertificates(bench, ca, { count: revoked, areRevoked: true })
  const list = listAsker(bench)
  await list.ask()
  await bench.forgetPeak()
  const peakBefore = await bench.rssNow()
  const spentBefore = processorSeconds(bench.serverPid)
  const made = await list.meanwhile(() => timesOf(rounds, () => bench.call(endpoints.makeCrl, { params: { id: ca.id } })))
  const spent = processorSeconds(bench.serverPid) - spentBefore
  const peak = await bench.rss()
  const { crl } = await bench.call(endpoints.getAuthority, { params: { id: ca.id } })
  let octets = new Uint8Array()
  const served = await list.meanwhile(() =>
    timesOf(downloads, async () => {
      const answer = await fetch(`${bench.url}/ca/${ca.id}.crl`)
      octets = new Uint8Array(await answer.arrayBuffer())
    }),
  )
  using openssl = new OpenSsl()
  openssl.file('ca.pem', (await bench.call(endpoints.getAuthority, { params: { id: ca.id } })).chain ?? '')
  openssl.file('ca.crl', octets)
  const verified = openssl.run('crl', '-inform', 'DER', '-in', 'ca.crl', '-noout', '-CAfile', 'ca.pem').text.trim()
  const all = (times: readonly number[]) =>
    [Math.min(...times), percentile(times, 0.5), percentile(times, 1)].map((time) => `${time.toFixed(0)} ms`).join(', ')
  bench.report(
    `A CRL of ${crl?.entries} entries`,
    ['', 'figure'],
    [
      ['octets', `${octets.length} (${(octets.length / revoked).toFixed(1)} an entry)`],
      ['OpenSSL', verified],
      [`made, ${rounds} times: fastest, median, slowest`, all(made.done)],
      ['processor time of the server, each', `${((spent / rounds) * 1000).toFixed(0)} ms, with the lists`],
      ['memory of the server, before and at most', `${mebibytes(peakBefore)}, ${mebibytes(peak)}`],
      ['a page of the SIM list meanwhile: fastest, median, slowest', all(made.times)],
      ['downloaded for the first time', `${served.done[0]!.toFixed(0)} ms`],
      [`downloaded ${downloads} times: fastest, median, slowest`, all(served.done)],
    ],
  )
}

/** The times of some calls, one after the other, in milliseconds. */
async function timesOf(count: number, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let at = 0; at < count; at++) {
    const startedAt = performance.now()
    await work()
    times.push(performance.now() - startedAt)
  }
  return times
}
