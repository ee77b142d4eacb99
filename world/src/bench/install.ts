import type { Bench } from './bench.ts'
import { packageOctets, simsToPlay } from './bench-sims.ts'
import { spending, spentRows, startCampaign, untilOver } from './campaign.ts'
import { startFleetProcess } from './fleet-process.ts'
import { reportProfile } from './profile.ts'
import { bareCrypto, recordInstall, replay } from './install-replay.ts'

/** Figures of OTA protocol §5.10: receive buffer, round trips, octets up, octets down. */
const specified = [
  [255, 175, 6020, 41_830],
  [320, 141, 4864, 40_098],
  [512, 79, 3988, 38_326],
  [1024, 40, 2022, 36_232],
  [1500, 27, 1388, 36_222],
] as const

const buffers = [255, 512, 1024, 1500] as const
/** Cards poll every five minutes of their clock: at this speed, every real second. */
const speed = 300

/**
 * Measures an install of 32 KiB: traffic, processor time per block compared with the cryptography alone, and transactions per second while
 * many cards install at once.
 */
export async function benchInstall(bench: Bench): Promise<void> {
  bench.report(
    'Install of 32 KiB, ENC, SCP03 level 03: the wire and the processor without the database',
    ['buffer', 'round trips', 'specified', 'octets up / down', 'specified', 'blocks', 'µs a block', 'bare AES, µs', '÷'],
    specified.map(([buffer, roundTrips, up, down]) => {
      const record = recordInstall(packageOctets, buffer)
      const ours = microseconds(() => replay(record)) / record.blocks
      const bare = microseconds(bareCrypto(record)) / record.blocks
      return [
        buffer,
        record.roundTrips,
        roundTrips,
        `${record.up} / ${record.down}`,
        `${up} / ${down}`,
        record.blocks,
        ours.toFixed(1),
        bare.toFixed(1),
        (ours / bare).toFixed(2),
      ]
    }),
  )
  const count = Math.max(1, Math.round(bench.sims / 10))
  const sims = await simsToPlay(bench, count)
  using fleet = await startFleetProcess({
    profiles: sims.map(({ profile }, at) => ({ ...profile, receiveBuffer: buffers[at % buffers.length] })),
    port: bench.devicePort,
    speed,
    seed: 'install',
  })
  const spent = await spending(bench, fleet)
  const startedAt = performance.now()
  const simIds = sims.map(({ id: simId }) => simId)
  const { id } = await startCampaign(bench, { simIds }, { octets: packageOctets })
  const { counts } = await untilOver(bench, id, bench.flags.minutes, async () => undefined)
  const { report, ...all } = await spent()
  bench.report(
    `Install of 32 KiB on ${count} SIMs at once (buffers ${buffers.join(', ')})`,
    ['', 'figure'],
    [
      ['Succeeded', `${counts.Succeeded} of ${count}`],
      ['until all were', `${((performance.now() - startedAt) / 1000).toFixed(1)} s`],
      ...spentRows(all),
      ['connections lost, frames sent again', `${report.stats.connectionsLost}, ${report.stats.resends}`],
    ],
  )
  await reportProfile(bench)
}

const rounds = 12

/** Least processor time of one call, in microseconds, over several rounds. */
function microseconds(work: () => unknown): number {
  let least = Infinity
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, user + system)
  }
  return least
}
