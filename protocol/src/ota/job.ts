import type { CommandApdu } from '../apdu.ts'
import { commandApdu } from '../apdu.ts'
import { encodeInstallParameters } from '../gp/install-parameters.ts'
import { installForInstall, installForLoad } from '../gp/install.ts'
import { deleteContent } from '../gp/commands.ts'
import { loadCommands } from '../gp/load-file.ts'
import { bufferFor, fillingBlockSize, largestCommand, wrappedLength } from './chunk.ts'
import type { Cut, Wrapping } from './chunk.ts'
import { minReceiveBuffer } from './messages.ts'
import { maxPlainDataLength } from '../scp03/level.ts'

/** What is to be done to the card. */
export type Job =
  | {
      kind: 'install'
      /** The whole load file, `C4` and its length included. */
      loadFile: Uint8Array
      packageAid: Uint8Array
      moduleAid: Uint8Array
      instanceAid: Uint8Array
      privileges: Uint8Array
      /** The encoded install parameters field; empty becomes an empty C9. */
      parameters: Uint8Array
    }
  /** Loads a library: a load file that nothing is made from. `loadFile` as above. */
  | { kind: 'load'; loadFile: Uint8Array; packageAid: Uint8Array }
  /** Removes the load file with everything made from it. */
  | { kind: 'remove'; packageAid: Uint8Array }
  /** Commands as data, each repeatable: STORE DATA after INSTALL [for personalization], or file management without a channel. */
  | { kind: 'script'; secured: boolean; commands: readonly { command: CommandApdu; tolerated: readonly number[] }[] }

/**
 * What the script has to allow for, from what is known of the card: `first` nothing was ever sent; `again` the job may be half
 * done; `install` the load file is whole; `reinstall` it is whole and the instance may be there (OTA protocol §5.5).
 */
export type JobPlan = 'first' | 'again' | 'install' | 'reinstall'

export type CommandRole = 'externalAuthenticate' | 'delete' | 'installForLoad' | 'load' | 'lastLoad' | 'installForInstall' | 'command'

/** One command of a plain script, with what its answer means. */
export interface PlainCommand {
  role: CommandRole
  command: CommandApdu
  /** Status words that are as good as success here. */
  tolerated: readonly number[]
  /** How far the job is once this command is acked; what only prepares the way is 0. */
  position: number
}

/** What a plain script is built for besides its job; null wrapping: no secure channel. */
export interface ScriptContext {
  cut: Cut
  wrapping: Wrapping | null
  securityDomainAid: Uint8Array
}

export const swNotFound = 0x6a88
export const swNoMemory = 0x6a84

/** Whether the script of this job runs in a secure channel. */
export function isSecured(job: Job): boolean {
  return job.kind !== 'script' || job.secured
}

/**
 * The plain script: a pure function of its arguments, so that any node builds the same. Command 0 of a secured one stands for
 * EXTERNAL AUTHENTICATE, whose data comes from the channel. Throws `ProtocolError('range')` where no LOAD block fits.
 */
export function plainScript(job: Job, plan: JobPlan, context: ScriptContext): PlainCommand[] {
  const commands = jobCommands(job, plan, context)
  if (!context.wrapping || commands.length === 0) return commands
  const command = commandApdu(0x84, 0x82, context.wrapping.level, 0x00)
  return [{ role: 'externalAuthenticate', command, tolerated: [], position: 0 }, ...commands]
}

function jobCommands(job: Job, plan: JobPlan, context: ScriptContext): PlainCommand[] {
  switch (job.kind) {
    case 'install':
      return installCommands(job, plan, context)
    case 'load':
      return loadingCommands(job, plan, context)
    case 'remove':
      return [deletion(job.packageAid, true, 1)]
    case 'script':
      return job.commands.map(({ command, tolerated }, i) => ({ role: 'command', command, tolerated, position: i + 1 }))
  }
}

function deletion(aid: Uint8Array, relatedObjects: boolean, position: number): PlainCommand {
  return { role: 'delete', command: deleteContent({ aid, relatedObjects }), tolerated: [swNotFound], position }
}

