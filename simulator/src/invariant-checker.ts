import { equalBytes, Reader, toHex } from '@simdeck/protocol/bytes.ts'
import { openFrame, parseFrame } from '@simdeck/protocol/ota/frame.ts'
import type { SealedFrame } from '@simdeck/protocol/ota/frame.ts'
import type { Sender } from '@simdeck/protocol/ota/frame-header.ts'
import { sessionKeys } from '@simdeck/protocol/ota/keys.ts'
import type { FrameKeys, SimKeys } from '@simdeck/protocol/ota/keys.ts'
import { messageCode } from '@simdeck/protocol/ota/message-codes.ts'
import { commandDataBody, loadCommandBody, pollClear } from '@simdeck/protocol/ota/messages.ts'
import type { PollClear } from '@simdeck/protocol/ota/messages.ts'
import { initializeUpdateResponse } from '@simdeck/protocol/scp03/initialize-update.ts'
import type { VirtualCard } from './card/card.ts'
import type { OpenLink } from './link.ts'
import type { Execute } from './virtual-sim.ts'

const instruction = { initializeUpdate: 0x50, select: 0xa4, install: 0xe6, load: 0xe8 } as const
const secureMessaging = 0x04
const installForLoad = 0x02
/** The number of recent POLLs that are remembered, since a late answer can belong to an earlier one. */
const maxPolls = 8

/**
 * Checks the invariants of OTA protocol §5.1, §5.4 and §5.5 on one SIM, at its card and on the wire:
 *
 * - A card runs each command of a script at most once, and LOAD block numbers rise by one.
 * - Each SCP03 channel has a new sequence counter and runs commands of one script only.
 * - Each command of a script has one encoding, and its index is the command counter of its channel.
 * - Two frames with the same session, direction and sequence are identical, so that no ICV encrypts two different bodies.
 */
export class InvariantChecker {
  /** Descriptions of the violated invariants, without keys and identities. */
  readonly violations: string[] = []
  readonly #keys: () => SimKeys
  /** The first bytes seen for each POLL, frame and command, by its name. */
  readonly #known = new Map<string, Uint8Array>()
  readonly #sessions = new Map<number, { keys: FrameKeys; enc: boolean; scriptId: string | null }>()
  #polls: { clear: PollClear; keys: SimKeys }[] = []

  /** `keys` returns those of the next POLL. */
  constructor(keys: () => SimKeys) {
    this.#keys = keys
  }

  /** Returns an `execute` that checks the commands that the card really runs. Faults must wrap it, not the other way round. */
  throughCard(execute: Execute, card: VirtualCard): Execute {
    const channel = new CheckedChannel((violation) => this.violations.push(violation))
    return (command) => {
      const script = card.nvm.applications.find(({ aid }) => aid === card.running)?.poller?.script ?? null
      const index = script?.next ?? null
      const response = execute(command)
      if (response) channel.ran(command, response, script && index !== null ? { id: script.id, index } : null)
      return response
    }
  }

  /** Returns an `openLink` that checks every frame that the card sends and every frame that reaches it. */
  throughNetwork(openLink: OpenLink): OpenLink {
    return (to, listener) => {
      const link = openLink(to, {
        frame: (bytes) => {
          this.observe('server', bytes)
          listener.frame(bytes)
        },
        lost: listener.lost,
      })
      return {
        send: (bytes) => {
          this.observe('card', bytes)
          link.send(bytes)
        },
        close: link.close,
      }
    }
  }

  /**
   * Checks a frame that the card sends or a frame of the server that reaches it. Ignores a frame of the server that the network has
   * changed.
   */
  observe(from: Sender, bytes: Uint8Array): void {
    const parsed = parseFrame(bytes, from)
    if (!parsed.ok) {
      if (from === 'card') this.violations.push(`the card sent octets that are no frame: ${parsed.reason}`)
      return
    }
    const frame = parsed.value
    if (from === 'card' && frame.code === messageCode.poll) this.#checkPoll(frame)
    else if (frame.sessionId !== 0) this.#checkInSession(frame)
  }

