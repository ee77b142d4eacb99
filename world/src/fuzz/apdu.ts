import type { Random } from '@simdeck/simulator/random.ts'
import { commandApdu, decodeCommand, encodeCommand, leAny, responseApdu } from '@simdeck/protocol/apdu.ts'
import type { CommandApdu } from '@simdeck/protocol/apdu.ts'
import { bytesOf, concat, equalBytes, fromHex, uint } from '@simdeck/protocol/bytes.ts'
import { cardData, getData } from '@simdeck/protocol/gp/card-data.ts'
import { deletion } from '@simdeck/protocol/gp/deletion.ts'
import { load, manageChannel, select, storeData } from '@simdeck/protocol/gp/commands.ts'
import { commandTitle, describeCommand } from '@simdeck/protocol/gp/describe.ts'
import { install } from '@simdeck/protocol/gp/install.ts'
import { openKeyBlock, putKey, sealKeys } from '@simdeck/protocol/gp/keys.ts'
import { loadFileStructure } from '@simdeck/protocol/gp/load-file.ts'
import { getStatus, setStatus } from '@simdeck/protocol/gp/registry.ts'
import { Scp03Card } from '@simdeck/protocol/scp03/card.ts'
import { commandMac, unwrapResponse } from '@simdeck/protocol/scp03/channel.ts'
import { initializeUpdateCommand, initializeUpdateResponse } from '@simdeck/protocol/scp03/initialize-update.ts'
import { chainedMac } from '@simdeck/protocol/scp03/keys.ts'
import { securityLevels } from '@simdeck/protocol/scp03/level.ts'
import { issuerAid, sampleComponents, sampleInstanceAid, sampleModuleAid, samplePackageAid } from '@simdeck/simulator/testing/host.ts'
import { securityDomainPackage } from '@simdeck/simulator/card/libraries.ts'
import { cardStep, runOnCard } from './card.ts'
import { Feed } from './feed.ts'
import { block, edgeOctet, mutate, onceIn, pick } from './mutate.ts'
import { assertInvariant, readOrNull } from './target.ts'
import type { FuzzTarget } from './target.ts'