function installCommands(job: Extract<Job, { kind: 'install' }>, plan: JobPlan, context: ScriptContext): PlainCommand[] {
  const { packageAid, moduleAid, instanceAid, privileges } = job
  const parameters =
    job.parameters.length > 0 ? job.parameters : encodeInstallParameters({ applet: job.parameters, system: null, uicc: null })
  const install: PlainCommand = {
    role: 'installForInstall',
    command: installForInstall({ loadFileAid: packageAid, moduleAid, instanceAid, privileges, parameters }),
    tolerated: [],
    position: job.loadFile.length + 2,
  }
  if (plan === 'install') return [install]
  if (plan === 'reinstall') return [deletion(instanceAid, false, 0), install]
  return [...loadingCommands(job, plan, context), install]
}

/** Brings the load file onto the card; what an earlier try may have left goes first. */
function loadingCommands(job: Extract<Job, { kind: 'install' | 'load' }>, plan: JobPlan, context: ScriptContext): PlainCommand[] {
  const { packageAid, loadFile } = job
  const forLoad: PlainCommand = {
    role: 'installForLoad',
    command: installForLoad({ loadFileAid: packageAid, securityDomainAid: context.securityDomainAid }),
    tolerated: [],
    position: 1,
  }
  const before = plan === 'again' ? [deletion(packageAid, true, 0)] : []
  return [...before, forLoad, ...loads(loadFile, context)]
}

function loads(loadFile: Uint8Array, { cut, wrapping }: ScriptContext): PlainCommand[] {
  const blocks = loadCommands(loadFile, wrapping ? fillingBlockSize(cut, wrapping) : Math.min(largestCommand(cut) - 5, 255))
  let position = 1
  return blocks.map((command, i) => {
    position += command.data.length
    return { role: i === blocks.length - 1 ? 'lastLoad' : 'load', command, tolerated: [], position }
  })
}

/** Octets of the longest command as it travels; Infinity when one is no short C-APDU. */
function longestCommand(script: readonly PlainCommand[], wrapping: Wrapping | null): number {
  const mostData = wrapping ? maxPlainDataLength(wrapping.level, wrapping.macLength) : 255
  const lengths = script.map(({ role, command }) => {
    if (role === 'externalAuthenticate' && wrapping) return 5 + 2 * wrapping.macLength
    return command.data.length <= mostData ? wrappedLength(command.data.length, command.le !== null, wrapping) : Infinity
  })
  return Math.max(0, ...lengths)
}

/** Whether every command fits a frame of the card, whatever frame it comes in, and a short C-APDU (else code 101). */
export function fits(script: readonly PlainCommand[], { cut, wrapping }: ScriptContext): boolean {
  return longestCommand(script, wrapping) <= largestCommand(cut)
}

/** The smallest receive buffer that takes every command of the job, its load file being cut to fit; null when none does. */
export function smallestBuffer(
  job: Job,
  { wrapping, securityDomainAid, enc }: Omit<ScriptContext, 'cut'> & { enc: boolean },
): number | null {
  const script = plainScript(job, 'again', { cut: { receiveBuffer: minReceiveBuffer, enc }, wrapping, securityDomainAid })
  return bufferFor(longestCommand(script, wrapping), enc)
}

/**
 * The plan after a script is left: commands before `acked` ran, those before `inDoubt` may have run, no later one did
 * (OTA protocol §5.5).
 */
export function nextPlan(job: Job, plan: JobPlan, script: readonly PlainCommand[], acked: number, inDoubt: number): JobPlan {
  const touched = script.slice(0, inDoubt).some(({ role }) => role !== 'externalAuthenticate')
  if (job.kind !== 'install') return touched ? 'again' : plan
  const lastLoad = script.findIndex(({ role }) => role === 'lastLoad')
  const loaded = lastLoad < 0 ? plan === 'install' || plan === 'reinstall' : lastLoad < acked
  if (!loaded) return touched ? 'again' : plan
  const installSent = script.slice(0, inDoubt).some(({ role }) => role === 'installForInstall')
  if (installSent) return 'reinstall'
  return lastLoad < 0 ? plan : 'install'
}
