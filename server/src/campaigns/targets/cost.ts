import { bytesOf } from '@simdeck/protocol/bytes.ts'
import { parseAid } from '@simdeck/protocol/aid.ts'
import { encodeInstallParameters } from '@simdeck/protocol/gp/install-parameters.ts'
import { encodeLoadFile } from '@simdeck/protocol/gp/load-file.ts'
import { bodyRoom, chunkEnd, type Cut, wrappedLength, type Wrapping } from '@simdeck/protocol/ota/chunk.ts'
import { frameOverhead } from '@simdeck/protocol/ota/frame.ts'
import { type Job, plainScript } from '@simdeck/protocol/ota/job.ts'
import { commandDataHeader, loadCommandHeader } from '@simdeck/protocol/ota/messages.ts'

/** What one SIM costs: bytes both ways, and commands the card runs. */
export type Cost = { bytes: number; commands: number }

/** The smallest receive buffer a card may have, encrypted, at the usual security level. */
const cut: Cut = { receiveBuffer: 255, enc: true }
const wrapping: Wrapping = { level: 0x03, macLength: 8 }
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

function jobCost(job: Job): Cost {
  const script = plainScript(job, 'first', { cut, wrapping, securityDomainAid })
  const commands = script.map(({ role, command }) =>
    role === 'externalAuthenticate'
      ? new Uint8Array(5 + 2 * wrapping.macLength)
      : new Uint8Array(wrappedLength(command.data.length, command.le !== null, wrapping)),
  )
  let bytes = frameLength(0, initializeUpdate.response) + frameLength(nonceLength, initializeUpdate.command)
  for (let at = 0; at < commands.length;) {
    const header = at === 0 ? commandDataHeader : loadCommandHeader
    const end = chunkEnd(commands, at, bodyRoom(cut, 0) - header)
    const body = commands.slice(at, end).reduce((sum, command) => sum + 2 + command.length, header)
    bytes += frameLength(0, body) + frameLength(0, resHeader + (end - at) * resultLength)
    at = end
  }
  return { bytes, commands: commands.length + 1 }
}

/** One session that does the jobs, from its POLL to its CLOSE_SESSION. */
function sessionCost(jobs: readonly Job[]): Cost {
  const costs = jobs.map(jobCost)
  return {
    bytes: costs.reduce((sum, cost) => sum + cost.bytes, frameLength(poll.clear, poll.body) + frameLength(0, closeSession)),
    commands: costs.reduce((sum, cost) => sum + cost.commands, 0),
  }
}

export type InstallToCost = {
  packageAid: string
  moduleAid: string
  instanceAid: string
  /** Bytes of the load file's C4 value. */
  loadLength: number
  /** Bytes of the value of C9. */
  parametersLength: number
}

function removal(packageAid: string): Job {
  return { kind: 'remove', packageAid: parseAid(packageAid) }
}

/** An install; `replaces` when what is there has to go first. */
export function installCost(install: InstallToCost, replaces: boolean): Cost {
  const job: Job = {
    kind: 'install',
    loadFile: encodeLoadFile({ dapBlocks: [], components: new Uint8Array(install.loadLength) }),
    packageAid: parseAid(install.packageAid),
    moduleAid: parseAid(install.moduleAid),
    instanceAid: parseAid(install.instanceAid),
    privileges: bytesOf(0),
    parameters: encodeInstallParameters({ applet: new Uint8Array(install.parametersLength), system: null, uicc: null }),
  }
  return sessionCost(replaces ? [removal(install.packageAid), job] : [job])
}

export function removalCost(): Cost {
  return sessionCost([removal('F0'.repeat(16))])
}
