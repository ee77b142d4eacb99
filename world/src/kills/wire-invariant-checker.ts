import { equalBytes, toHex } from '@simdeck/protocol/bytes.ts'
import { iccidToBytes } from '@simdeck/protocol/iccid.ts'
import { openFrame, parseFrame, type SealedFrame } from '@simdeck/protocol/ota/frame.ts'
import { pollKeys, sessionKeys, type FrameKeys, type SimKeys } from '@simdeck/protocol/ota/keys.ts'
import { messageCode } from '@simdeck/protocol/ota/message-codes.ts'
import { commandDataBody, loadCommandBody, pollBody, pollClear } from '@simdeck/protocol/ota/messages.ts'

type Poll = { sim: number; keys: SimKeys; cardNonce: Uint8Array; pollCounter: number }
type Session = { sim: number; keys: FrameKeys; script: string }

const externalAuthenticate = 0x82

export type SimWithKeys = SimKeys & { iccid: string }

/**
 * Invariant checker of the wire: it decrypts all traffic with the SIMs' keys, including frames that never arrive. It throws if two
 * different frames have the same session, direction and sequence or the same POLL counter (OTA protocol §5.1), or if two different commands
 * have the same index in a script, and so the same SCP03 counter, ICV and chaining value (§5.5).
 */
export class WireInvariantChecker {
  /** The keys under which a card polls now; those of the factory by default. */
  keysOf: (sim: number) => SimKeys = (sim) => this.#sims[sim]!.keys
  readonly #sims: { keys: SimKeys; iccid: Uint8Array }[]
  /** The newest POLL of each poller. */
  readonly #polls = new Map<string, Poll>()
  readonly #sessions = new Map<number, Session>()
  readonly #frames = new Map<string, string>()
  readonly #commands = new Map<string, string>()
  readonly #channels = new Map<string, string>()

  constructor(sims: readonly SimWithKeys[]) {
    this.#sims = sims.map(({ iccid, ...keys }) => ({ keys, iccid: iccidToBytes(iccid) }))
  }

  /** Number of different frames seen. */
  get frames(): number {
    return this.#frames.size
  }

  /** Accepts that the poller with that instance AID, in hex, is installed anew and counts its POLLs from the beginning. */
  pollerInstalled(sim: number, instanceAid: string): void {
    const polls = `poll ${sim} ${instanceAid.toLowerCase()} `
    for (const name of [...this.#frames.keys()].filter((one) => one.startsWith(polls))) this.#frames.delete(name)
  }

  /** Index of the frame's SIM; null when the POLL of its session was not seen. */
  check(from: 'card' | 'server', bytes: Uint8Array): number | null {
    const parsed = parseFrame(bytes, from)
    if (!parsed.ok) throw new Error(`the ${from} sent an invalid frame: ${parsed.reason}`)
    const frame = parsed.value
    if (frame.code === messageCode.poll) return this.#poll(frame)
    if (from === 'server' && frame.sequence === 0) return this.#answerToPoll(frame)
    const session = this.#sessions.get(frame.sessionId)
    if (!session) return null
    this.#assertUnchanged(this.#frames, `${from} ${frame.sessionId} ${frame.sequence}`, bytes)
    if (from === 'server') this.#commandsOf(frame, session)
    return session.sim
  }

  #poll(frame: SealedFrame): number {
    const { iccid, cardNonce, pollCounter } = pollClear.decode(frame.clear)
    const sim = this.#sims.findIndex((one) => equalBytes(one.iccid, iccid))
    const keys = this.keysOf(sim)
    const body = openFrame(frame, pollKeys(keys, iccid), frame.enc)
    if (!body.ok) throw new Error(`a POLL cannot be opened: ${body.reason}`)
    // Each poller of a card has its own counter.
    const poller = `${sim} ${toHex(pollBody.decode(body.value).instanceAid)}`
    this.#assertUnchanged(this.#frames, `poll ${poller} ${toHex(keys.capAuthKey)} ${pollCounter}`, frame.bytes)
    this.#polls.set(poller, { sim, keys, cardNonce, pollCounter })
    return sim
  }

  /** Only the keys show which POLL an answer belongs to. */
  #answerToPoll(frame: SealedFrame): number | null {
    for (const poll of this.#polls.values()) {
      const keys = sessionKeys(poll.keys, { ...poll, serverNonce: frame.clear })
      if (!openFrame(frame, keys, frame.enc).ok) continue
      if (frame.code === messageCode.closeSession) return poll.sim
      this.#assertUnchanged(this.#frames, `server ${frame.sessionId} 0`, frame.bytes)
      const session = this.#sessions.get(frame.sessionId) ?? { sim: poll.sim, keys, script: '' }
      this.#sessions.set(frame.sessionId, session)
      this.#commandsOf(frame, session)
      return poll.sim
    }
    return null
  }

  #commandsOf(frame: SealedFrame, session: Session): void {
    const body = openFrame(frame, session.keys, frame.enc)
    if (!body.ok) throw new Error(`a frame of the server cannot be opened: ${body.reason}`)
    if (frame.code === messageCode.commandData) session.script = toHex(commandDataBody.decode(body.value).scriptId)
    else if (frame.code !== messageCode.loadCommand) return
    const chunk = frame.code === messageCode.commandData ? commandDataBody.decode(body.value) : loadCommandBody.decode(body.value)
    for (const [at, command] of chunk.commands.entries()) {
      const index = chunk.index + at
      this.#assertUnchanged(this.#commands, `script ${session.script} command ${index}`, command)
      // EXTERNAL AUTHENTICATE differs in every channel, so a repeated one reveals two scripts in one channel. Scripts of files have none.
      if (command[1] === externalAuthenticate) this.#assertUnchanged(this.#channels, `channel ${toHex(command)}`, session.script)
    }
  }

  #assertUnchanged(seen: Map<string, string>, name: string, value: Uint8Array | string): void {
    const text = typeof value === 'string' ? value : toHex(value)
    const before = seen.get(name) ?? text
    if (before !== text) throw new Error(`sent twice with different contents: ${name}`)
    seen.set(name, text)
  }
}
