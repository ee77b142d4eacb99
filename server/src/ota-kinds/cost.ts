import { bytesOf } from '@simdeck/protocol/bytes.ts'
import { parseAid } from '@simdeck/protocol/aid.ts'
import { loadFileStructure } from '@simdeck/protocol/gp/load-file.ts'
import { bodyRoom, chunksOf, wrappedLength, type Wrapping } from '@simdeck/protocol/ota/chunk.ts'
import { frameOverhead } from '@simdeck/protocol/ota/frame.ts'
import { isSecured, plainScript, smallestBuffer } from '@simdeck/protocol/ota/job.ts'
import type { CommandRole } from '@simdeck/protocol/ota/kinds/job-kind.ts'
import type { Job } from '@simdeck/protocol/ota/kinds/kinds.ts'
import { commandDataHeader, loadCommandHeader, minReceiveBuffer } from '@simdeck/protocol/ota/messages.ts'
import { checkSecurityLevel, hasResponseEncryption, hasResponseMac, type SecurityLevel } from '@simdeck/protocol/scp03/level.ts'

/** The properties of a card on which the cost depends. */
type Card = { receiveBuffer: number; level: SecurityLevel }

/** Cost for one SIM: bytes in both directions, and commands that the card runs. */
export type Cost = { bytes: number; commands: number }

/** Security level of a SIM without a set level. */
export const usualLevel: SecurityLevel = 0x03

const wrappingOf = (level: SecurityLevel): Wrapping => ({ level, macLength: 8 })
const securityDomainAid = new Uint8Array(8)

const nonceLength = 8
/** User data of a short message (TS 23.040 §9.2.3.24). */
const mostUserDataOctets = 140
/** Octets of a POLL: its clear part, and its body with the usual telemetry. */
const poll = { clear: 22, body: 48 }
const initializeUpdate = { command: 9 + 14, response: 5 + 4 + 32 }
const closeSession = 8
const resultLength = 4
const resHeader = 5
/** Commands that a card confirms with one octet of data. The poller returns it if the command has Le for the R-MAC. */
const confirmed: readonly CommandRole[] = ['delete', 'installForLoad', 'lastLoad', 'installForInstall']

function frameLength(clear: number, body: number): number {
  return frameOverhead + clear + (Math.floor(body / 16) + 1) * 16
}

/** Octets of the result of a command: its confirmation, encrypted with R-ENC, and the R-MAC. */
function resultOf(role: CommandRole, { level, macLength }: Wrapping): number {
  if (role === 'externalAuthenticate' || !hasResponseMac(level)) return resultLength
  const data = confirmed.includes(role) ? (hasResponseEncryption(level) ? 16 : 1) : 0
  return resultLength + data + macLength
}

/** Cost of a job for a card with this receive buffer and security level, with encrypted frames. */
function jobCost(job: Job, { receiveBuffer, level }: Card): Cost {
  const cut = { receiveBuffer, enc: true }
  const wrapping = isSecured(job) ? wrappingOf(level) : null
  const script = plainScript(job, 'first', { cut, wrapping, securityDomainAid })
  const commands = script.map(({ role, command }) =>
    role === 'externalAuthenticate' && wrapping
      ? new Uint8Array(5 + 2 * wrapping.macLength)
      : new Uint8Array(wrappedLength(command.data.length, command.le !== null, wrapping)),
  )
  const results = script.map(({ role, command: { le } }) => (wrapping ? resultOf(role, wrapping) : resultLength + (le ?? 0)))
  const headerAt = (index: number): number => (index === 0 ? commandDataHeader : loadCommandHeader)
  let bytes = wrapping ? frameLength(0, initializeUpdate.response) + frameLength(nonceLength, initializeUpdate.command) : 0
  let at = 0
  for (const chunk of chunksOf(commands, (index) => bodyRoom(cut, 0) - headerAt(index))) {
    const body = chunk.reduce((sum, command) => sum + 2 + command.length, headerAt(at))
    const answer = results.slice(at, at + chunk.length).reduce((sum, result) => sum + result, resHeader)
    bytes += frameLength(0, body) + frameLength(0, answer)
    at += chunk.length
  }
  return { bytes, commands: commands.length + (wrapping ? 1 : 0) }
}

/** Cost of one session with the jobs, from its POLL to its CLOSE_SESSION. */
function sessionCost(jobs: readonly Job[], card: Card): Cost {
  const costs = jobs.map((job) => jobCost(job, card))
  return {
    bytes: costs.reduce((sum, cost) => sum + cost.bytes, frameLength(poll.clear, poll.body) + frameLength(0, closeSession)),
    commands: costs.reduce((sum, cost) => sum + cost.commands, 0),
  }
}

export type InstallToCost = {
  packageAid: string
  /** Both are null for a library, which is only loaded. */
  moduleAid: string | null
  instanceAid: string | null
  /** Bytes of the load file's C4 value. */
  loadLength: number
  /** Bytes of the install parameters field. */
  parametersLength: number
}

function removal(packageAid: string): Job {
  return { kind: 'remove', packageAid: parseAid(packageAid) }
}

