import type { SimSession } from '@simdeck/contract/sims.ts'
import type { TraceCommand, TraceMessage } from '@simdeck/contract/traces.ts'
import { isSuccess } from '@simdeck/protocol/status-words.ts'

/** Commands of one message with the same name. Consecutive blocks are one group. */
export interface CommandGroup {
  name: string
  firstBlock: number | null
  lastBlock: number | null
  count: number
}

/** A message of a session, prepared for display. */
export interface TraceLine {
  message: TraceMessage
  /** Milliseconds since the previous message; null for the first one. */
  deltaMs: number | null
  groups: readonly CommandGroup[]
  /** The first failing status word or, if none fails, the last one. */
  sw: string | null
  /** True if the session failed at this message. */
  bad: boolean
  /** True for a response to INITIALIZE UPDATE that the server accepted. The server then continues with commands. */
  verified: boolean
}

const closeSession = 7
const commandData = 2
/** Codes of CLOSE_SESSION that are not marked as failures: success, and a failure that an earlier command already shows. */
const unmarkedCloseCodes = [0, 500]

/** True for a DELETE of a missing object. Scripts delete objects that may not exist. */
const isExpected = ({ name, sw }: TraceCommand): boolean => name === 'DELETE' && sw?.toUpperCase() === '6A88'
const isFailure = (command: TraceCommand): boolean =>
  command.sw !== null && !isSuccess(Number.parseInt(command.sw, 16)) && !isExpected(command)

export function groupCommands(commands: readonly TraceCommand[]): CommandGroup[] {
  const groups: CommandGroup[] = []
  for (const { name, block } of commands) {
    const last = groups.at(-1)
    if (last && block !== null && last.name === name && last.lastBlock === block - 1) {
      last.lastBlock = block
      last.count += 1
    } else {
      groups.push({ name, firstBlock: block, lastBlock: block, count: 1 })
    }
  }
  return groups
}

/** Messages of a session, oldest first. */
export function traceLines({ messages }: Pick<SimSession, 'messages'>): TraceLine[] {
  let failed = false
  return messages.map((message, index) => {
    const before = messages[index - 1]
    const failing = message.commands.find(isFailure)
    const status = message.fields['status']
    const code = message.fields['code']
    const badClose = message.code === closeSession && typeof code === 'number' && !unmarkedCloseCodes.includes(code) && !failed
    const bad = failing !== undefined || (typeof status === 'number' && status !== 0) || badClose
    failed ||= bad
    return {
      message,
      deltaMs: before ? Date.parse(message.at) - Date.parse(before.at) : null,
      groups: groupCommands(message.commands),
      sw: failing?.sw ?? message.commands.findLast((command) => command.sw !== null)?.sw ?? null,
      bad,
      verified:
        message.commands[0]?.name === 'INITIALIZE UPDATE' && message.direction === 'card' && messages[index + 1]?.code === commandData,
    }
  })
}

/** Lines of a session that are visible at first. Of a long session they are its beginning, its end, and the failures between them. */
export function foldLines(lines: readonly TraceLine[], head = 8, tail = 16): (TraceLine | { hidden: number })[] {
  if (lines.length <= head + tail + 4) return [...lines]
  const folded: (TraceLine | { hidden: number })[] = []
  let hidden = 0
  for (const [index, line] of lines.entries()) {
    if (index >= head && index < lines.length - tail && !line.bad) {
      hidden += 1
      continue
    }
    if (hidden > 0) folded.push({ hidden })
    hidden = 0
    folded.push(line)
  }
  return folded
}
