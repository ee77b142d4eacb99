import { bytesOf } from '@simdeck/protocol/bytes.ts'
import { parseAid } from '@simdeck/protocol/aid.ts'
import { encodeInstallParameters } from '@simdeck/protocol/gp/install-parameters.ts'
import { encodeLoadFile } from '@simdeck/protocol/gp/load-file.ts'
import { bodyRoom, chunksOf, wrappedLength, type Wrapping } from '@simdeck/protocol/ota/chunk.ts'
import { frameOverhead } from '@simdeck/protocol/ota/frame.ts'
import { type Job, plainScript, smallestBuffer } from '@simdeck/protocol/ota/job.ts'
import { commandDataHeader, loadCommandHeader, minReceiveBuffer } from '@simdeck/protocol/ota/messages.ts'
import type { SecurityLevel } from '@simdeck/protocol/scp03/level.ts'

/** What one SIM costs: bytes both ways, and commands the card runs. */
export type Cost = { bytes: number; commands: number }

const usual: Wrapping = { level: 0x03, macLength: 8 }
const securityDomainAid = new Uint8Array(8)

const nonceLength = 8
/** Clear part, and body with the usual telemetry. */
const poll = { clear: 22, body: 48 }
const initializeUpdate = { command: 9 + 14, response: 5 + 4 + 32 }
const closeSession = 8
const resultLength = 4
const resHeader = 5

function frameLength(clear: number, body: number): number {
  return frameOverhead + clear + (Math.floor(body / 16) + 1) * 16
}

/** What a job costs a card with that receive buffer, encrypted, at the usual security level. */
function jobCost(job: Job, receiveBuffer: number): Cost {
  const cut = { receiveBuffer, enc: true }
  const script = plainScript(job, 'first', { cut, wrapping: usual, securityDomainAid })
  const commands = script.map(({ role, command }) =>
    role === 'externalAuthenticate'
      ? new Uint8Array(5 + 2 * usual.macLength)
      : new Uint8Array(wrappedLength(command.data.length, command.le !== null, usual)),
  )
  const headerAt = (index: number): number => (index === 0 ? commandDataHeader : loadCommandHeader)
  let bytes = frameLength(0, initializeUpdate.response) + frameLength(nonceLength, initializeUpdate.command)
  let at = 0
  for (const chunk of chunksOf(commands, (index) => bodyRoom(cut, 0) - headerAt(index))) {
    const body = chunk.reduce((sum, command) => sum + 2 + command.length, headerAt(at))
    bytes += frameLength(0, body) + frameLength(0, resHeader + chunk.length * resultLength)
    at += chunk.length
  }
  return { bytes, commands: commands.length + 1 }
}

/** One session that does the jobs, from its POLL to its CLOSE_SESSION. */
function sessionCost(jobs: readonly Job[], receiveBuffer: number): Cost {
  const costs = jobs.map((job) => jobCost(job, receiveBuffer))
  return {
    bytes: costs.reduce((sum, cost) => sum + cost.bytes, frameLength(poll.clear, poll.body) + frameLength(0, closeSession)),
    commands: costs.reduce((sum, cost) => sum + cost.commands, 0),
  }
}

export type InstallToCost = {
  packageAid: string
  /** Both null: a library, which is loaded only. */
  moduleAid: string | null
  instanceAid: string | null
  /** Bytes of the load file's C4 value. */
  loadLength: number
  /** Bytes of the value of C9. */
  parametersLength: number
}

function removal(packageAid: string): Job {
  return { kind: 'remove', packageAid: parseAid(packageAid) }
}

function installJob(install: InstallToCost): Job {
  const { moduleAid, instanceAid } = install
  const loadFile = encodeLoadFile({ dapBlocks: [], components: new Uint8Array(install.loadLength) })
  const packageAid = parseAid(install.packageAid)
  if (moduleAid === null || instanceAid === null) return { kind: 'load', loadFile, packageAid }
  return {
    kind: 'install',
    loadFile,
    packageAid,
    moduleAid: parseAid(moduleAid),
    instanceAid: parseAid(instanceAid),
    privileges: bytesOf(0),
    parameters: encodeInstallParameters({ applet: new Uint8Array(install.parametersLength), system: null, uicc: null }),
  }
}

/** An install; `replaces` when what is there has to go first. */
export function installCost(install: InstallToCost, replaces: boolean, receiveBuffer: number = minReceiveBuffer): Cost {
  const job = installJob(install)
  return sessionCost(replaces ? [removal(install.packageAid), job] : [job], receiveBuffer)
}

export function removalCost(): Cost {
  return sessionCost([removal('F0'.repeat(16))], minReceiveBuffer)
}

/** The smallest receive buffer of a SIM of that security level, encrypting, which takes the install; null when none does. */
export function installBuffer(install: InstallToCost, level: SecurityLevel = usual.level): number | null {
  return smallestBuffer(installJob(install), { wrapping: { level, macLength: 8 }, securityDomainAid, enc: true })
}