  /** Nonce and counter determine the ICV. Two different POLLs must not share both. */
  #checkPoll(frame: SealedFrame): void {
    this.#checkOnce(`POLL ${toHex(frame.clear.subarray(10))}`, frame.bytes)
    this.#polls = [{ clear: pollClear.decode(frame.clear), keys: this.#keys() }, ...this.#polls.slice(0, maxPolls - 1)]
  }

  #checkInSession(frame: SealedFrame): void {
    const { sessionId, sequence, from } = frame
    const session = this.#sessions.get(sessionId) ?? this.#sessionOpenedBy(frame)
    const opened = session && openFrame(frame, session.keys, session.enc)
    if (!session || !opened?.ok) {
      if (from === 'card') this.violations.push(`the card sent a frame that does not open: sequence ${sequence}`)
      return
    }
    const isNew = this.#checkOnce(`the frame of the ${from}, session ${sessionId.toString(16)}, sequence ${sequence}`, frame.bytes)
    if (from === 'card' || !isNew) return
    if (frame.code === messageCode.commandData) {
      const { scriptId, index, commands } = commandDataBody.decode(opened.value)
      session.scriptId = toHex(scriptId)
      this.#checkCommands(session.scriptId, index, commands)
    }
    if (frame.code === messageCode.loadCommand) {
      const { index, commands } = loadCommandBody.decode(opened.value)
      if (session.scriptId === null) this.violations.push('LOAD_COMMAND before COMMAND_DATA')
      else this.#checkCommands(session.scriptId, index, commands)
    }
  }

  /** A command of a script, named by its index, must have the same bytes whenever it is sent. */
  #checkCommands(scriptId: string, from: number, commands: readonly Uint8Array[]): void {
    for (const [i, command] of commands.entries()) this.#checkOnce(`command ${from + i} of script ${scriptId}`, command)
  }

  #sessionOpenedBy(frame: SealedFrame): { keys: FrameKeys; enc: boolean; scriptId: string | null } | null {
    if (frame.from !== 'server' || frame.sequence !== 0) return null
    for (const {
      clear: { cardNonce, pollCounter },
      keys: simKeys,
    } of this.#polls) {
      const keys = sessionKeys(simKeys, { cardNonce, pollCounter, serverNonce: frame.clear })
      if (!openFrame(frame, keys, frame.enc).ok) continue
      const session = { keys, enc: frame.enc, scriptId: null }
      this.#sessions.set(frame.sessionId, session)
      return session
    }
    return null
  }

  /** Returns true when the name is new. Records a violation when the name had other bytes before. */
  #checkOnce(name: string, bytes: Uint8Array): boolean {
    const before = this.#known.get(name)
    if (!before) this.#known.set(name, bytes)
    else if (!equalBytes(before, bytes)) this.violations.push(`two versions of ${name}`)
    return !before
  }
}

/** Checks the commands that run on one card, in its secure channels. */
class CheckedChannel {
  readonly #violated: (violation: string) => void
  readonly #ran = new Set<string>()
  #selected = ''
  /** The last sequence counter of each security domain and key version. */
  readonly #counters = new Map<string, number>()
  #scriptId: string | null = null
  #accepted = 0
  #nextBlock = 0

  constructor(violated: (violation: string) => void) {
    this.#violated = violated
  }

  ran(command: Uint8Array, { sw, data }: { sw: number; data: Uint8Array }, scriptCommand: { id: string; index: number } | null): void {
    const [cla = 0, ins = 0, p1 = 0, p2 = 0] = command
    if (ins === instruction.select && sw === 0x9000) this.#selected = toHex(command.subarray(5, 5 + (command[4] ?? 0)))
    if (ins === instruction.initializeUpdate && sw === 0x9000) this.#opened(data)
    if ((cla & secureMessaging) === 0 || sw === 0x6982) return
    const counter = this.#accepted++
    if (scriptCommand) this.#inScript(scriptCommand, counter)
    if (ins === instruction.install && p1 === installForLoad) this.#nextBlock = 0
    if (ins === instruction.load) {
      if (p2 !== this.#nextBlock % 256) this.#violated(`LOAD block ${p2} instead of ${this.#nextBlock % 256}`)
      this.#nextBlock++
    }
  }

  #opened(response: Uint8Array): void {
    const { sequenceCounter, keyVersionNumber } = initializeUpdateResponse.decode(response)
    if (sequenceCounter) {
      const counter = new Reader(sequenceCounter).uint(3)
      const name = `${this.#selected} ${keyVersionNumber}`
      const before = this.#counters.get(name) ?? 0
      if (counter <= before) this.#violated(`SCP03 sequence counter ${counter} after ${before}`)
      this.#counters.set(name, counter)
    }
    this.#scriptId = null
    this.#accepted = 0
  }

  #inScript({ id, index }: { id: string; index: number }, counter: number): void {
    const name = `${id}/${index}`
    if (this.#ran.has(name)) this.#violated(`command ${index} of script ${id} ran twice`)
    this.#ran.add(name)
    if (this.#scriptId !== null && this.#scriptId !== id) this.#violated(`scripts ${this.#scriptId} and ${id} in one channel`)
    this.#scriptId = id
    if (counter !== index) this.#violated(`command ${index} of script ${id} runs with command counter ${counter}`)
  }
}
