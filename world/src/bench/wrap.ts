import { spawnSync } from 'node:child_process'
import { createCipheriv, createHash, createSecretKey, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { commandApdu, encodeCommand } from '@simdeck/protocol/apdu.ts'
import { toHex } from '@simdeck/protocol/bytes.ts'
import { cacheCiphersOf } from '@simdeck/protocol/crypto/aes.ts'
import type { ChannelParameters } from '@simdeck/protocol/scp03/channel.ts'
import { Scp03Host } from '@simdeck/protocol/scp03/host.ts'
import { securityLevels } from '@simdeck/protocol/scp03/level.ts'
import type { SecurityLevel } from '@simdeck/protocol/scp03/level.ts'
import type { Report } from './report.ts'
import { percentile } from './report.ts'

const levels: readonly SecurityLevel[] = securityLevels
const keyLengths = [16, 32] as const
/** Data lengths in octets: a short command, and the longest data of a LOAD that every security level allows. */
const dataLengths = [16, 239] as const
const rounds = 5
const standIn = join(import.meta.dirname, 'wrap-stand-in.py')

type Channel = { level: SecurityLevel; keyLength: number; dataLength: number; commands: number }

/**
 * Measures wrapped SCP03 commands per second of processor time, the best of five rounds. Compares with plain AES of the same octets by
 * `node:crypto`, and with a stand-in for pySim, which is not installed here. The stand-in runs the same ciphers on the Python library of
 * pySim, where that is installed, without pySim's own objects; it is up to twice as fast as pySim.
 */
export async function benchWrap({ report, note, commands = 20_000 }: Report & { commands?: number }): Promise<void> {
  const rows: (string | number)[][] = []
  const ratios: number[] = []
  let standInError = ''
  for (const keyLength of keyLengths)
    for (const level of levels)
      for (const dataLength of dataLengths) {
        const channel = { level, keyLength, dataLength, commands }
        const keys = { sEnc: randomBytes(keyLength), sMac: randomBytes(keyLength), sRmac: randomBytes(keyLength) }
        // The session keys of a real channel are prepared in the same way.
        for (const key of Object.values(keys)) cacheCiphersOf(key)
        const parameters: ChannelParameters = { keys, level, macLength: 8 }
        const ours = best(() => wrapAll(parameters, channel))
        const bare = best(() => bareAes(parameters, channel))
        const theirs = runStandIn(parameters, channel)
        if (typeof theirs === 'number') ratios.push(theirs / ours)
        else standInError = theirs
        rows.push([
          `AES-${keyLength * 8}, level ${level.toString(16).padStart(2, '0')}, ${dataLength} octets`,
          aSecond(commands, ours),
          aSecond(commands, bare),
          (ours / bare).toFixed(2),
          typeof theirs === 'number' ? aSecond(commands, theirs) : '–',
          typeof theirs === 'number' ? (theirs / ours).toFixed(1) : '–',
        ])
      }
  report(
    'Wrapped SCP03 commands in a second of processor time',
    ['channel', 'Simdeck', 'bare AES', 'time ÷ bare', 'pySim stand-in', '× stand-in'],
    rows,
  )
  if (ratios.length > 0) note(`× stand-in: ${Math.min(...ratios).toFixed(1)} at least, ${percentile(ratios, 0.5).toFixed(1)} in the middle`)
  if (standInError !== '') note(`no stand-in for pySim: ${standInError}`)
}

const aSecond = (commands: number, seconds: number) => Math.round(commands / seconds).toLocaleString('en')

function best(work: () => void): number {
  let least = Infinity
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1e6)
  }
  return least
}

const load = (dataLength: number) => commandApdu(0x80, 0xe8, 0x00, 0x00, new Uint8Array(dataLength))

/** Passes on each command as encoded octets and stores none: thousands of stored commands would measure the garbage collector. */
function wrapEach(parameters: ChannelParameters, { commands, dataLength }: Channel, take: (command: Uint8Array) => void): void {
  const channel = new Scp03Host(parameters, { macChain: new Uint8Array(16), counter: 0 })
  const plain = load(dataLength)
  for (let at = 0; at < commands; at++) take(encodeCommand(channel.wrap(plain).command))
}

/** Number of octets of all wrapped commands, so that the engine cannot optimise the work away. */
function wrapAll(parameters: ChannelParameters, channel: Channel): number {
  let octets = 0
  wrapEach(parameters, channel, (command) => (octets += command.length))
  return octets
}

/** One AES-CBC for encryption and one for the MAC over the same number of blocks; no padding, counter or subkeys. */
function bareAes({ keys, level }: ChannelParameters, { commands, dataLength, keyLength }: Channel): void {
  const [enc, mac] = [createSecretKey(keys.sEnc), createSecretKey(keys.sMac)]
  const iv = new Uint8Array(16)
  const encrypted = (level & 2) !== 0
  const padded = new Uint8Array(encrypted ? (Math.floor(dataLength / 16) + 1) * 16 : dataLength)
  const authentic = new Uint8Array(Math.ceil((16 + 5 + padded.length) / 16) * 16)
  const name = `aes-${keyLength * 8}-cbc`
  for (let at = 0; at < commands; at++) {
    if (encrypted) createCipheriv(name, enc, iv).setAutoPadding(false).update(padded)
    createCipheriv(name, mac, iv).setAutoPadding(false).update(authentic)
  }
}

/** Seconds that the stand-in needs for the same commands; its octets must be equal. Returns the reason as a text if it could not run. */
function runStandIn(parameters: ChannelParameters, channel: Channel): number | string {
  const { keys, level } = parameters
  // The stand-in is ten times slower, so a tenth of the commands is measured.
  const commands = Math.ceil(channel.commands / 10)
  const task = { sEnc: toHex(keys.sEnc), sMac: toHex(keys.sMac), level, dataLength: channel.dataLength, commands }
  const { status, stdout, stderr, error } = spawnSync('/usr/bin/python3', [standIn], { input: JSON.stringify(task), encoding: 'utf8' })
  if (error || status !== 0) return error?.message ?? stderr.trim().split('\n').at(-1) ?? ''
  const answer = JSON.parse(stdout) as { seconds: number; sha256: string }
  const hash = createHash('sha256')
  wrapEach(parameters, { ...channel, commands }, (command) => hash.update(command))
  if (hash.digest('hex') !== answer.sha256) throw new Error('the stand-in wraps differently')
  return (answer.seconds * channel.commands) / commands
}
