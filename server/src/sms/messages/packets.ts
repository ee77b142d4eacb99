import type { SmsAlgorithm } from '@simdeck/contract/sim-sms.ts'
import { pollNow } from '@simdeck/protocol/applets/poller-trigger.ts'
import { ProtocolError } from '@simdeck/protocol/errors.ts'
import type { PacketKeys } from '@simdeck/protocol/scp80/algorithms.ts'
import { parseCommand, sealCommand } from '@simdeck/protocol/scp80/command-packet.ts'
import { openResponse } from '@simdeck/protocol/scp80/response-packet.ts'
import { compactScript } from '@simdeck/protocol/scp80/scripts.ts'
import type { Spi } from '@simdeck/protocol/scp80/spi.ts'
import { sessionTrigger } from '@simdeck/protocol/scp81/session-trigger.ts'
import type { SmppAddress, SmppMessage } from '@simdeck/protocol/smpp/messages.ts'
import { esmClass } from '@simdeck/protocol/smpp/messages.ts'
import { dataClass2, simDataDownload } from '@simdeck/protocol/sms/tpdu.ts'
import { elementId, encodeUserData } from '@simdeck/protocol/sms/user-data.ts'
import type { KeySet } from '../../key-sets/sms-key-sets.ts'

/** Encrypted, with a checksum and a rising counter; the card proves each receipt by a message of its own. */
const spi: Spi = {
  check: 'cc',
  ciphered: true,
  counter: 'higher',
  proof: 'always',
  proofCheck: 'cc',
  proofCiphered: false,
  proofBySubmit: true,
}

/** The low half of KIc and KID for a key of this length (TS 102 225 §5.1.2, §5.1.3). */
function algorithmOf(algorithm: SmsAlgorithm, key: Uint8Array): number {
  if (algorithm === 'aes') return 0x02
  return key.length === 16 ? 0x05 : 0x09
}

const packetKeys = ({ kic, kid }: KeySet): PacketKeys => ({ kic, kid, macLength: 8 })

/** The admin agent that a message wakes: the TAR of its security domain, and parameters of the session in place of those of the card. */
export type WokenAgent = { tar: Uint8Array; parameters: Uint8Array | null }

/** The command packet that lets an admin agent begin a session at once, or without `agent` the poller of the card poll at once. */
export function wakePacket(keySet: KeySet, counter: number, agent: WokenAgent | null): Uint8Array {
  return agent
    ? commandPacket(keySet, counter, agent.tar, sessionTrigger.encode(agent.parameters ?? new Uint8Array()))
    : commandPacket(keySet, counter, keySet.tar, compactScript.encode([pollNow]))
}

/** A command packet with this data for the application with this TAR. */
export function commandPacket(keySet: KeySet, counter: number, tar: Uint8Array, data: Uint8Array): Uint8Array {
  const { number, algorithm, kic, kid } = keySet
  const packet = {
    spi,
    kic: (number << 4) | algorithmOf(algorithm, kic),
    kid: (number << 4) | algorithmOf(algorithm, kid),
    tar,
    counter,
    data,
  }
  return sealCommand(packet, packetKeys(keySet))
}

/** The short message that carries a command packet to the card. The packets of this server fit one message. */
export function packetMessage(packet: Uint8Array, source: SmppAddress, destination: SmppAddress): SmppMessage {
  return {
    source,
    destination,
    esmClass: esmClass.userDataHeader,
    protocolId: simDataDownload,
    wantsReceipt: true,
    dataCoding: dataClass2,
    userData: encodeUserData({ elements: [{ id: elementId.commandPacket, data: new Uint8Array(0) }], data: packet }),
    options: [],
  }
}

/** `data` is what the application answered; empty for a refusal. */
export type Proof = { status: number; isAuthentic: boolean; counter: number; data: Uint8Array }

/** The proof of receipt in a response packet to this command; null if it answers another one or cannot be opened. */
export function proofOf(command: Uint8Array, response: Uint8Array, keySet: KeySet): Proof | null {
  try {
    const { status, isAuthentic, counter, data } = openResponse(response, parseCommand(command), packetKeys(keySet))
    return { status, isAuthentic, counter, data }
  } catch (error) {
    if (error instanceof ProtocolError) return null
    throw error
  }
}
