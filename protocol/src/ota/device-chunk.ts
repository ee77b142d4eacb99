import { decodeCommand, encodeCommand } from '../apdu.ts'
import { equalBytes } from '../bytes.ts'
import { ProtocolError } from '../errors.ts'
import { select } from '../gp/commands.ts'
import { continuesChunk } from '../status-words.ts'
import { bodyRoom } from './chunk.ts'
import type { DeviceEnvironment, DeviceState } from './device-state.ts'
import { messageCode, sessionCode } from './message-codes.ts'
import { commandDataBody, loadCommandBody, scpInitBody } from './messages.ts'
import type { Chunk, CommandResult, Res } from './messages.ts'

/** The card's answer to a command message; `res` is null if the card cannot continue. */
export type Answered = { state: DeviceState; res: Res | null }

const res = (next: number, results: readonly CommandResult[], status = 0): Res => ({ status, next, results })

function refuse(state: DeviceState, status: number): Answered {
  return { state, res: res(state.nvm.script?.next ?? 0, [], status) }
}

/** Runs a verified COMMAND_DATA, LOAD_COMMAND or SCP_INIT (OTA protocol §5.4 and §5.7). */
export function runMessage(state: DeviceState, code: number, body: Uint8Array, env: DeviceEnvironment): Answered {
  try {
    if (code === messageCode.scpInit) return openChannel(state, body, env)
    return code === messageCode.commandData ? runCommandData(state, body, env) : runLoadCommand(state, body, env)
  } catch (error) {
    if (error instanceof ProtocolError && error.code === 'lengths') return refuse(state, sessionCode.outOfStep)
    if (error instanceof ProtocolError && error.code === 'message') return refuse(state, sessionCode.serverException)
    throw error
  }
}

/** Ends the card's older script context, then runs SELECT and INITIALIZE UPDATE. */
function openChannel(before: DeviceState, body: Uint8Array, env: DeviceEnvironment): Answered {
  const { securityDomainAid, initializeUpdate } = scpInitBody.decode(body)
  const state = { ...before, alive: false, channelPending: false }
  const selected = env.execute(encodeCommand(select.encode({ aid: securityDomainAid })))
  if (!selected) return { state, res: null }
  if (!continuesChunk(selected.sw)) return { state, res: res(0, [{ sw: selected.sw, data: new Uint8Array() }]) }
  const updated = env.execute(initializeUpdate)
  if (!updated) return { state, res: null }
  return { state: { ...state, channelPending: updated.sw === 0x9000 }, res: res(0, [updated]) }
}

function runCommandData(state: DeviceState, body: Uint8Array, env: DeviceEnvironment): Answered {
  const { scriptId, index, commands } = commandDataBody.decode(body)
  const { script } = state.nvm
  if (script && equalBytes(script.id, scriptId)) return runChunk(state, { index, commands }, env)
  if (index !== 0) return refuse(state, sessionCode.outOfStep)
  if (commands.length === 0) return refuse(state, sessionCode.emptyChunk)
  const nvm = { ...state.nvm, script: { id: scriptId, next: 0, lastSw: 0 } }
  env.persist(nvm)
  env.beginScript(state.channelPending)
  return runChunk({ ...state, nvm, alive: true, channelPending: false }, { index, commands }, env)
}

function runLoadCommand(state: DeviceState, body: Uint8Array, env: DeviceEnvironment): Answered {
  if (state.phase !== 'open') return refuse(state, sessionCode.serverException)
  return runChunk(state, loadCommandBody.decode(body), env)
}

/** Runs a chunk (OTA protocol §5.4): at least one command, each counted in one atomic write before anything else happens. */
function runChunk(state: DeviceState, { index, commands }: Chunk, env: DeviceEnvironment): Answered {
  let { script } = state.nvm
  if (!script || !state.alive || index !== script.next) return refuse(state, sessionCode.outOfStep)
  if (commands.length === 0) return refuse(state, sessionCode.emptyChunk)
  if (index + commands.length > lastIndex) return refuse(state, sessionCode.outOfStep)
  const { sendBuffer, enc } = env.config
  let room = bodyRoom({ receiveBuffer: sendBuffer, enc }, 0) - resHeader
  const results: CommandResult[] = []
  for (const command of commands) {
    if (results.length > 0 && room < largestResult) break
    const response = env.execute(command)
    if (!response) return { state: { ...state, nvm: { ...state.nvm, script } }, res: null }
    script = { id: script.id, next: script.next + 1, lastSw: response.sw }
    env.persist({ ...state.nvm, script })
    const data = hasLe(command) ? response.data : new Uint8Array()
    results.push({ sw: response.sw, data })
    room -= resultHeader + data.length
    if (!continuesChunk(response.sw)) break
  }
  return { state: { ...state, nvm: { ...state.nvm, script } }, res: res(script.next, results) }
}

/** The highest index that the field `next` can hold: that of the command after a script's last one. */
const lastIndex = 0xffff
const resHeader = 5
const resultHeader = 4
/** The length of a result with 256 octets of data. */
const largestResult = resultHeader + 256

function hasLe(command: Uint8Array): boolean {
  try {
    return decodeCommand(command).le !== null
  } catch (error) {
    if (error instanceof ProtocolError) return false
    throw error
  }
}
