import type { CommandApdu, ResponseApdu } from '@simdeck/protocol/apdu.ts'
import { smsPpDownload } from '@simdeck/protocol/sms/envelope.ts'
import { fetchCommand, sendShortMessage, terminalResponse } from '@simdeck/protocol/sms/proactive.ts'

/** The device's report on a message that it handed to its card. */
export interface MessageReport {
  /** False if the card answered with a warning or an error, which the device reports to the network. */
  isAccepted: boolean
  /** The user data of the report of the delivery, header included; empty if there is none. */
  userData: Uint8Array
  /** The SMS-SUBMITs that the card asked its device to send. */
  submits: readonly Uint8Array[]
}

const isPending = (status: number): boolean => status >> 8 === 0x91

/** Hands an SMS-DELIVER to the card as a device does, and sends the messages that the card then asks for. */
export function exchangeMessage(run: (command: CommandApdu) => ResponseApdu, tpdu: Uint8Array): MessageReport {
  const answer = run(smsPpDownload.encode({ serviceCentre: null, tpdu }))
  const submits: Uint8Array[] = []
  for (let { sw } = answer; isPending(sw);) {
    const command = sendShortMessage.decode(run(fetchCommand(sw & 0xff)).data)
    submits.push(command.tpdu)
    ;({ sw } = run(terminalResponse(command.number, true)))
  }
  return { isAccepted: answer.sw === 0x9000 || isPending(answer.sw), userData: answer.data, submits }
}
