import { fixedAids } from '@simdeck/protocol/aid.ts'
import { fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { readCap } from '@simdeck/protocol/cap/read-cap.ts'
import { writeCap } from '@simdeck/protocol/cap/write-cap.ts'
import { storeData } from '@simdeck/protocol/gp/commands.ts'
import { install } from '@simdeck/protocol/gp/install.ts'
import { loadFileStructure } from '@simdeck/protocol/gp/load-file.ts'
import type { SafeObject } from '@simdeck/protocol/iot-safe/objects.ts'
import { provisioningBlocks, type ProvisioningCommand } from '@simdeck/protocol/iot-safe/provisioning.ts'
import type { Job } from '@simdeck/protocol/ota/kinds/kinds.ts'
import { securityLevels } from '@simdeck/protocol/scp03/level.ts'
import type { SecurityLevel } from '@simdeck/protocol/scp03/level.ts'
import type { StoredObject } from '../applets/iot-safe/store.ts'
import type { CardNvm } from '../card/nvm.ts'
import type { Misbehaviour } from '../misbehaviour.ts'
import type { SimProfile } from '../profile.ts'
import type { Random } from '../random.ts'

interface Applet {
  packageAid: string
  moduleAid: string
  instanceAid: string
}

/** The state of an applet on a card: `absent`, `loaded`, `installed` or, after STORE DATA, `installed 0A0B`. */
export type AppletState = string

/**
 * A job on its own applet, with every correct result and the state of the applet after it. A removal of extra content is decided by the
 * content of the card, whose digest is known only then.
 */
export interface Task {
  job: Job | ((digest: number) => Job)
  applet: Applet
  ends: ReadonlyMap<string, AppletState>
}

/** One SIM with its jobs, made from a seed. */
export interface Scenario {
  profile: SimProfile
  level: SecurityLevel
  challengeLength: 8 | 16
  /** The SCP03 keys of the card in the server's records. */
  scp03: SimProfile['scp03']
  tasks: readonly Task[]
}

export function appletStateOf(nvm: CardNvm, { packageAid, instanceAid }: Applet): AppletState {
  if (!nvm.loadFiles.some(({ aid }) => aid === packageAid)) return 'absent'
  const instance = nvm.applications.find(({ aid }) => aid === instanceAid)
  if (!instance) return 'loaded'
  if (instance.safeObjects) return `installed ${instance.safeObjects.map(describeObject).join(', ')}`
  return instance.storedData === '' ? 'installed' : `installed ${instance.storedData}`
}

/** A key without its value, which is another one each time. */
const describeObject = ({ kind, id, content, isUpdating }: Pick<StoredObject, 'kind' | 'id' | 'content' | 'isUpdating'>): string =>
  `${kind} ${id}: ${kind === 'file' ? content : `${content.length / 2} octets`}${isUpdating ? ', not complete' : ''}`

const otherApplets: readonly Applet[] = Array.from({ length: 6 }, (_, i) => {
  const packageAid = `A0000009990A0${i}`
  return { packageAid, moduleAid: `${packageAid}01`, instanceAid: `${packageAid}02` }
})
const safeApplet: Applet = { ...fixedAids.iotSafe, instanceAid: fixedAids.iotSafe.moduleAid }
/** Applets that are on the card from the beginning. */
const preloadedApplets = [safeApplet, ...otherApplets.slice(0, 3)]
const missingApplets = otherApplets.slice(3)
const applets = [...preloadedApplets, ...missingApplets]

const knownImport = { aid: fromHex('A0000000620101'), major: 1, minor: 3 }
const unknownImport = { aid: fromHex('A0000099999999'), major: 1, minor: 0 }
const codeSizes = [120, 200, 350, 500, 700, 1000, 1500, 2000, 3000, 5000] as const
const largeCodeSize = 5000
/** A memory that is too small for an applet of `largeCodeSize`. */
const scarceMemory = 900
const loadFiles = new Map<string, Uint8Array>()

const pick = <T>(random: Random, values: readonly T[]): T => values[random.between(0, values.length - 1)]!

/**
 * Makes a scenario. `troubled` is the share of SIMs with faults of their own, beside those of the network. With `codeSize` the scenario is
 * one install with this number of octets of code, correct keys and enough memory.
 */
export function makeScenario(random: Random, troubled: number, codeSize?: number): Scenario {
  const challengeLength = random.fraction() < 0.3 ? 16 : 8
  const keyLength = (): 16 | 32 => (random.fraction() < 0.25 ? 32 : 16)
  const [simKeyLength, scp03KeyLength] = [keyLength(), keyLength()]
  const key = (): Uint8Array => random.bytes(scp03KeyLength)
  const scp03 = { enc: key(), mac: key(), dek: key() }
  const wrongKeys = random.fraction() < 0.03 && codeSize === undefined
  const scarce = random.fraction() < 0.03 && codeSize === undefined
  const tasks = scarce ? [tooLarge()] : codeSize === undefined ? makeTasks(random) : [installOf(codeSize)]
  return {
    profile: {
      iccid: `898104${String(random.uint32()).padStart(13, '0')}`,
      capAuthKey: random.bytes(simKeyLength),
      encryptKey: random.bytes(simKeyLength),
      scp03,
      i: challengeLength === 16 ? 0x71 : 0x70,
      freeMemory: scarce ? scarceMemory : undefined,
      receiveBuffer: random.fraction() < 0.3 ? pick(random, [255, 320, 512, 1024, 1500]) : random.between(255, 1500),
      sendBuffer: pick(random, [320, 512, 1500]),
      poller: { encryption: random.fraction() < 0.8 },
      preloads: preloadedApplets.map((applet) => ({ ...applet, version: { major: 1, minor: 1 } })),
      misbehaviours: [...(random.fraction() < troubled ? makeFaults(random) : []), ...otherHandOf(tasks, random)],
    },
    level: pick(random, securityLevels),
    challengeLength,
    scp03: wrongKeys ? { ...scp03, mac: key() } : scp03,
    tasks: wrongKeys ? tasks.map((task) => ({ ...task, ends: new Map([['Failed 300', initialState(task.applet)]]) })) : tasks,
  }
}

const initialState = (applet: Applet): AppletState => (preloadedApplets.includes(applet) ? 'installed' : 'absent')

/** Makes one to three jobs, each on another applet. */
function makeTasks(random: Random): Task[] {
  const dice = applets.map((applet) => ({ applet, die: random.uint32() })).toSorted((a, b) => a.die - b.die)
  const [first, ...others] = dice.slice(0, random.between(1, 3)).map(({ applet }) => applet)
  // The first job alone meets the content that the card had at the beginning.
  const begins = random.fraction() < 0.2 ? removalOfExtra(first!, random.fraction() < 0.3) : makeTask(random, first!)
  return [begins, ...others.map((applet) => makeTask(random, applet))]
}

/** `isOld`: decided by content that the card does not hold any more. */
function removalOfExtra(applet: Applet, isOld: boolean): Task {
  const packageAid = fromHex(applet.packageAid)
  const job = (digest: number): Job => ({ kind: 'remove-extra', packageAid, digest: isOld ? digest ^ 1 : digest })
  if (!preloadedApplets.includes(applet)) return { job, applet, ends: new Map([['NotFound', 'absent']]) }
  const ends = new Map([['Failed 100', 'installed']])
  return { job, applet, ends: isOld ? ends : ends.set('Succeeded', 'absent') }
}

/** For half of the removals of extra content, somebody else changes the card before one of its POLLs. */
function otherHandOf([first]: readonly Task[], random: Random): Misbehaviour[] {
  if (typeof first?.job !== 'function' || random.fraction() < 0.5) return []
  return [{ kind: 'otherHand', change: 'version', skip: random.between(0, 3) }]
}

function makeTask(random: Random, applet: Applet): Task {
  const packageAid = fromHex(applet.packageAid)
  const removal: Job = { kind: 'remove', packageAid }
  const die = random.fraction()
  if (preloadedApplets.includes(applet)) {
    if (die < 0.5) return { job: removal, applet, ends: new Map([['Succeeded', 'absent']]) }
    if (applet === safeApplet) return provisioning(random.bytes(random.between(1, 800)))
    const data = random.bytes(random.between(1, 600))
    return { job: storeScript(applet, data), applet, ends: new Map([['Succeeded', `installed ${toHex(data)}`]]) }
  }
  if (die < 0.1) {
    const ends = new Map([
      ['NotFound', 'absent'],
      ['Succeeded', 'absent'],
    ])
    return { job: removal, applet, ends }
  }
  if (die < 0.2) return { job: installJob(applet, 500, unknownImport), applet, ends: new Map([['Failed 500 6438', 'absent']]) }
  return { job: installJob(applet, pick(random, codeSizes), knownImport), applet, ends: new Map([['Succeeded', 'installed']]) }
}

function installOf(codeSize: number): Task {
  const applet = missingApplets[0]!
  return { job: installJob(applet, codeSize, knownImport), applet, ends: new Map([['Succeeded', 'installed']]) }
}

function tooLarge(): Task {
  const applet = missingApplets[0]!
  return { job: installJob(applet, largeCodeSize, knownImport), applet, ends: new Map([['Failed 500 6a84', 'absent']]) }
}

function installJob(applet: Applet, codeSize: number, imported: typeof knownImport): Job {
  const [packageAid, moduleAid, instanceAid] = [fromHex(applet.packageAid), fromHex(applet.moduleAid), fromHex(applet.instanceAid)]
  const name = `${applet.packageAid} ${codeSize} ${toHex(imported.aid)}`
  const recipe = { packageAid, packageVersion: { major: 1, minor: 0 }, applets: [moduleAid], imports: [imported], codeSize }
  const loadFile =
    loadFiles.get(name) ??
    loadFileStructure.encode({ dapBlocks: [], components: readCap(writeCap(recipe)).loadFileData({ descriptor: false }) })
  loadFiles.set(name, loadFile)
  return { kind: 'install', loadFile, packageAid, moduleAid, instanceAid, privileges: fromHex('00'), parameters: fromHex('C900') }
}

const storeDataBlock = 120

function storeScript({ instanceAid }: Applet, data: Uint8Array): Job {
  const commands = [install.encode({ kind: 'personalization', applicationAid: fromHex(instanceAid) })]
  for (let from = 0, block = 0; from < data.length; from += storeDataBlock, block++) {
    const last = from + storeDataBlock >= data.length
    commands.push(storeData.encode({ block, last, data: data.subarray(from, from + storeDataBlock) }))
  }
  return { kind: 'script', secured: true, commands: commands.map((command) => ({ command, tolerated: [] })) }
}

const safeName = (kind: SafeObject['kind'], id: string, size = 0): SafeObject => ({
  kind,
  id: fromHex(id),
  label: id,
  access: 0x01,
  isActivated: false,
  file: kind === 'file' ? { size, usage: 2 } : null,
})

/** Makes a key pair and a file with that content on the card. */
function provisioning(content: Uint8Array): Task {
  const [privateKey, publicKey, file] = [safeName('privateKey', '01'), safeName('publicKey', '02'), safeName('file', '03', content.length)]
  const commands: ProvisioningCommand[] = [
    { kind: 'generate', privateKey, publicKey },
    { kind: 'create', object: file },
  ]
  for (let offset = 0; offset < content.length; offset += storeDataBlock) {
    const data = content.subarray(offset, offset + storeDataBlock)
    const isLast = offset + storeDataBlock >= content.length
    commands.push({ kind: 'update', file, offset, data, total: isLast ? content.length : null })
  }
  const script = [
    install.encode({ kind: 'personalization', applicationAid: fromHex(safeApplet.instanceAid) }),
    ...provisioningBlocks(commands),
  ]
  const objects = [
    { kind: 'privateKey', id: '01', content: '00'.repeat(32), isUpdating: false },
    { kind: 'publicKey', id: '02', content: '00'.repeat(65), isUpdating: false },
    { kind: 'file', id: '03', content: toHex(content), isUpdating: false },
  ] as const
  return {
    job: { kind: 'script', secured: true, commands: script.map((command) => ({ command, tolerated: [] })) },
    applet: safeApplet,
    ends: new Map([['Succeeded', `installed ${objects.map(describeObject).join(', ')}`]]),
  }
}

/** INSTALL, LOAD, DELETE, STORE DATA, EXTERNAL AUTHENTICATE and INITIALIZE UPDATE, at which faults arise. */
const instructions = [0xe6, 0xe8, 0xe4, 0xe2, 0x82, 0x50] as const

/** Faults that delay a job and never change its end. */
function makeFaults(random: Random): Misbehaviour[] {
  const skip = (): number => random.between(0, 40)
  const command = (): { ins?: number; skip: number } =>
    random.fraction() < 0.5 ? { skip: skip() } : { ins: pick(random, instructions), skip: random.between(0, 2) }
  const one = (): Misbehaviour =>
    pick<() => Misbehaviour>(random, [
      () => ({ kind: 'powerLoss', ...command() }),
      () => ({ kind: 'powerLoss', ...command() }),
      () => ({ kind: 'powerLoss', ...command(), before: true }),
      () => ({ kind: 'cardReset', ...command() }),
      () => ({ kind: 'cardReset', ...command() }),
      () => ({ kind: 'giveUp', ...command() }),
      () => ({ kind: 'secondPoll', skip: skip() }),
      () => ({ kind: 'wrongIndex', skip: random.between(0, 10) }),
      () => ({ kind: 'lostCounter', skip: random.between(0, 4) }),
      () => ({ kind: 'clockJump', ms: random.between(-600_000, 600_000), skip: skip() }),
      () => ({ kind: 'replayPoll', poll: pick(random, ['latest', 'older']), skip: skip() }),
    ])()
  return Array.from({ length: random.between(1, 4) }, one)
}
