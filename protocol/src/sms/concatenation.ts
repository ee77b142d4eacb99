import { concat, equalBytes, Reader, uint } from '../bytes.ts'
import { ProtocolError } from '../errors.ts'
import { elementId, encodeUserData, maxUserData } from './user-data.ts'
import type { InformationElement, UserData } from './user-data.ts'

const mostParts = 255

const headerLength = (elements: readonly InformationElement[]): number => encodeUserData({ elements, data: new Uint8Array(0) }).length

/**
 * Splits a message into parts of at most 140 octets. A message that fits one part has no element of concatenation. The given elements stand
 * in the first part only (TS 31.115 §4.1). `reference`, 0 to 255, distinguishes the messages to one card. Throws `ProtocolError('sms')`.
 */
export function splitMessage({ elements, data }: UserData, reference: number): UserData[] {
  if (headerLength(elements) + data.length <= maxUserData) return [{ elements, data }]
  const elementOf = (total: number, part: number): InformationElement => ({
    id: elementId.concatenated,
    data: concat(uint(reference, 1), uint(total, 1), uint(part, 1)),
  })
  const withPlace = [elementOf(1, 1), ...elements]
  const roomOfFirst = maxUserData - headerLength(withPlace)
  const roomOfOthers = maxUserData - headerLength([elementOf(1, 1)])
  const total = 1 + Math.ceil((data.length - roomOfFirst) / roomOfOthers)
  if (total > mostParts) throw new ProtocolError('sms', `${data.length} octets need ${total} parts; a message has at most ${mostParts}`)
  return Array.from({ length: total }, (_, at) => ({
    elements: at === 0 ? [elementOf(total, 1), ...elements] : [elementOf(total, at + 1)],
    data: at === 0 ? data.subarray(0, roomOfFirst) : data.subarray(roomOfFirst + (at - 1) * roomOfOthers).subarray(0, roomOfOthers),
  }))
}

interface Place {
  reference: string
  total: number
  part: number
}

const isPlace = ({ id }: InformationElement): boolean => id === elementId.concatenated || id === elementId.concatenated16

/** The place of a part in its message, or null for a whole message. */
function placeOf(elements: readonly InformationElement[]): Place | null {
  const found = elements.filter(isPlace)
  const [element] = found
  if (!element) return null
  const size = element.id === elementId.concatenated ? 1 : 2
  if (found.length > 1 || element.data.length !== size + 2) throw new ProtocolError('sms', 'a malformed element of concatenation')
  const reader = new Reader(element.data)
  const reference = `${size}/${reader.uint(size)}`
  const [total, part] = [reader.uint(1), reader.uint(1)]
  if (total === 0 || part === 0 || part > total) throw new ProtocolError('sms', `part ${part} of ${total}`)
  return { reference, total, part }
}

interface Incomplete {
  total: number
  parts: Map<number, UserData>
}

/**
 * Puts the parts of messages together, in any order. It holds a limited number of incomplete messages and forgets the oldest one when
 * there are more.
 */
export class MessageAssembler {
  readonly #mostMessages: number
  readonly #incomplete = new Map<string, Incomplete>()

  constructor(mostMessages: number) {
    this.#mostMessages = mostMessages
  }

  get incomplete(): number {
    return this.#incomplete.size
  }

  /**
   * Adds a part. Returns the whole message once all parts are there, and null before. A part that comes again is ignored; a part with
   * other octets in the same place begins a new message, since references are used again. Throws `ProtocolError('sms')`.
   */
  add(sender: string, userData: UserData): UserData | null {
    const place = placeOf(userData.elements)
    if (!place) return userData
    const key = `${sender}/${place.reference}/${place.total}`
    const message = this.#messageFor(key, place, userData)
    message.parts.set(place.part, userData)
    if (message.parts.size < message.total) return null
    this.#incomplete.delete(key)
    const parts = Array.from({ length: message.total }, (_, at) => message.parts.get(at + 1)!)
    return {
      elements: parts.flatMap(({ elements }) => elements.filter((element) => !isPlace(element))),
      data: concat(...parts.map(({ data }) => data)),
    }
  }

  #messageFor(key: string, { total, part }: Place, { data }: UserData): Incomplete {
    const known = this.#incomplete.get(key)
    const before = known?.parts.get(part)
    if (known && (!before || equalBytes(before.data, data))) return known
    this.#incomplete.delete(key)
    const [oldest] = this.#incomplete.keys()
    if (oldest !== undefined && this.#incomplete.size >= this.#mostMessages) this.#incomplete.delete(oldest)
    const begun = { total, parts: new Map<number, UserData>() }
    this.#incomplete.set(key, begun)
    return begun
  }
}
