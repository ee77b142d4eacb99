import { createHash } from 'node:crypto'
import { encodeCommand, leAny } from '../apdu.ts'
import type { CommandApdu, ResponseApdu } from '../apdu.ts'
import { equalBytes, uint } from '../bytes.ts'
import { unwrapResponse } from '../scp03/channel.ts'
import type { ChannelParameters, ChannelPosition } from '../scp03/channel.ts'
import { openScp03Host } from '../scp03/host.ts'
import { hasResponseMac } from '../scp03/level.ts'
import type { SecurityLevel } from '../scp03/level.ts'
import { isSecured, plainScript, securityDomainOf } from './job.ts'
import type { JobPlan, PlainCommand, ScriptContext } from './kinds/job-kind.ts'
import type { Job } from './kinds/kinds.ts'
import type { Cut } from './chunk.ts'
import { channelKeys, type SecurityDomain } from './security-domain.ts'

/** Contributions of both sides to a secure channel. With the static keys, any node can derive the channel again. */
export interface ChannelRecord {
  hostChallenge: Uint8Array
  /** Data of the answer to INITIALIZE UPDATE. */
  initializeUpdateResponse: Uint8Array
}

/** Stored data of a script, written before its first frame: the inputs for building it again, and its digest for recognizing it. */
export interface ScriptRecord {
  id: Uint8Array
  digest: Uint8Array
  plan: JobPlan
  cut: Cut
  /** Null for a script without a secure channel. */
  channel: ChannelRecord | null
  total: number
  /** Number of commands whose result is stored. */
  acked: number
  /** Number of commands that were sent at least once. */
  sent: number
}

/** A script as it is sent. A node may keep it in memory by its id. It holds session keys and must not be stored or logged. */
export interface WrappedScript {
  id: Uint8Array
  digest: Uint8Array
  plain: readonly PlainCommand[]
  commands: readonly Uint8Array[]
  channel: ChannelParameters | null
  positions: readonly ChannelPosition[]
}

export function scriptContext(job: Job, securityDomain: SecurityDomain | null, cut: Cut): ScriptContext {
  const secured = !cut.tls && isSecured(job) && securityDomain
  const wrapping = secured ? { level: securityDomain.level, macLength: securityDomain.challengeLength } : null
  return { cut, wrapping, securityDomainAid: securityDomain?.aid ?? new Uint8Array() }
}

function digestOf(commands: readonly Uint8Array[]): Uint8Array {
  const hash = createHash('sha256')
  for (const command of commands) hash.update(uint(command.length, 2)).update(command)
  return new Uint8Array(hash.digest())
}

/** Commands with R-MAC need Le, because the poller drops the response data of commands without Le (OTA protocol §5.3). */
function withLe(command: CommandApdu, level: SecurityLevel): CommandApdu {
  return hasResponseMac(level) && command.le === null ? { ...command, le: leAny } : command
}

/**
 * Builds the wrapped script. It depends only on the arguments. Throws `ProtocolError('cryptogram' | 'apdu')` if the answer to INITIALIZE
 * UPDATE does not come from a card with these keys.
 */
export function wrapScript(
  job: Job,
  securityDomain: SecurityDomain | null,
  record: Pick<ScriptRecord, 'id' | 'plan' | 'cut' | 'channel'>,
): WrappedScript {
  const plain = plainScript(job, record.plan, scriptContext(job, securityDomain, record.cut))
  if (!record.channel || !securityDomain) {
    const commands = plain.map(({ command }) => encodeCommand(command))
    return { id: record.id, digest: digestOf(commands), plain, commands, channel: null, positions: [] }
  }
  const domain = securityDomainOf(job, record.plan, securityDomain)
  const { level } = domain
  const keys = channelKeys(domain, record.channel.initializeUpdateResponse)
  const { externalAuthenticate, channel } = openScp03Host({ keys, level, ...record.channel })
  const positions = [channel.position]
  const commands = [encodeCommand(externalAuthenticate)]
  for (const { command } of plain.slice(1)) {
    const wrapped = channel.wrap(withLe(command, level))
    positions.push(wrapped.position)
    commands.push(encodeCommand(wrapped.command))
  }
  return { id: record.id, digest: digestOf(commands), plain, commands, channel: channel.parameters, positions }
}

/** The wrapped script of a record, from memory or built again; null if its digest differs from the pinned one. */
export function wrappedScriptOf(
  job: Job,
  securityDomain: SecurityDomain | null,
  record: ScriptRecord,
  cached: WrappedScript | null,
): WrappedScript | null {
  const script = cached && equalBytes(cached.id, record.id) ? cached : wrapScript(job, securityDomain, record)
  return equalBytes(script.digest, record.digest) ? script : null
}

/** Checks and opens the response to command `index`. Throws `ProtocolError('mac')`. */
export function openResponse(script: WrappedScript, index: number, response: ResponseApdu): ResponseApdu {
  const position = script.positions[index]
  return index === 0 || !script.channel || !position ? response : unwrapResponse(script.channel, position, response)
}
