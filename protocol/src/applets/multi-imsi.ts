import { bytesOf, concat, uint } from '../bytes.ts'
import { ProtocolError } from '../errors.ts'
import { plmnFromBytes, plmnToBytes, swapDigits, unswapDigits } from '../iccid.ts'
import type { Plmn } from '../iccid.ts'
import { encodeTlv, findTlv } from '../tlv.ts'
import { readerOf, readTlvs, within } from './applet-tlvs.ts'

/** One IMSI that the applet can use. */
export type ImsiChoice = {
  /**
   * The IMSI, or its first digits: 5 to 15 digits. The card completes fewer than 15 digits with the last digits of its own IMSI, so that
   * many SIMs can share parameters.
   */
  readonly imsi: string
  /** The networks in which the applet chooses this IMSI by location: at most 20. */
  readonly networks: readonly Plmn[]
}

/** The rules by which the multi-IMSI applet chooses an IMSI. */
export type MultiImsiParameters = {
  /** 1 to 8 IMSIs, none twice. The first is the preferred one. */
  readonly imsis: readonly ImsiChoice[]
  /** The applet chooses the first IMSI that names the visited network, and the preferred IMSI in any other network. */
  readonly byLocation: boolean
  /** The applet changes to the next IMSI after a time without service. */
  readonly onServiceLoss: boolean
  /** Minutes without service before the change: 1 to 60. */
  readonly lossMinutes: number
  /** Time after which the applet tries the preferred IMSI again: 0 to 99 hours and 0 to 59 minutes; never when both are 0. */
  readonly returnHours: number
  readonly returnMinutes: number
}

export const maxImsis = 8
export const maxNetworks = 20
export const multiImsiLimits = { lossMinutes: [1, 60], returnHours: [0, 99], returnMinutes: [0, 59] } as const

/** Tags of the value of C9 of the multi-IMSI applet. */
export const multiImsiTags = { choice: 0xa0, imsi: 0x80, networks: 0x81, rules: 0x81, lossMinutes: 0x82, returnAfter: 0x83 } as const
const rules = { byLocation: 0x01, onServiceLoss: 0x02 } as const

const defaults = {
  byLocation: true,
  onServiceLoss: true,
  lossMinutes: 5,
  returnHours: 24,
  returnMinutes: 0,
} as const satisfies Omit<MultiImsiParameters, 'imsis'>

const refuse = (message: string): never => {
  throw new ProtocolError('parameters', message)
}

function check(parameters: MultiImsiParameters): MultiImsiParameters {
  const { imsis, lossMinutes, returnHours, returnMinutes } = parameters
  if (!within(imsis.length, 1, maxImsis)) refuse(`IMSIs: 1 to ${maxImsis}`)
  if (imsis.some(({ imsi }) => !/^\d{5,15}$/.test(imsi))) refuse('IMSI: 5 to 15 digits')
  if (new Set(imsis.map(({ imsi }) => imsi)).size < imsis.length) refuse('IMSI: given twice')
  if (imsis.some(({ networks }) => networks.length > maxNetworks)) refuse(`networks: at most ${maxNetworks}`)
  if (!within(lossMinutes, ...multiImsiLimits.lossMinutes)) refuse('minutes without service: 1 to 60')
  if (!within(returnHours, ...multiImsiLimits.returnHours)) refuse('hours until the return: 0 to 99')
  if (!within(returnMinutes, ...multiImsiLimits.returnMinutes)) refuse('minutes until the return: 0 to 59')
  return parameters
}

function writeChoice({ imsi, networks }: ImsiChoice): Uint8Array {
  return encodeTlv(
    multiImsiTags.choice,
    concat(
      encodeTlv(multiImsiTags.imsi, swapDigits(imsi.length % 2 === 1 ? `${imsi}f` : imsi)),
      encodeTlv(multiImsiTags.networks, concat(...networks.map(plmnToBytes))),
    ),
  )
}

/** Reads digits in pairs with swapped nibbles. Throws `ProtocolError('parameters')` unless there are 5 to 15 of them. */
export function readImsi(octets: Uint8Array): string {
  const digits = octets.length > 8 ? '' : unswapDigits(octets)
  if (!/^\d{5,15}f?$/.test(digits)) refuse('IMSI: 5 to 15 digits')
  return digits.replace('f', '')
}

/** Reads networks of three octets each. Throws `ProtocolError('parameters')`. */
export function readNetworks(octets: Uint8Array): Plmn[] {
  if (octets.length % 3 !== 0) refuse('networks: three octets each')
  try {
    return Array.from({ length: octets.length / 3 }, (_, index) => plmnFromBytes(octets.subarray(3 * index, 3 * index + 3)))
  } catch (error) {
    if (error instanceof ProtocolError) return refuse(`networks: ${error.message}`)
    throw error
  }
}

function readChoice(value: Uint8Array): ImsiChoice {
  const tlvs = readTlvs(value)
  const networks = findTlv(tlvs, multiImsiTags.networks)
  return {
    imsi: readImsi(readerOf(tlvs, multiImsiTags.imsi, 'IMSI').rest()),
    networks: networks ? readNetworks(networks) : [],
  }
}

/**
 * Install parameters of our multi-IMSI applet, the value of C9 (our own format; docs/spec-gaps.md). BER-TLVs in any order; unknown tags are
 * ignored: `A0` once per IMSI in the order of preference {`80` digits in pairs with swapped nibbles, F after an odd number; `81` networks
 * of 3 octets (TS 24.008 §10.5.1.3)}, `81` rules (1: b1 by location, b2 on loss of service), `82` minutes without service (1), `83` time
 * until the return (hours 1, minutes 1). Both functions throw `ProtocolError('parameters')` naming the field.
 */
export const multiImsiParameters = {
  encode: (parameters: MultiImsiParameters): Uint8Array => {
    const { imsis, byLocation, onServiceLoss, lossMinutes, returnHours, returnMinutes } = check(parameters)
    return concat(
      ...imsis.map(writeChoice),
      encodeTlv(multiImsiTags.rules, bytesOf((byLocation ? rules.byLocation : 0) | (onServiceLoss ? rules.onServiceLoss : 0))),
      encodeTlv(multiImsiTags.lossMinutes, uint(lossMinutes, 1)),
      encodeTlv(multiImsiTags.returnAfter, bytesOf(returnHours, returnMinutes)),
    )
  },
  decode: (value: Uint8Array): MultiImsiParameters => {
    const tlvs = readTlvs(value)
    const bits = readerOf(tlvs, multiImsiTags.rules, 'rules', 1).uint(1)
    if (bits > (rules.byLocation | rules.onServiceLoss)) refuse('rules: 00 to 03')
    const returnAfter = readerOf(tlvs, multiImsiTags.returnAfter, 'time until the return', 2)
    return check({
      imsis: tlvs.filter(({ tag }) => tag === multiImsiTags.choice).map((choice) => readChoice(choice.value)),
      byLocation: (bits & rules.byLocation) !== 0,
      onServiceLoss: (bits & rules.onServiceLoss) !== 0,
      lossMinutes: readerOf(tlvs, multiImsiTags.lossMinutes, 'minutes without service', 1).uint(1),
      returnHours: returnAfter.uint(1),
      returnMinutes: returnAfter.uint(1),
    })
  },
  defaults,
}

/** The IMSI that a card uses for a choice: its digits, completed with the last digits of the card's own IMSI. */
export function completeImsi(choice: string, own: string): string {
  return choice + own.slice(choice.length)
}
