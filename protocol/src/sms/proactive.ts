import { commandApdu } from '../apdu.ts'
import type { CommandApdu } from '../apdu.ts'
import { bytesOf, concat, Reader, uint } from '../bytes.ts'
import type { Codec } from '../codec.ts'
import { ProtocolError } from '../errors.ts'
import { decodeTlvs, encodeTlv, readTlv } from '../tlv.ts'

/** Instructions by which a device takes and answers a proactive command (TS 102 221 §11.2). */
export const proactiveIns = { fetch: 0x12, terminalResponse: 0x14 } as const

/** The proactive command by which a card sends a message (SEND SHORT MESSAGE, TS 31.111 §6.6.9). */
export interface SendShortMessage {
  /** 1 to 254; the device repeats it in its terminal response. */
  number: number
  /** The SMS-SUBMIT. */
  tpdu: Uint8Array
}

const proactiveTag = 0xd0
const sendShortMessageType = 0x13
/** Tags of COMPREHENSION-TLVs, with the bit of comprehension. */
const tags = { details: 0x81, devices: 0x82, result: 0x83, tpdu: 0x8b } as const
const comprehension = 0x80
const devices = { cardToNetwork: bytesOf(0x81, 0x83), terminalToCard: bytesOf(0x82, 0x81) } as const

const detailsOf = (number: number): Uint8Array => encodeTlv(tags.details, concat(uint(number, 1), bytesOf(sendShortMessageType, 0)))

export const sendShortMessage: Codec<SendShortMessage> = {
  encode: ({ number, tpdu }) =>
    encodeTlv(proactiveTag, concat(detailsOf(number), encodeTlv(tags.devices, devices.cardToNetwork), encodeTlv(tags.tpdu, tpdu))),
  decode: (wire) => {
    const reader = new Reader(wire)
    const { tag, value } = readTlv(reader)
    reader.end()
    if (tag !== proactiveTag) throw new ProtocolError('sms', 'not a proactive command')
    const objects = new Map(decodeTlvs(value).map((one) => [one.tag | comprehension, one.value]))
    const details = objects.get(tags.details)
    const tpdu = objects.get(tags.tpdu)
    if (details?.length !== 3 || details[1] !== sendShortMessageType || !tpdu)
      throw new ProtocolError('sms', 'not the command SEND SHORT MESSAGE')
    return { number: details[0]!, tpdu }
  },
}

/** FETCH of a proactive command of this many octets, as the status word 91xx tells it. */
export const fetchCommand = (length: number): CommandApdu => commandApdu(0x80, proactiveIns.fetch, 0, 0, bytesOf(), length || 256)

/** TERMINAL RESPONSE: the device has sent the message, or not (TS 102 223 §8.12: general result 00 or 20). */
export const terminalResponse = (number: number, isSent: boolean): CommandApdu =>
  commandApdu(
    0x80,
    proactiveIns.terminalResponse,
    0,
    0,
    concat(detailsOf(number), encodeTlv(tags.devices, devices.terminalToCard), encodeTlv(tags.result, bytesOf(isSent ? 0x00 : 0x20))),
  )
