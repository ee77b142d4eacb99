import { responseApdu } from '@simdeck/protocol/apdu.ts'
import type { CommandApdu, ResponseApdu } from '@simdeck/protocol/apdu.ts'
import { pollerTar, pollNow } from '@simdeck/protocol/applets/poller-trigger.ts'
import { bytesOf, toHex } from '@simdeck/protocol/bytes.ts'
import { applicationState } from '@simdeck/protocol/gp/registry.ts'
import { ProtocolError } from '@simdeck/protocol/errors.ts'
import { issuerDomainTar, sessionTrigger } from '@simdeck/protocol/scp81/session-trigger.ts'
import { envelopeIns, smsPpDownload } from '@simdeck/protocol/sms/envelope.ts'
import { proactiveIns } from '@simdeck/protocol/sms/proactive.ts'
import { CardError, sw } from '../card-error.ts'
import { readingCommand } from '../reading.ts'
import { ProactiveQueue } from '../sms/proactive-queue.ts'
import { runScript, SmsReceiver } from '../sms/receiver.ts'
import type { ApplicationRecord, CardNvm } from './nvm.ts'

export const toolkitInstruction = { envelope: envelopeIns, ...proactiveIns } as const

/** The TARs of an application: those of its installation, and that of a poller. */
function tarsOf({ tars, loadFileAid }: ApplicationRecord): readonly string[] {
  const ofPoller = pollerTar(loadFileAid)
  return ofPoller ? [...tars, toHex(ofPoller)] : tars
}

/** Requests of packets to the rest of the card. */
export interface ToolkitRequests {
  /** A poller polls now. */
  poll: (aid: string) => void
  /** Begins a script of the application with this TAR that manages files; null if there is none. */
  files: (tar: string) => ((command: CommandApdu) => ResponseApdu) | null
  /** The admin agent begins a session with these parameters; null for a card without an admin agent. */
  session: () => ((parameters: Uint8Array) => void) | null
}

/** The toolkit of a card: it takes messages by ENVELOPE, and sends messages by proactive commands. Its queue and its parts are RAM. */
export class CardToolkit {
  readonly #nvm: CardNvm
  readonly #requests: ToolkitRequests
  readonly #queue = new ProactiveQueue()
  readonly #receiver: SmsReceiver

  constructor(nvm: CardNvm, requests: ToolkitRequests) {
    this.#nvm = nvm
    this.#requests = requests
    this.#receiver = new SmsReceiver({
      keySets: () => nvm.otaKeySets ?? [],
      application: (tar) => this.#application(tar),
      queue: () => this.#queue,
    })
  }

  answer(channel: number, command: CommandApdu): ResponseApdu {
    if (command.cla !== 0x80 || channel !== 0) throw new CardError(sw.unknownClass, 'a toolkit command has class 80')
    if (command.ins !== toolkitInstruction.envelope) return this.#queue.answer(command)
    const { tpdu } = readingCommand(() => smsPpDownload.decode(command))
    return this.#queue.announcedIn(responseApdu(sw.ok, this.#receiver.receive(tpdu)))
  }

  #application(tar: string): ((data: Uint8Array) => Uint8Array) | null {
    const session = this.#requests.session()
    if (session && tar.toUpperCase() === issuerDomainTar) return (data) => trigger(data, session)
    const run = this.#applet(tar) ?? this.#requests.files(tar)
    return run && ((data) => runScript(data, run))
  }

  #applet(tar: string): ((command: CommandApdu) => ResponseApdu) | null {
    const found = this.#nvm.applications.find((one) => one.state === applicationState.selectable && tarsOf(one).includes(tar))
    if (!found) return null
    return ({ cla, ins, p1, p2 }) => {
      if (pollerTar(found.loadFileAid) === null || ins !== pollNow.ins) return responseApdu(sw.unknownInstruction)
      if (cla !== pollNow.cla) return responseApdu(sw.unknownClass)
      if (p1 !== pollNow.p1 || p2 !== pollNow.p2) return responseApdu(sw.wrongParameters)
      this.#requests.poll(found.aid)
      return responseApdu(sw.ok)
    }
  }
}

/** Lets the admin agent begin a session. Data that triggers none is ignored, as a proof of receipt has no code for it. */
function trigger(data: Uint8Array, session: (parameters: Uint8Array) => void): Uint8Array {
  try {
    session(sessionTrigger.decode(data))
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error
  }
  return bytesOf()
}
