import { encodeCommand } from '@simdeck/protocol/apdu.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { bytesOf, concat, fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { storeData, storeDataStructure } from '@simdeck/protocol/gp/commands.ts'
import { install } from '@simdeck/protocol/gp/install.ts'
import { cardState } from '@simdeck/protocol/gp/registry.ts'
import { maxFileOctets, type SafeObject } from '@simdeck/protocol/iot-safe/objects.ts'
import { provisioning, type ProvisioningCommand } from '@simdeck/protocol/iot-safe/provisioning.ts'
import { encodeName } from '@simdeck/protocol/x509/name.ts'
import { SafeStore, type StoredObject } from '@simdeck/simulator/applets/iot-safe/store.ts'
import { VirtualCard } from '@simdeck/simulator/card/card.ts'
import { newCardNvm } from '@simdeck/simulator/card/nvm.ts'
import type { CardNvm } from '@simdeck/simulator/card/nvm.ts'
import { preload } from '@simdeck/simulator/card/preload.ts'
import { Random } from '@simdeck/simulator/random.ts'
import { cardKeys, Host } from '@simdeck/simulator/testing/host.ts'
import { Feed } from './feed.ts'
import { block, mutate, onceIn, pick } from './mutate.ts'
import { assertInvariant } from './target.ts'
import type { FuzzTarget } from './target.ts'

const { packageAid, moduleAid } = fixedAids.iotSafe
const instanceAid = fromHex(moduleAid)
const personalize = encodeCommand(install.encode({ kind: 'personalization', applicationAid: instanceAid }))

const named = (kind: SafeObject['kind'], id: number, size = 0): SafeObject => ({
  kind,
  id: bytesOf(id),
  label: `label ${id}`,
  access: 0x03,
  isActivated: false,
  file: kind === 'file' ? { size, usage: 2 } : null,
})
const [privateKey, publicKey, file] = [named('privateKey', 1), named('publicKey', 1), named('file', 2, 90)]
const subject = encodeName({ CN: '8981100000000000017' })
const provisionings: readonly ProvisioningCommand[] = [
  { kind: 'create', object: file },
  { kind: 'create', object: named('file', 3, maxFileOctets) },
  { kind: 'update', file, offset: 0, data: new Uint8Array(40).fill(7), total: null },
  { kind: 'update', file, offset: 40, data: new Uint8Array(30).fill(8), total: 70 },
  { kind: 'delete', object: file },
  { kind: 'delete', object: privateKey },
  { kind: 'generate', privateKey, publicKey },
  { kind: 'request', privateKey, subject, offset: 0, length: 200 },
  { kind: 'read', object: file, offset: 0, length: 192 },
  { kind: 'read', object: publicKey, offset: 0, length: 0 },
  { kind: 'read', object: privateKey, offset: 0, length: 0 },
  { kind: 'list', page: 0 },
  { kind: 'sign', privateKey, hash: new Uint8Array(32).fill(9) },
]
const provisioningData = provisionings.map((command) => provisioning.encode(command))

const point =
  '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5'
const hash = '9e20' + '11'.repeat(32)
/** Commands of a device on channel 1, by GSMA IoT.05. */
const deviceCommands = [
  `01a4040010${moduleAid}`,
  '81cb000000',
  '81cb010000',
  '81cb010100',
  '81cbc10003840101',
  '81cbc300038301020000',
  '81b0000003830102c0',
  '81b90000038401010000',
  '81cd000003850101',
  '8124000003850101',
  `81d88000473445494386 41${point}`.replaceAll(' ', ''),
  '812a00010d840101a101019102000192010400',
  '812a00010d840101a101029102000192010400',
  '812a00010d840101a101039102000192010400',
  '812a01010d840101a101039102000192010400',
  '812b0001059b03616263',
  '812b8001059b03616263',
  `812b80012a9a0361626 39c20${'22'.repeat(32)}9d020003`.replaceAll(' ', ''),
  `812b800122${hash}`,
  '812c00010d850101a101039102000192010400',
  `812d800164${hash}3340${'33'.repeat(64)}`,
  `814600004a8401013445494386 41${point}`.replaceAll(' ', ''),
  '814800000fd10401020304d20201 02d303000020'.replaceAll(' ', ''),
  '814a00000cd10401020304d302002a00',
  '8184000020',
].map((hex) => fromHex(hex))

/** The size of an instance that `preload` makes. */
const sizeWithoutObjects = 512
const step = { device: 0, provision: 1, reset: 2 } as const