const telemetryAid = fromHex('F053494D4445434B0002010000000009')
const telemetryData = fromHex('800e6f74612e6578616d706c652e6a708102005082010183020005840101')
const loadFile = loadFileStructure.encode({ dapBlocks: [], components: sampleComponents({ codeSize: 120 }) })
const installSample = install.encode({
  kind: 'install',
  loadFileAid: samplePackageAid,
  moduleAid: sampleModuleAid,
  instanceAid: sampleInstanceAid,
  parameters: fromHex('c902aabbef08c7020000c8020100ea13800dff0110000002020206b00001b00002008100'),
})
const domainAid = fromHex('A000000151535042')
const domainPackage = { loadFileAid: fromHex(securityDomainPackage.aid), moduleAid: fromHex(securityDomainPackage.moduleAid) }
const dek = fromHex('22'.repeat(16))
const commands = [
  select.encode({ aid: issuerAid }),
  select.encode({ aid: telemetryAid }),
  commandApdu(0x00, 0xa4, 0x04, 0x00),
  initializeUpdateCommand.encode({ keyVersionNumber: 0, hostChallenge: new Uint8Array(8) }),
  commandApdu(0x84, 0x82, 0x33, 0x00, new Uint8Array(16)),
  install.encode({ kind: 'load', loadFileAid: samplePackageAid, securityDomainAid: issuerAid }),
  installSample,
  { ...installSample, p1: 0x04 },
  install.encode({ kind: 'makeSelectable', aid: sampleInstanceAid }),
  install.encode({ kind: 'personalization', applicationAid: telemetryAid }),
  storeData.encode({ block: 0, last: true, data: telemetryData }),
  storeData.encode({ block: 0, last: false, structure: 0x10, data: telemetryData }),
  deletion.encode({ kind: 'content', aid: samplePackageAid, relatedObjects: true }),
  deletion.encode({ kind: 'content', aid: sampleInstanceAid, relatedObjects: false }),
  getStatus.encode({ subset: 'applications', occurrence: 'first', aidPrefix: new Uint8Array() }),
  getStatus.encode({ subset: 'loadFilesAndModules', occurrence: 'next', aidPrefix: fromHex('a0') }),
  commandApdu(0x80, 0xca, 0x00, 0x66, new Uint8Array(), leAny),
  install.encode({ kind: 'install', ...domainPackage, instanceAid: domainAid, privileges: fromHex('80c000'), parameters: fromHex('c900') }),
  install.encode({ kind: 'personalization', applicationAid: domainAid }),
  install.encode({ kind: 'extradition', securityDomainAid: domainAid, aid: telemetryAid }),
  install.encode({ kind: 'extradition', securityDomainAid: issuerAid, aid: telemetryAid }),
  install.encode({ kind: 'registryUpdate', aid: telemetryAid, privileges: fromHex('040000') }),
  deletion.encode({ kind: 'content', aid: domainAid, relatedObjects: false }),
  select.encode({ aid: domainAid }),
  putKey.encode(sealKeys({ replaces: 0, version: 0x31, firstId: 1, keys: [1, 2, 3].map((octet) => new Uint8Array(16).fill(octet)) }, dek)),
  putKey.encode(sealKeys({ replaces: 0x30, version: 0x30, firstId: 3, keys: [new Uint8Array(32).fill(4)] }, dek)),
  deletion.encode({ kind: 'keys', id: null, version: 0x31 }),
  ...Object.values(cardData).map(getData.encode),
  setStatus.encode({ target: 'application', state: 0x87, aid: telemetryAid }),
  setStatus.encode({ target: 'card', state: 0x7f, aid: bytesOf() }),
  manageChannel.encode({ open: true }),
  manageChannel.encode({ close: 1 }),
  { ...getStatus.encode({ subset: 'loadFiles', occurrence: 'first', aidPrefix: bytesOf() }), cla: 0x81 },
].map(encodeCommand)
const lastWords = [0x9000, 0x6310, 0x6283, 0x6a88, 0x9110, 0x0000]

const inputKind = { command: 0, channel: 1, response: 2, initializeUpdate: 3, card: 4 } as const

function make(random: Random): Uint8Array {
  const kind = pick(random, [0, 0, 0, 1, 2, 3, 4, 4])
  if (kind === inputKind.card) return concat(bytesOf(kind), cardScript(random))
  if (kind === inputKind.initializeUpdate) {
    const sample = concat(
      new Uint8Array(10),
      bytesOf(0x30, 0x03, pick(random, [0x00, 0x10, 0x70, 0x71, edgeOctet(random)])),
      random.bytes(pick(random, [16, 19, 32, 35])),
    )
    return concat(bytesOf(kind), onceIn(random, 2) ? sample : mutate(random, sample, commands))
  }
  if (kind === inputKind.command) return concat(bytesOf(kind), mutate(random, pick(random, commands), commands))
  const data = random.bytes(pick(random, [0, 1, 8, 15, 16, 16, 32, 48, 223, 239, 240]))
  return concat(bytesOf(kind, random.between(0, 9)), uint(pick(random, lastWords), 2), data)
}

function cardScript(random: Random): Uint8Array {
  const steps = Array.from({ length: random.between(1, 8) }, () => cardSteps(random))
  return concat(...(onceIn(random, 5) ? steps : [bytesOf(cardStep.open, random.between(0, 4)), ...steps]))
}

