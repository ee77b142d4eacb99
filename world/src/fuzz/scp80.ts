import { fixedAids } from '@simdeck/protocol/aid.ts'
import { decodeCommand, encodeCommand } from '@simdeck/protocol/apdu.ts'
import { pollerTar, pollNow } from '@simdeck/protocol/applets/poller-trigger.ts'
import { bytesOf, concat, equalBytes, fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import type { Codec } from '@simdeck/protocol/codec.ts'
import type { PacketKeys } from '@simdeck/protocol/scp80/algorithms.ts'
import { openCommand, parseCommand, sealCommand } from '@simdeck/protocol/scp80/command-packet.ts'
import type { CommandHeader } from '@simdeck/protocol/scp80/command-packet.ts'
import { openResponse, sealResponse } from '@simdeck/protocol/scp80/response-packet.ts'
import { compactResult, compactScript, expandedResult, expandedScript } from '@simdeck/protocol/scp80/scripts.ts'
import { spi } from '@simdeck/protocol/scp80/spi.ts'
import { MessageAssembler, splitMessage } from '@simdeck/protocol/sms/concatenation.ts'
import { smsPpDownload } from '@simdeck/protocol/sms/envelope.ts'
import { dataClass2, simDataDownload, smsDeliver, smsSubmit } from '@simdeck/protocol/sms/tpdu.ts'
import { elementId } from '@simdeck/protocol/sms/user-data.ts'
import type { UserData } from '@simdeck/protocol/sms/user-data.ts'
import { VirtualCard } from '@simdeck/simulator/card/card.ts'
import { newCardNvm } from '@simdeck/simulator/card/nvm.ts'
import { preload } from '@simdeck/simulator/card/preload.ts'
import { Random } from '@simdeck/simulator/random.ts'
import { edgeOctet, mutate, onceIn, pick } from './mutate.ts'
import { assertInvariant, readOrNull } from './target.ts'
import type { FuzzTarget } from './target.ts'

const key = (octets: number): Uint8Array => new Uint8Array(octets).fill(0x5a)
/** Key sets of each length, so that every cipher and checksum finds a key. */
const keySets: readonly PacketKeys[] = [8, 16, 24].map((octets) => ({ kic: key(octets), kid: key(octets), macLength: 8 }))
const header = (spiOctets: string, kic: number, kid: number): CommandHeader => ({
  spi: spi.decode(fromHex(spiOctets)),
  kic,
  kid,
  tar: fromHex('b00010'),
})
/** Commands with their key sets: AES, DES of three lengths, redundancy checks, and nothing. */
const commands: readonly [CommandHeader, PacketKeys][] = [
  [header('1639', 0x12, 0x12), keySets[1]!],
  [header('1209', 0x12, 0x12), keySets[2]!],
  [header('1639', 0x15, 0x15), keySets[1]!],
  [header('1639', 0x19, 0x19), keySets[2]!],
  [header('1419', 0x1d, 0x11), keySets[0]!],
  [header('1515', 0x12, 0x15), keySets[1]!],
  [header('0101', 0x00, 0x01), keySets[0]!],
  [header('0001', 0x00, 0x00), keySets[0]!],
]
const data = fromHex('00a40004023f0000b0000004')
const trigger = compactScript.encode([pollNow])
const forPoller = { ...header('1639', 0x12, 0x12), tar: pollerTar(fixedAids.pollerA.packageAid)!, counter: 9, data: trigger }
const packets = commands
  .map(([command, keys]) => sealCommand({ ...command, counter: 5, data }, keys))
  .concat(sealCommand(forPoller, keySets[1]!))
const responses = commands.map(([command, keys]) => sealResponse({ counter: 5, status: 0, data }, command, keys))

const address = { type: 0x91, digits: '81901234567' }
const content = (userData: UserData) => ({ protocolId: simDataDownload, dataCoding: dataClass2, userData })
const message = (id: number, octets: Uint8Array): UserData => ({ elements: [{ id, data: bytesOf() }], data: octets })
const parts = splitMessage(message(elementId.commandPacket, concat(...packets)), 7)
const deliverOf = (part: UserData): Uint8Array =>
  smsDeliver.encode({ isLast: true, originator: address, timestamp: fromHex('62117260214063'), ...content(part) })
const delivers = [...parts, message(elementId.commandPacket, packets[0]!)].map(deliverOf)
const samples = [
  ...packets,
  ...responses,
  ...delivers,
  ...delivers.map((tpdu) => encodeCommand(smsPpDownload.encode({ serviceCentre: address, tpdu }))),
  ...responses.map((one) => smsSubmit.encode({ reference: 1, destination: address, ...content(message(elementId.responsePacket, one)) })),
  data,
  fromHex('ae80220580caff21000000'),
  fromHex('af808001012304930590000000'),
]

function make(random: Random): Uint8Array {
  if (onceIn(random, 40)) return pick(random, samples)
  const made = onceIn(random, 2) ? pick(random, packets) : pick(random, samples)
  const input = mutate(random, made, samples)
  // A right length lets the change of another octet reach the code behind the check of lengths.
  return input.length >= 2 && onceIn(random, 2) ? concat(bytesOf(0, (input.length - 2) & 0xff), input.subarray(2)) : input
}

/** Reads the packet under every key set. A packet that opens is written again as the same octets, its padding apart. */
function runCommandPacket(input: Uint8Array): string | null {
  const parsed = readOrNull(() => parseCommand(input))
  if (!parsed) return null
  assertInvariant(parsed.header.length + parsed.secured.length === input.length, 'octets outside of the packet')
  for (const keys of keySets) {
    const opened = readOrNull(() => openCommand(parsed, keys))
    if (!opened) continue
    assertInvariant(opened.data.length <= parsed.secured.length, 'more data than the packet has octets')
    const again = openCommand(parseCommand(sealCommand({ ...parsed, ...opened }, keys)), keys)
    assertInvariant(again.counter === opened.counter && equalBytes(again.data, opened.data), 'the packet changes when it is written again')
    return 'opened packet'
  }
  return 'packet'
}

function runResponsePacket(input: Uint8Array): string | null {
  for (const [command, keys] of commands) {
    const opened = readOrNull(() => openResponse(input, command, keys))
    if (!opened) continue
    const again = openResponse(sealResponse(opened, command, keys), command, keys)
    assertInvariant(again.status === opened.status && equalBytes(again.data, opened.data), 'the response changes when it is written again')
    return 'response'
  }
  return null
}

const codecs: readonly [string, Codec<unknown>][] = [
  ['compact script', compactScript],
  ['result of a compact script', compactResult],
  ['expanded script', expandedScript],
  ['result of an expanded script', expandedResult],
]

function runScripts(input: Uint8Array): void {
  for (const [name, { encode, decode }] of codecs) {
    const written = readOrNull(() => encode(decode(input)))
    if (written) assertInvariant(equalBytes(encode(decode(written)), written), `${name}: the octets change when they are written again`)
  }
}

/** A message of either direction, alone or in an envelope; and what its receiver puts together. */
function runMessage(input: Uint8Array): string | null {
  const envelope = readOrNull(() => smsPpDownload.decode(decodeCommand(input)))
  const octets = envelope?.tpdu ?? input
  const deliver = readOrNull(() => smsDeliver.decode(octets))
  const submit = readOrNull(() => smsSubmit.decode(octets))
  assertInvariant(!deliver || !submit, 'a message is of both directions')
  const userData = deliver?.userData ?? submit?.userData
  if (!userData) return envelope ? 'envelope' : null
  if (deliver)
    assertInvariant(readOrNull(() => smsDeliver.decode(smsDeliver.encode(deliver))) !== null, 'a message cannot be written again')
  const assembler = new MessageAssembler(2)
  for (const part of [...parts.slice(1), userData]) readOrNull(() => assembler.add('one', part))
  assertInvariant(assembler.incomplete <= 2, 'incomplete messages are not limited')
  return envelope ? 'message in an envelope' : 'message'
}

const cardKeys = { enc: '00'.repeat(16), mac: '11'.repeat(16), dek: '22'.repeat(16) }
const keySet = { number: 1, kic: toHex(key(16)), kid: toHex(key(16)), kicAlgorithm: 2, kidAlgorithm: 2, macLength: 8, counter: 4 } as const

/** Gives the octets to a card, as a packet in a message. It answers any octets, and its counter never goes back. */
function runCard(input: Uint8Array): string | null {
  if (input.length > 137) return null
  const nvm = { ...newCardNvm({ keys: cardKeys }), otaKeySets: [{ ...keySet }] }
  const { packageAid, moduleAid } = fixedAids.pollerA
  preload(nvm, { packageAid, moduleAid, instanceAid: moduleAid, version: { major: 1, minor: 0 } })
  const card = new VirtualCard(nvm, new Random('card'))
  const tpdu = deliverOf(message(elementId.commandPacket, input))
  const { sw, data: report } = card.execute(encodeCommand(smsPpDownload.encode({ serviceCentre: address, tpdu })))
  const { counter } = nvm.otaKeySets[0]!
  assertInvariant(counter >= keySet.counter, 'the counter of the key set goes back')
  if (counter > keySet.counter) return 'packet that the card runs'
  return report.length > 0 || sw >> 8 === 0x91 ? 'packet that the card refuses with a proof' : null
}

/** SCP80 packets of both directions, their scripts, and the short messages that carry them. */
export const scp80Target: FuzzTarget = {
  make: (random) => (onceIn(random, 200) ? random.bytes(edgeOctet(random)) : make(random)),
  run(input) {
    runScripts(input)
    const read = runCommandPacket(input) ?? runResponsePacket(input) ?? runMessage(input) ?? 'refused'
    return runCard(input) ?? read
  },
}
