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
/** An answer may come late, but never later than so many POLLs. */
const pollsKept = 8

/**
 * Looks on at one SIM, on its card and on the wire, and knows only what OTA protocol §5.1, §5.4 and §5.5 promise: within one script no
 * index runs twice and LOAD block numbers rise by one; no SCP03 sequence counter serves two channels, no channel two scripts and no
 * command counter two commands; one session, direction and sequence is one string of bytes, so that no ICV serves two bodies.
 */
export class Witness {
  /** What was not as promised, in words, without keys and identities. */
  readonly violations: string[] = []
  readonly #keys: SimKeys
  /** What was said under each name, for ever. */
  readonly #said = new Map<string, Uint8Array>()
  readonly #sessions = new Map<number, { keys: FrameKeys; enc: boolean; scriptId: string | null }>()
  #polls: PollClear[] = []

  constructor(keys: SimKeys) {
    this.#keys = { capAuthKey: keys.capAuthKey, encryptKey: keys.encryptKey }
  }

  /** Stands next to the card, inside of all faults. */
  throughCard(execute: Execute, card: VirtualCard): Execute {
    const channel = new WitnessedChannel((violation) => this.violations.push(violation))
    return (command) => {
      const script = card.nvm.applications.find(({ aid }) => aid === card.running)?.poller?.script ?? null
      const index = script?.next ?? null
      const response = execute(command)
      if (response) channel.ran(command, response, script && index !== null ? { id: script.id, index } : null)
      return response
    }
  }

  /** Stands next to the poller: sees what the card says and what reaches it. */
  throughNetwork(openLink: OpenLink): OpenLink {
    return (to, listener) => {
      const link = openLink(to, {
        frame: (bytes) => {
          this.hear('server', bytes)
          listener.frame(bytes)
        },
        lost: listener.lost,
      })
      return {
        send: (bytes) => {
          this.hear('card', bytes)
          link.send(bytes)
        },
        close: link.close,
      }
    }
  }

  /** A frame as one end made it, or the server's as the card got it: then it may have been changed on the way, and is passed over. */
  hear(from: Sender, bytes: Uint8Array): void {
    const parsed = parseFrame(bytes, from)
    if (!parsed.ok) {
      if (from === 'card') this.violations.push(`the card sent what is no frame: ${parsed.reason}`)
      return
    }
    const frame = parsed.value
    if (from === 'card' && frame.code === messageCode.poll) this.#hearPoll(frame)
    else if (frame.sessionId !== 0) this.#hearInSession(frame)
  }

  /** ICVs of POLLs come of nonce and counter, under keys that stay. */
  #hearPoll(frame: SealedFrame): void {
    this.#say(`POLL ${toHex(frame.clear.subarray(10))}`, frame.bytes)
    this.#polls = [pollClear.decode(frame.clear), ...this.#polls.slice(0, pollsKept - 1)]
  }

  #hearInSession(frame: SealedFrame): void {
    const { sessionId, sequence, from } = frame
    const session = this.#sessions.get(sessionId) ?? this.#sessionOpenedBy(frame)
    const opened = session && openFrame(frame, session.keys, session.enc)
    if (!session || !opened?.ok) {
      if (from === 'card') this.violations.push(`the card sent a frame that does not open: sequence ${sequence}`)
      return
    }
    const isNew = this.#say(`${from}, session ${sessionId.toString(16)}, sequence ${sequence}`, frame.bytes)
    if (from === 'card' || !isNew) return
    if (frame.code === messageCode.commandData) {
      const { scriptId, index, commands } = commandDataBody.decode(opened.value)
      session.scriptId = toHex(scriptId)
      this.#hearCommands(session.scriptId, index, commands)
    }
    if (frame.code === messageCode.loadCommand) {
      const { index, commands } = loadCommandBody.decode(opened.value)
      if (session.scriptId === null) this.violations.push('LOAD_COMMAND before COMMAND_DATA')
      else this.#hearCommands(session.scriptId, index, commands)
    }
  }

  /** One index of one script, and so one command counter of its channel, is one string of bytes. */
  #hearCommands(scriptId: string, from: number, commands: readonly Uint8Array[]): void {
    for (const [i, command] of commands.entries()) this.#say(`command ${from + i} of script ${scriptId}`, command)
  }

  #sessionOpenedBy(frame: SealedFrame): { keys: FrameKeys; enc: boolean; scriptId: string | null } | null {
    if (frame.from !== 'server' || frame.sequence !== 0) return null
    for (const { cardNonce, pollCounter } of this.#polls) {
      const keys = sessionKeys(this.#keys, { cardNonce, pollCounter, serverNonce: frame.clear })
      if (!openFrame(frame, keys, frame.enc).ok) continue
      const session = { keys, enc: frame.enc, scriptId: null }
      this.#sessions.set(frame.sessionId, session)
      return session
    }
    return null
  }

  /** Whether it is said for the first time. */
  #say(name: string, bytes: Uint8Array): boolean {
    const before = this.#said.get(name)
    if (!before) this.#said.set(name, bytes)
    else if (!equalBytes(before, bytes)) this.violations.push(`two strings of bytes: ${name}`)
    return !before
  }
}

/** What runs on one card, in its secure channels. */
class WitnessedChannel {
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

  ran(command: Uint8Array, { sw, data }: { sw: number; data: Uint8Array }, place: { id: string; index: number } | null): void {
    const [cla = 0, ins = 0, p1 = 0, p2 = 0] = command
    if (ins === instruction.select && sw === 0x9000) this.#selected = toHex(command.subarray(5, 5 + (command[4] ?? 0)))
    if (ins === instruction.initializeUpdate && sw === 0x9000) this.#opened(data)
    if ((cla & secureMessaging) === 0 || sw === 0x6982) return
    const counter = this.#accepted++
    if (place) this.#inScript(place, counter)
    if (ins === instruction.install && p1 === installForLoad) this.#nextBlock = 0
    if (ins === instruction.load) {
      if (p2 !== this.#nextBlock % 256) this.#violated(`LOAD block ${p2} where ${this.#nextBlock % 256} comes next`)
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
