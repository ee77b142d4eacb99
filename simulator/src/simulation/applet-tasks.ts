import { fixedAids } from '@simdeck/protocol/aid.ts'
import { fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { readCap } from '@simdeck/protocol/cap/read-cap.ts'
import { writeCap } from '@simdeck/protocol/cap/write-cap.ts'
import { storeData } from '@simdeck/protocol/gp/commands.ts'
import { install } from '@simdeck/protocol/gp/install.ts'
import { loadFileStructure } from '@simdeck/protocol/gp/load-file.ts'
import type { Job } from '@simdeck/protocol/ota/kinds/kinds.ts'
import type { StoredObject } from '../applets/iot-safe/store.ts'
import type { CardNvm } from '../card/nvm.ts'
import type { Random } from '../random.ts'
import { provisioning } from './safe-task.ts'
import { pick, same } from './task.ts'
import type { Check, Task } from './task.ts'

export interface Applet {
  packageAid: string
  moduleAid: string
  instanceAid: string
}

/** The state of an applet on a card: `absent`, `loaded`, `installed` or, after STORE DATA, `installed 0A0B`. */
type AppletState = string

function appletStateOf(nvm: CardNvm, { packageAid, instanceAid }: Applet): AppletState {
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
export const preloadedApplets = [safeApplet, ...otherApplets.slice(0, 3)]
const missingApplets = otherApplets.slice(3)
export const applets = [...preloadedApplets, ...missingApplets]

const knownImport = { aid: fromHex('A0000000620101'), major: 1, minor: 3 }
const unknownImport = { aid: fromHex('A0000099999999'), major: 1, minor: 0 }
const codeSizes = [120, 200, 350, 500, 700, 1000, 1500, 2000, 3000, 5000] as const
const largeCodeSize = 5000
const loadFiles = new Map<string, Uint8Array>()

/** A task whose ends imply a state of the applet. */
function onApplet(applet: Applet, job: Task['job'], ends: Readonly<Record<string, AppletState>>): Task {
  const holds =
    (state: AppletState): Check =>
    ({ nvm }) =>
      same('the card', appletStateOf(nvm, applet), state)
  return {
    job,
    subject: applet.packageAid,
    ends: new Map(Object.entries(ends).map(([end, state]) => [end, holds(state)])),
    withoutChannel: holds(preloadedApplets.includes(applet) ? 'installed' : 'absent'),
  }
}

/** `isOld`: decided by content that the card does not hold any more. */
export function removalOfExtra(applet: Applet, isOld: boolean): Task {
  const packageAid = fromHex(applet.packageAid)
  const job = (digest: number): Job => ({ kind: 'remove-extra', packageAid, digest: isOld ? digest ^ 1 : digest })
  if (!preloadedApplets.includes(applet)) return onApplet(applet, job, { NotFound: 'absent' })
  return onApplet(applet, job, { 'Failed 100': 'installed', ...(isOld ? {} : { Succeeded: 'absent' }) })
}

export function appletTask(random: Random, applet: Applet): Task {
  const removal: Job = { kind: 'remove', packageAid: fromHex(applet.packageAid) }
  const die = random.fraction()
  if (preloadedApplets.includes(applet)) {
    if (die < 0.5) return onApplet(applet, removal, { Succeeded: 'absent' })
    if (applet === safeApplet) {
      const { job, objects } = provisioning(applet.instanceAid, random.bytes(random.between(1, 800)))
      return onApplet(applet, job, { Succeeded: `installed ${objects.map(describeObject).join(', ')}` })
    }
    const data = random.bytes(random.between(1, 600))
    const job = die < 0.6 ? storeScript(applet, data) : storeDataJob(applet, data)
    return onApplet(applet, job, { Succeeded: `installed ${toHex(data)}` })
  }
  if (die < 0.1) return onApplet(applet, removal, { NotFound: 'absent', Succeeded: 'absent' })
  if (die < 0.2) return onApplet(applet, installJob(applet, 500, unknownImport), { 'Failed 500 6438': 'absent' })
  return onApplet(applet, installJob(applet, pick(random, codeSizes), knownImport), { Succeeded: 'installed' })
}

export function installOf(codeSize: number): Task {
  const applet = missingApplets[0]!
  return onApplet(applet, installJob(applet, codeSize, knownImport), { Succeeded: 'installed' })
}

/** An install that needs more memory than the card has. */
export function tooLarge(): Task {
  const applet = missingApplets[0]!
  return onApplet(applet, installJob(applet, largeCodeSize, knownImport), { 'Failed 500 6a84': 'absent' })
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

/** STORE DATA in blocks that fit the frames of the card. */
const storeDataJob = ({ instanceAid }: Applet, data: Uint8Array): Job => ({
  kind: 'store-data',
  instanceAid: fromHex(instanceAid),
  data,
  isTlv: false,
})

const storeDataBlock = 120

/** STORE DATA as a script of given commands. */
function storeScript({ instanceAid }: Applet, data: Uint8Array): Job {
  const commands = [install.encode({ kind: 'personalization', applicationAid: fromHex(instanceAid) })]
  for (let from = 0, block = 0; from < data.length; from += storeDataBlock, block++) {
    const last = from + storeDataBlock >= data.length
    commands.push(storeData.encode({ block, last, data: data.subarray(from, from + storeDataBlock) }))
  }
  return { kind: 'script', secured: true, commands: commands.map((command) => ({ command, tolerated: [] })) }
}
