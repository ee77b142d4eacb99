import { responseApdu } from '@simdeck/protocol/apdu.ts'
import type { CommandApdu, ResponseApdu } from '@simdeck/protocol/apdu.ts'
import { pollerTar, pollNow } from '@simdeck/protocol/applets/poller-trigger.ts'
import { toHex } from '@simdeck/protocol/bytes.ts'
import { applicationState } from '@simdeck/protocol/gp/registry.ts'
import { envelopeIns, smsPpDownload } from '@simdeck/protocol/sms/envelope.ts'
import { proactiveIns } from '@simdeck/protocol/sms/proactive.ts'
import { CardError, sw } from '../card-error.ts'
import { readingCommand } from '../reading.ts'
import { ProactiveQueue } from '../sms/proactive-queue.ts'
import { SmsReceiver } from '../sms/receiver.ts'
import type { ApplicationRecord, CardNvm } from './nvm.ts'

export const toolkitInstruction = { envelope: envelopeIns, ...proactiveIns } as const

/** The TARs of an application: those of its installation, and that of a poller. */
function tarsOf({ tars, loadFileAid }: ApplicationRecord): readonly string[] {
  const ofPoller = pollerTar(loadFileAid)
  return ofPoller ? [...tars, toHex(ofPoller)] : tars
}

/** The toolkit of a card: it takes messages by ENVELOPE, and sends messages by proactive commands. Its queue and its parts are RAM. */
export class CardToolkit {
  readonly #nvm: CardNvm
  readonly #pollRequested: (aid: string) => void
  readonly #queue = new ProactiveQueue()
  readonly #receiver: SmsReceiver

  constructor(nvm: CardNvm, pollRequested: (aid: string) => void) {
    this.#nvm = nvm
    this.#pollRequested = pollRequested
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

  #application(tar: string): ((command: CommandApdu) => number) | null {
    const found = this.#nvm.applications.find((one) => one.state === applicationState.selectable && tarsOf(one).includes(tar))
    if (!found) return null
    return ({ cla, ins, p1, p2 }) => {
      if (pollerTar(found.loadFileAid) === null || ins !== pollNow.ins) return sw.unknownInstruction
      if (cla !== pollNow.cla) return sw.unknownClass
      if (p1 !== pollNow.p1 || p2 !== pollNow.p2) return sw.wrongParameters
      this.#pollRequested(found.aid)
      return sw.ok
    }
  }
}
