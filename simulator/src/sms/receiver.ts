import type { CommandApdu, ResponseApdu } from '@simdeck/protocol/apdu.ts'
import { responseApdu } from '@simdeck/protocol/apdu.ts'
import { bytesOf, toHex } from '@simdeck/protocol/bytes.ts'
import { ProtocolError } from '@simdeck/protocol/errors.ts'
import { openCommand, parseCommand } from '@simdeck/protocol/scp80/command-packet.ts'
import type { SealedCommand } from '@simdeck/protocol/scp80/command-packet.ts'
import { counterFault } from '@simdeck/protocol/scp80/counter.ts'
import { sealRefusal, sealResponse } from '@simdeck/protocol/scp80/response-packet.ts'
import { responseStatus } from '@simdeck/protocol/scp80/response-status.ts'
import { compactResult, compactScript } from '@simdeck/protocol/scp80/scripts.ts'
import { MessageAssembler, splitMessage } from '@simdeck/protocol/sms/concatenation.ts'
import { dataClass2, simDataDownload, smsDeliver, smsSubmit } from '@simdeck/protocol/sms/tpdu.ts'
import type { SmsAddress } from '@simdeck/protocol/sms/tpdu.ts'
import { isSuccess } from '@simdeck/protocol/status-words.ts'
import { elementId, encodeUserData, holdsPacket } from '@simdeck/protocol/sms/user-data.ts'
import { CardError, sw } from '../card-error.ts'
import { keySetFor, packetKeys } from './key-sets.ts'
import type { OtaKeySet } from './key-sets.ts'
import type { ProactiveQueue } from './proactive-queue.ts'

/** The part of a card that receives packets. */
export interface PacketHost {
  /** The key sets in the memory of the card. Their counters are changed in place. */
  keySets: () => OtaKeySet[]
  /** The application with this TAR, which takes the data of a packet and returns that of its proof of receipt; null if there is none. */
  application: (tar: string) => ((data: Uint8Array) => Uint8Array) | null
  queue: () => ProactiveQueue
}

/** The number of messages of which a card keeps parts. */
const mostIncomplete = 2
const ok = responseStatus.ok

interface Proof {
  status: number
  packet: Uint8Array | null
}

/** Receives the messages for a card, and answers SCP80 packets by a proof of receipt. Parts of messages are RAM, which a reset clears. */
export class SmsReceiver {
  readonly #host: PacketHost
  readonly #assembler = new MessageAssembler(mostIncomplete)
  #reference = 0

  constructor(host: PacketHost) {
    this.#host = host
  }

  /**
   * Takes one SMS-DELIVER. Returns the data of the answer to the envelope, which the device sends in its report of the delivery. Throws
   * `CardError` for a message that is no SIM data download, or whose packet cannot be answered.
   */
  receive(tpdu: Uint8Array): Uint8Array {
    const { originator, protocolId, userData } = reading(() => smsDeliver.decode(tpdu))
    if (protocolId !== simDataDownload) throw new CardError(sw.nothingChanged, 'the message is not for the card')
    const whole = reading(() => this.#assembler.add(`${originator.type}/${originator.digits}`, userData))
    if (!whole) return bytesOf()
    if (!holdsPacket(whole, 'commandPacket')) throw new CardError(sw.nothingChanged, 'the message holds no command packet')
    const command = reading(() => parseCommand(whole.data))
    const proof = this.#run(command)
    const isWanted = command.spi.proof === 'always' || (command.spi.proof === 'onError' && proof.status !== ok)
    return isWanted && proof.packet ? this.#answer(proof.packet, command, originator) : bytesOf()
  }

  /** Checks the packet in the order of TS 102 225 §5.1.4: nothing changes before its checksum and its counter are right. */
  #run(command: SealedCommand): Proof {
    const refused = (status: number, counter = 0): Proof => ({
      status,
      packet: sealRefusal({ counter, status, data: bytesOf() }, command),
    })
    const application = this.#host.application(toHex(command.tar))
    if (!application) return refused(responseStatus.tarUnknown)
    const { check, counter: rule } = command.spi
    if (check !== 'cc' || rule === 'none' || rule === 'unchecked') return refused(responseStatus.insufficientSecurity)
    const keySet = keySetFor(this.#host.keySets(), command)
    if (!keySet) return refused(responseStatus.securityError)
    const keys = packetKeys(keySet)
    const opened = openOrStatus(() => openCommand(command, keys))
    if (typeof opened === 'number') return refused(opened)
    const { counter } = opened
    const answered = (status: number, data: Uint8Array): Proof => ({
      status,
      packet: readOrNull(() => sealResponse({ counter, status, data }, command, keys)),
    })
    const fault = counterFault(rule, counter, keySet.counter)
    if (fault !== null) return answered(fault, bytesOf())
    keySet.counter = counter
    return answered(ok, application(opened.data))
  }

  /** Gives the proof to the report of the delivery, or to the device as messages of its own. */
  #answer(packet: Uint8Array, command: SealedCommand, destination: SmsAddress): Uint8Array {
    const userData = { elements: [{ id: elementId.responsePacket, data: bytesOf() }], data: packet }
    if (!command.spi.proofBySubmit) return encodeUserData(userData)
    this.#reference = (this.#reference + 1) & 0xff
    for (const part of splitMessage(userData, this.#reference)) {
      const content = { protocolId: simDataDownload, dataCoding: dataClass2, userData: part }
      this.#host.queue().send(smsSubmit.encode({ reference: this.#reference, destination, ...content }))
    }
    return bytesOf()
  }
}

/** Reads a message. One that cannot be read is answered by a warning, with which the device reports an error to the network. */
function reading<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof ProtocolError) throw new CardError(sw.nothingChanged, error.message, error)
    throw error
  }
}

/** Null if the card cannot protect its proof in the way that the packet asks for. */
function readOrNull<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof ProtocolError) return null
    throw error
  }
}

/** The opened packet, or the status code of its refusal. */
function openOrStatus<T>(open: () => T): T | number {
  try {
    return open()
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error
    if (error.code === 'checksum') return responseStatus.checksumFailed
    return error.code === 'padding' ? responseStatus.cipheringError : responseStatus.securityError
  }
}

/** Runs a compact script until a command fails. Returns its result; a script that cannot be read is one command that failed. */
export function runScript(data: Uint8Array, run: (command: CommandApdu) => ResponseApdu): Uint8Array {
  let executed = 0
  let last = responseApdu(sw.wrongData)
  for (const command of readOrNull(() => compactScript.decode(data)) ?? []) {
    last = run(command)
    executed++
    if (!isSuccess(last.sw)) break
  }
  return compactResult.encode({ executed, last })
}
