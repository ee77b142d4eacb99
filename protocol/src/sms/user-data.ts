import { bytesOf, concat, lv, Reader } from '../bytes.ts'
import { ProtocolError } from '../errors.ts'

/** Octets of the user data of one message, its header included (TS 23.040 §9.2.3.16). */
export const maxUserData = 140

/** One information element of a user data header. */
export interface InformationElement {
  id: number
  data: Uint8Array
}

/** The user data of one message: the information elements of its header, and the octets after it. */
export interface UserData {
  elements: readonly InformationElement[]
  data: Uint8Array
}

/** Identifiers of information elements (TS 23.040 §9.2.3.24; TS 31.115 §4). */
export const elementId = { concatenated: 0x00, concatenated16: 0x08, commandPacket: 0x70, responsePacket: 0x71 } as const

/** Writes user data. A header of no element is left out. Throws `ProtocolError('sms')` for more octets than one message holds. */
export function encodeUserData({ elements, data }: UserData): Uint8Array {
  const header = concat(...elements.map((element) => concat(bytesOf(element.id), lv(element.data))))
  const octets = elements.length === 0 ? data : concat(lv(header), data)
  if (octets.length > maxUserData) throw new ProtocolError('sms', `${octets.length} octets of user data; a message holds ${maxUserData}`)
  return octets
}

/** Reads user data. Throws `ProtocolError('sms')` for a header whose lengths do not match. */
export function decodeUserData(octets: Uint8Array, hasHeader: boolean): UserData {
  if (octets.length > maxUserData) throw new ProtocolError('sms', `${octets.length} octets of user data; a message holds ${maxUserData}`)
  if (!hasHeader) return { elements: [], data: octets }
  try {
    const reader = new Reader(octets)
    const header = new Reader(reader.lv())
    const elements: InformationElement[] = []
    while (header.remaining > 0) elements.push({ id: header.uint(1), data: header.lv() })
    return { elements, data: reader.rest() }
  } catch (error) {
    if (error instanceof ProtocolError && error.code === 'truncated') throw new ProtocolError('sms', `a user data header: ${error.message}`)
    throw error
  }
}

/** True if the header names the content as a packet of SCP80 of this kind. */
export function holdsPacket({ elements }: UserData, kind: 'commandPacket' | 'responsePacket'): boolean {
  return elements.some(({ id, data }) => id === elementId[kind] && data.length === 0)
}