function installJob(install: InstallToCost): Job {
  const { moduleAid, instanceAid } = install
  const loadFile = loadFileStructure.encode({ dapBlocks: [], components: new Uint8Array(install.loadLength) })
  const packageAid = parseAid(install.packageAid)
  if (moduleAid === null || instanceAid === null) return { kind: 'install', loadFile, packageAid, moduleAid: null }
  return {
    kind: 'install',
    loadFile,
    packageAid,
    moduleAid: parseAid(moduleAid),
    instanceAid: parseAid(instanceAid),
    privileges: bytesOf(0),
    parameters: new Uint8Array(install.parametersLength),
  }
}

/** Jobs of a kind, for computing their cost. */
export type JobsToCost = {
  /** The jobs of one session. `replaces` is true if something must be removed first. */
  jobs(replaces: boolean): readonly Job[]
  /** The jobs of a second session that follows the first one. */
  followUp?: readonly Job[]
  /** The cost of OTAs that have no session. */
  fixed?: Cost
  /** The smallest sufficient receive buffer at this security level, with encrypted frames; null if no buffer is large enough. */
  buffer(level: SecurityLevel): number | null
}

export function installCosts(install: InstallToCost): JobsToCost {
  const job = installJob(install)
  return {
    jobs: (replaces) => (replaces ? [removal(install.packageAid), job] : [job]),
    buffer: (level) => installBuffer(install, level),
  }
}

/** The cost of a poller update: the installation, and the removal of the old poller in a session of the new one. */
export function pollerUpdateCosts(install: InstallToCost): JobsToCost {
  return { ...installCosts(install), followUp: [removal(install.packageAid)] }
}

export const removalCosts: JobsToCost = { jobs: () => [removal('F0'.repeat(16))], buffer: () => minReceiveBuffer }

/** The cost of a script that a short message carries, and of the message with its answer. */
export const messageCosts = (commands: number): JobsToCost => ({
  jobs: () => [],
  fixed: { bytes: 2 * mostUserDataOctets, commands },
  buffer: () => minReceiveBuffer,
})

/** Cost of the sessions for the card; by default a card with the smallest receive buffer at the usual security level. */
export function costOfCard(kind: JobsToCost, replaces: boolean, card: Card = { receiveBuffer: minReceiveBuffer, level: usualLevel }): Cost {
  if (kind.fixed) return kind.fixed
  const first = sessionCost(kind.jobs(replaces), card)
  if (!kind.followUp) return first
  const second = sessionCost(kind.followUp, card)
  return { bytes: first.bytes + second.bytes, commands: first.commands + second.commands }
}

/**
 * The smallest sufficient receive buffer for the install at this security level, with encrypted frames; null if no buffer is large enough.
 */
export function installBuffer(install: InstallToCost, level: SecurityLevel): number | null {
  return smallestBuffer(installJob(install), { wrapping: wrappingOf(level), securityDomainAid, enc: true })
}

/** The smallest sufficient receive buffer for jobs without a secure channel; null if no buffer is large enough. */
export function jobsBuffer(jobs: readonly Job[]): number | null {
  const buffers = jobs.map((job) => smallestBuffer(job, { wrapping: null, securityDomainAid, enc: true }))
  return buffers.includes(null) ? null : Math.max(minReceiveBuffer, ...buffers.map(Number))
}

/**
 * SIMs with the same security level and receive buffer (null if none was reported). `replaces` is true if something is removed before the
 * install.
 */
export type CostGroup = { level: number; buffer: number | null; replaces: boolean; count: number }

/**
 * Cost for one SIM of each group, and the smallest sufficient receive buffer. A larger receive buffer means fewer frames and often more
 * commands. A SIM without a reported buffer counts with the smallest sufficient one.
 */
export function costsOf<Group extends CostGroup>(kind: JobsToCost, groups: readonly Group[]): (Group & Cost & { least: number })[] {
  const costByCard = new Map<string, Cost>()
  return groups.map((group) => {
    const level = checkSecurityLevel(group.level)
    const least = kind.buffer(level) ?? minReceiveBuffer
    const receiveBuffer = Math.max(least, group.buffer ?? 0)
    const rooms = [0, 8].map((clear) => bodyRoom({ receiveBuffer, enc: true }, clear))
    const cardKey = [level, group.replaces, ...rooms].join()
    const card = { receiveBuffer, level }
    const cost = costByCard.get(cardKey) ?? costOfCard(kind, group.replaces, card)
    costByCard.set(cardKey, cost)
    return { ...group, ...cost, least }
  })
}

/**
 * Maximum of the bytes and of the commands per SIM, and the bytes of all SIMs. `receiveBuffer` is sufficient at every security level of the
 * SIMs.
 */
export function costOf(kind: JobsToCost, groups: readonly CostGroup[]): Cost & { bytesInAll: number; receiveBuffer: number } {
  const known = groups.length > 0 ? groups : [{ level: usualLevel, buffer: null, replaces: false, count: 0 }]
  const costs = costsOf(kind, known)
  return {
    bytes: Math.max(...costs.map(({ bytes }) => bytes)),
    commands: Math.max(...costs.map(({ commands }) => commands)),
    bytesInAll: costs.reduce((sum, { bytes, count }) => sum + bytes * count, 0),
    receiveBuffer: Math.max(...costs.map(({ least }) => least)),
  }
}