function shippedCard(): string {
  const nvm = newCardNvm({ keys: cardKeys, memoryTotal: 13_000, state: cardState.opReady })
  preload(nvm, { packageAid, moduleAid, instanceAid: moduleAid, version: { major: 1, minor: 2 } })
  const harness = new Harness(nvm)
  for (const at of [0, 2, 3, 6]) harness.provision(provisioningData[at]!)
  assertInvariant(harness.objects.length === 3, 'the sample card has three objects')
  return JSON.stringify(nvm)
}

/** A card with the applet, a host that may provision it without a secure channel, and a device on channel 1. */
class Harness {
  readonly nvm: CardNvm
  readonly #card: VirtualCard

  constructor(nvm: CardNvm) {
    this.nvm = nvm
    this.#card = new VirtualCard(nvm, new Random('fuzz'))
    this.start()
  }

  get objects(): readonly StoredObject[] {
    return this.nvm.applications.flatMap(({ safeObjects = [] }) => safeObjects)
  }

  start(): void {
    this.#card.reset()
    new Host(this.#card).authenticateOnly()
    this.send(fromHex('0070000001'))
    this.send(deviceCommands[0]!)
  }

  /** Sends any octets to the card. An answer holds no private key, and a refused command changes nothing. */
  send(bytes: Uint8Array): void {
    const secrets = this.objects.filter(({ kind }) => kind === 'privateKey').map(({ content }) => content)
    const before = JSON.stringify(this.nvm.applications)
    const { data, sw } = this.#card.execute(bytes)
    assertInvariant(data.length <= 256, 'an answer of more than 256 octets')
    const hex = toHex(data)
    assertInvariant(
      secrets.every((secret) => !hex.includes(secret)),
      'an answer with a private key',
    )
    if (sw !== 0x9000 && sw !== 0x6310)
      assertInvariant(JSON.stringify(this.nvm.applications) === before, 'a refused command changed objects')
  }

  provision(data: Uint8Array): void {
    this.send(personalize)
    this.send(
      encodeCommand({
        ...storeData.encode({ block: 0, last: true, structure: storeDataStructure.berTlv, responseExpected: true, data }),
        le: 256,
      }),
    )
  }
}

const shipped = shippedCard()

function make(random: Random): Uint8Array {
  const steps = Array.from({ length: random.between(1, 6) }, () => {
    if (onceIn(random, 25)) return bytesOf(step.reset)
    const [kind, samples] = onceIn(random, 2) ? ([step.provision, provisioningData] as const) : ([step.device, deviceCommands] as const)
    const sample = pick(random, samples)
    return concat(bytesOf(kind), block(onceIn(random, 2) ? sample : mutate(random, sample, samples)))
  })
  return concat(...steps)
}

/** Checks that the objects are consistent, that their sizes are those of the record, and that the stored state gives the same card again. */
function checkObjects({ nvm, objects }: Harness): string {
  const text = JSON.stringify(nvm)
  assertInvariant(JSON.stringify(JSON.parse(text)) === text, 'a state that cannot be stored')
  assertInvariant(new Set(objects.map(({ kind, id }) => `${kind} ${id}`)).size === objects.length, 'two objects of one name')
  for (const { kind, id, label, content, file: ofFile } of objects) {
    assertInvariant(/^([\da-f]{2}){1,20}$/.test(id) && Buffer.byteLength(label) <= 60, 'an invalid id or label')
    const octets = content.length / 2
    if (kind === 'file')
      assertInvariant(ofFile !== null && octets <= ofFile.size && ofFile.size <= maxFileOctets, 'a file longer than its size')
    else assertInvariant(octets === 0 || octets === (kind === 'privateKey' ? 32 : 65), 'a key of another length')
  }
  for (const { size, safeObjects = [] } of nvm.applications) {
    const counted = { size: sizeWithoutObjects }
    new SafeStore(counted, Number.MAX_SAFE_INTEGER).put(...safeObjects)
    assertInvariant(counted.size === size, 'the objects use other octets than the record shows')
  }
  assertInvariant(
    [...nvm.loadFiles, ...nvm.applications].reduce((sum, { size }) => sum + size, 0) <= nvm.memoryTotal,
    'more memory than the card has',
  )
  return objects.length < 5 ? `${objects.length} objects on the card` : 'more objects on the card'
}

/** Commands of devices and provisioning commands for the IoT SAFE applet of a virtual card. */
export const iotSafeTarget: FuzzTarget = {
  make,
  run(input) {
    const harness = new Harness(JSON.parse(shipped) as CardNvm)
    const feed = new Feed(input)
    for (let left = 20; left > 0 && !feed.done; left--) {
      switch (feed.octet() % 3) {
        case step.reset:
          harness.start()
          break
        case step.provision:
          harness.provision(feed.block().subarray(0, 255))
          break
        default:
          harness.send(feed.block())
      }
    }
    return checkObjects(harness)
  },
}
