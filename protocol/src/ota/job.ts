import { commandApdu } from '../apdu.ts'
import { maxPlainDataLength } from '../scp03/level.ts'
import { bufferFor, largestCommand, wrappedLength } from './chunk.ts'
import type { Wrapping } from './chunk.ts'
import type { JobPlan, LeftScript, PlainCommand, ScriptContext } from './kinds/job-kind.ts'
import { kindOf } from './kinds/kinds.ts'
import type { Job } from './kinds/kinds.ts'
import { minReceiveBuffer } from './messages.ts'
import type { SecurityDomain } from './security-domain.ts'

/** True if the script of this job runs in a secure channel. */
export function isSecured(job: Job): boolean {
  return kindOf(job).isSecured(job)
}

/** The security domain of the job's script by that plan. */
export function securityDomainOf(job: Job, plan: JobPlan, usual: SecurityDomain): SecurityDomain {
  return kindOf(job).securityDomain?.(job, plan, usual) ?? usual
}

/**
 * Builds the plain script. It depends only on the arguments, so every node builds the same script. Command 0 of a secured script is a
 * placeholder for EXTERNAL AUTHENTICATE, whose data comes from the channel. Throws `ProtocolError('range')` if no LOAD block fits.
 */
export function plainScript(job: Job, plan: JobPlan, context: ScriptContext): PlainCommand[] {
  const commands = kindOf(job).commands(job, plan, context)
  if (!context.wrapping || commands.length === 0) return commands
  const command = commandApdu(0x84, 0x82, context.wrapping.level, 0x00)
  return [{ role: 'externalAuthenticate', command, tolerated: [], position: 0 }, ...commands]
}

/** Length of the longest command as it is sent; Infinity if a command is not a short C-APDU. */
function longestCommand(script: readonly PlainCommand[], wrapping: Wrapping | null): number {
  const maxData = wrapping ? maxPlainDataLength(wrapping.level, wrapping.macLength) : 255
  const lengths = script.map(({ role, command }) => {
    if (role === 'externalAuthenticate' && wrapping) return 5 + 2 * wrapping.macLength
    return command.data.length <= maxData ? wrappedLength(command.data.length, command.le !== null, wrapping) : Infinity
  })
  return Math.max(0, ...lengths)
}

/** True if every command is a short C-APDU and fits any frame of the card; otherwise the job fails with code 101. */
export function fits(script: readonly PlainCommand[], { cut, wrapping }: ScriptContext): boolean {
  return longestCommand(script, wrapping) <= largestCommand(cut)
}

/** The smallest receive buffer for all commands of the job, with LOAD blocks cut to fit; null if no buffer is large enough. */
export function smallestBuffer(
  job: Job,
  { wrapping, securityDomainAid, enc }: Omit<ScriptContext, 'cut'> & { enc: boolean },
): number | null {
  const script = plainScript(job, 'again', { cut: { receiveBuffer: minReceiveBuffer, enc }, wrapping, securityDomainAid })
  return bufferFor(longestCommand(script, wrapping), enc)
}

/** The plan after an abandoned script (OTA protocol §5.5). */
export function nextPlan(job: Job, left: LeftScript<unknown>): JobPlan {
  const touched = left.script.slice(0, left.inDoubt).some(({ role }) => role !== 'externalAuthenticate')
  return touched ? kindOf(job).planAfter(job, left) : left.plan
}
