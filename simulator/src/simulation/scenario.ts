import { securityLevels } from '@simdeck/protocol/scp03/level.ts'
import type { SecurityLevel } from '@simdeck/protocol/scp03/level.ts'
import { FileSystem } from '../card/files/file-system.ts'
import type { Misbehaviour } from '../misbehaviour.ts'
import type { SimProfile } from '../profile.ts'
import type { Random } from '../random.ts'
import { imsiOf } from '../shipped-nvm.ts'
import { applets, appletTask, installOf, preloadedApplets, removalOfExtra, tooLarge } from './applet-tasks.ts'
import { fileGroups, fileTask } from './file-tasks.ts'
import { inventoryTask } from './inventory-task.ts'
import { keyRotationTask, pollerKeysTask } from './key-tasks.ts'
import { pick } from './task.ts'
import type { Task } from './task.ts'

/** One SIM with its jobs, made from a seed. */
export interface Scenario {
  profile: SimProfile
  level: SecurityLevel
  challengeLength: 8 | 16
  /** The SCP03 keys of the card in the server's records. */
  scp03: SimProfile['scp03']
  tasks: readonly Task[]
}

/** A memory that is too small for the largest install. */
const scarceMemory = 900

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
  const profile: SimProfile = {
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
  }
  const tasks = scarce ? [tooLarge()] : codeSize === undefined ? makeTasks(random, profile) : [installOf(codeSize)]
  return {
    profile: { ...profile, misbehaviours: [...(random.fraction() < troubled ? makeFaults(random) : []), ...otherHandOf(tasks, random)] },
    level: pick(random, securityLevels),
    challengeLength,
    scp03: wrongKeys ? { ...scp03, mac: key() } : scp03,
    tasks: wrongKeys ? tasks.map(withoutChannel) : tasks,
  }
}

const withoutChannel = (task: Task): Task =>
  task.withoutChannel ? { ...task, ends: new Map([['Failed 300', task.withoutChannel]]), interrupted: task.withoutChannel } : task

/** Makes one to three jobs on applets, each on another one, and jobs of other kinds among them. */
function makeTasks(random: Random, profile: SimProfile): Task[] {
  const [first, ...others] = shuffled(random, applets).slice(0, random.between(1, 3))
  const further = [...others.map((applet) => appletTask(random, applet)), ...otherTasks(random, profile)]
  // The first job alone meets the content that the card had at the beginning.
  const begins = random.fraction() < 0.2 ? removalOfExtra(first!, random.fraction() < 0.3) : appletTask(random, first!)
  return [begins, ...withKeysInOrder(shuffled(random, further))]
}

const shuffled = <T>(random: Random, values: readonly T[]): T[] =>
  values
    .map((value) => ({ value, die: random.uint32() }))
    .toSorted((a, b) => a.die - b.die)
    .map(({ value }) => value)

function otherTasks(random: Random, profile: SimProfile): Task[] {
  const files = new FileSystem({ iccid: profile.iccid, imsi: imsiOf(profile), changed: {} })
  const tasks = Array.from({ length: fileGroups }, (_, group) => () => [fileTask(random, group, files)])
  const all: { odds: number; make: () => Task[] }[] = [
    ...tasks.map((make) => ({ odds: 0.15, make })),
    { odds: 0.15, make: () => [inventoryTask] },
    { odds: 0.15, make: () => [pollerKeysTask(profile)] },
    { odds: 0.2, make: () => Array.from({ length: random.between(1, 2) }, () => keyRotationTask) },
  ]
  return all.flatMap(({ odds, make }) => (random.fraction() < odds ? make() : []))
}

/**
 * Puts new keys of the poller before those of the security domain. They are sent under the DEK of the card, which is not known while a
 * rotation is unproven, so the server excludes such a SIM.
 */
function withKeysInOrder(tasks: readonly Task[]): Task[] {
  const first = tasks.indexOf(keyRotationTask)
  const isLate = (task: Task): boolean => isOfPoller(task) && tasks.indexOf(task) > first
  if (first < 0) return [...tasks]
  return [...tasks.slice(0, first), ...tasks.filter(isLate), ...tasks.slice(first).filter((task) => !isLate(task))]
}

const isOfPoller = ({ job }: Task): boolean => typeof job !== 'function' && job.kind === 'new-keys' && job.of === 'poller'

/** For half of the removals of extra content, somebody else changes the card before one of its POLLs, unless its content is listed. */
function otherHandOf(tasks: readonly Task[], random: Random): Misbehaviour[] {
  if (typeof tasks[0]?.job !== 'function' || tasks.includes(inventoryTask) || random.fraction() < 0.5) return []
  return [{ kind: 'otherHand', change: 'version', skip: random.between(0, 3) }]
}

/**
 * INSTALL, LOAD, DELETE, STORE DATA, EXTERNAL AUTHENTICATE, INITIALIZE UPDATE, PUT KEY, GET STATUS, and SELECT, READ and UPDATE of files, at
 * which faults arise.
 */
const instructions = [0xe6, 0xe8, 0xe4, 0xe2, 0x82, 0x50, 0xd8, 0xf2, 0xa4, 0xb0, 0xb2, 0xd6, 0xdc] as const

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
