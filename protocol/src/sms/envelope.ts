import { commandApdu, leAny } from '../apdu.ts'
import { bytesOf, concat, Reader, uint } from '../bytes.ts'
import type { CommandCodec } from '../codec.ts'
import { ProtocolError } from '../errors.ts'
import { decodeTlvs, encodeTlv, readTlv } from '../tlv.ts'
import { decodeDigits, encodeDigits } from './tpdu.ts'
import type { SmsAddress } from './tpdu.ts'

/** A message that the device hands to the card (SMS-PP download, TS 31.111 §7.1.1). */
export interface SmsPpDownload {
  /** The service centre; null if the device does not tell it. */
  serviceCentre: SmsAddress | null
  /** The SMS-DELIVER. */
  tpdu: Uint8Array
}

export const envelopeIns = 0xc2

const smsPpDownloadTag = 0xd1
/** Tags of COMPREHENSION-TLVs without the bit of comprehension. */
const tags = { devices: 0x02, address: 0x06, tpdu: 0x0b } as const
const comprehension = 0x80
const fromNetworkToCard = bytesOf(0x83, 0x81)

function readServiceCentre(octets: Uint8Array): SmsAddress {
  const reader = new Reader(octets)
  const type = reader.uint(1)
  const digits = decodeDigits(reader.rest())
  return { type, digits: digits.endsWith('f') ? digits.slice(0, -1) : digits }
}

/** ENVELOPE (SMS-PP DOWNLOAD). The answer holds the response packet, if there is one. Other faults throw `ProtocolError('sms' | 'tlv')`. */
export const smsPpDownload: CommandCodec<SmsPpDownload> = {
  encode: ({ serviceCentre, tpdu }) => {
    const address = serviceCentre && concat(uint(serviceCentre.type, 1), encodeDigits(serviceCentre.digits))
    const content = concat(
      encodeTlv(tags.devices | comprehension, fromNetworkToCard),
      address ? encodeTlv(tags.address, address) : bytesOf(),
      encodeTlv(tags.tpdu | comprehension, tpdu),
    )
    return commandApdu(0x80, envelopeIns, 0, 0, encodeTlv(smsPpDownloadTag, content), leAny)
  },
  decode: ({ ins, p1, p2, data }) => {
    if (ins !== envelopeIns || p1 !== 0 || p2 !== 0) throw new ProtocolError('apdu', 'not an ENVELOPE')
    const reader = new Reader(data)
    const { tag, value } = readTlv(reader)
    reader.end()
    if (tag !== smsPpDownloadTag) throw new ProtocolError('sms', 'not an envelope of SMS-PP download')
    const objects = new Map(decodeTlvs(value).map((one) => [one.tag & ~comprehension, one.value]))
    const devices = objects.get(tags.devices)
    if (devices?.length !== 2 || devices[0] !== fromNetworkToCard[0] || devices[1] !== fromNetworkToCard[1])
      throw new ProtocolError('sms', 'the envelope does not come from the network')
    const tpdu = objects.get(tags.tpdu)
    if (!tpdu) throw new ProtocolError('sms', 'an envelope without a TPDU')
    const address = objects.get(tags.address)
    return { serviceCentre: address ? readServiceCentre(address) : null, tpdu }
  },
}
