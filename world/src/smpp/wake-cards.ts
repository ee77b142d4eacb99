import type { CommandApdu, ResponseApdu } from '@simdeck/protocol/apdu.ts'
import { responseApdu } from '@simdeck/protocol/apdu.ts'
import { envelopeIns, smsPpDownload } from '@simdeck/protocol/sms/envelope.ts'
import { CardError } from '@simdeck/simulator/card-error.ts'
import { exchangeMessage } from '@simdeck/simulator/sms/exchange.ts'
import type { OtaKeySet } from '@simdeck/simulator/sms/key-sets.ts'
import { ProactiveQueue } from '@simdeck/simulator/sms/proactive-queue.ts'
import { runScript, SmsReceiver } from '@simdeck/simulator/sms/receiver.ts'
import type { Device } from './mobile-network.ts'
import { keySetOfSim, pollerTarHex } from './wake.fixture.ts'

const sw = { ok: 0x9000 } as const

/** The parts of many virtual cards that receive messages, without their applets: each counts how often it was woken. */
export class WakeCards {
  readonly woken: number[]
  readonly #devices = new Map<string, Device>()

  /** `numbers`: the number of each card, by its index. */
  constructor(numbers: readonly string[]) {
    this.woken = numbers.map(() => 0)
    for (const [index, number] of numbers.entries()) this.#devices.set(number.replace(/^\+/, ''), this.#device(index))
  }

  device = (number: string): Device | null => this.#devices.get(number) ?? null

  #device(index: number): Device {
    const keySets: OtaKeySet[] = [keySetOfSim(index)]
    const queue = new ProactiveQueue()
    const wake = (): ResponseApdu => {
      this.woken[index]!++
      return responseApdu(sw.ok)
    }
    const receiver = new SmsReceiver({
      keySets: () => keySets,
      application: (tar) => (tar.toUpperCase() === pollerTarHex ? (data) => runScript(data, wake) : null),
      queue: () => queue,
    })
    const run = (command: CommandApdu): ResponseApdu => {
      if (command.ins !== envelopeIns) return queue.answer(command)
      try {
        return queue.announcedIn(responseApdu(sw.ok, receiver.receive(smsPpDownload.decode(command).tpdu)))
      } catch (error) {
        if (error instanceof CardError) return responseApdu(error.sw)
        throw error
      }
    }
    return (tpdu) => exchangeMessage(run, tpdu)
  }
}