function cardSteps(random: Random): Uint8Array {
  const changed = (bytes: Uint8Array): Uint8Array => (onceIn(random, 2) ? bytes : mutate(random, bytes, commands))
  switch (random.between(0, 9)) {
    case 0:
      return concat(bytesOf(cardStep.raw), block(changed(pick(random, commands))))
    case 1:
      return bytesOf(cardStep.open, random.between(0, 4))
    case 2:
      return onceIn(random, 3) ? bytesOf(cardStep.reset) : bytesOf()
    case 3:
    case 4: {
      const parts = [
        concat(bytesOf(cardStep.wrapped), block(changed(commands[5]!))),
        concat(bytesOf(cardStep.load), block(changed(loadFile))),
        concat(bytesOf(cardStep.wrapped), block(changed(commands[6]!))),
      ]
      return concat(...parts)
    }
    default:
      return concat(bytesOf(cardStep.wrapped), block(changed(pick(random, commands))))
  }
}

const parsers = [
  select.decode,
  manageChannel.decode,
  load.decode,
  deletion.decode,
  storeData.decode,
  install.decode,
  getStatus.decode,
  setStatus.decode,
  getData.decode,
  initializeUpdateCommand.decode,
  (command: CommandApdu) => putKey.decode(command).keys.map((field) => openKeyBlock(field, dek)),
]

function readCommand(bytes: Uint8Array): string {
  const command = readOrNull(() => decodeCommand(bytes))
  if (!command) return 'no command'
  assertInvariant(equalBytes(encodeCommand(command), bytes), 'the encoded command differs from the decoded octets')
  assertInvariant(commandTitle(describeCommand(command)).length > 0, 'a command without a title')
  return parsers.some((parse) => readOrNull(() => parse(command)) !== null) ? 'command read' : 'command not known'
}

const sessionKeys = { sEnc: new Uint8Array(16).fill(1), sMac: new Uint8Array(16).fill(2), sRmac: new Uint8Array(16).fill(3) }
const position = { macChain: new Uint8Array(16), counter: 0 }

function channelOf(which: number) {
  return { keys: sessionKeys, level: securityLevels[which % securityLevels.length]!, macLength: which % 10 < 5 ? 8 : 16 } as const
}

/** Unwraps a command that has a valid C-MAC over arbitrary data. */
function openCommand(feed: Feed): string {
  const parameters = channelOf(feed.octet())
  const header = commandApdu(0x84, feed.octet(), feed.octet(), 0x00)
  const data = feed.rest().subarray(0, 255 - parameters.macLength)
  const mac = commandMac(sessionKeys, position.macChain, { ...header, data }, parameters.macLength)
  const sent: CommandApdu = { ...header, data: concat(data, mac.subarray(0, parameters.macLength)) }
  const card = new Scp03Card(parameters, position)
  const opened = readOrNull(() => card.unwrap(sent))
  assertInvariant((opened === null) === (card.position === null), 'the channel stays open after an invalid command')
  return opened ? 'unwrapped' : 'not unwrapped'
}

/** Unwraps a response that has a valid R-MAC over arbitrary data. */
function openResponse(feed: Feed): string {
  const parameters = channelOf(feed.octet())
  const sw = feed.uint16()
  const data = feed.rest()
  const mac = chainedMac(sessionKeys.sRmac, position.macChain, data, uint(sw, 2)).subarray(0, parameters.macLength)
  const opened = readOrNull(() => unwrapResponse(parameters, position, responseApdu(sw, concat(data, mac))))
  return opened ? 'response opened' : 'response refused'
}

/** C-APDUs and R-APDUs of every kind, both ends of the secure channel, and a whole virtual card. */
export const apduTarget: FuzzTarget = {
  make,
  run(input) {
    const feed = new Feed(input)
    switch (feed.octet() % 5) {
      case inputKind.channel:
        return openCommand(feed)
      case inputKind.response:
        return openResponse(feed)
      case inputKind.initializeUpdate:
        return readOrNull(() => initializeUpdateResponse.decode(feed.rest())) ? 'INITIALIZE UPDATE read' : 'INITIALIZE UPDATE refused'
      case inputKind.card:
        return runOnCard(feed)
      default:
        return readCommand(feed.rest())
    }
  },
}
