import { createCipheriv } from 'node:crypto'

/**
 * A second implementation of the host end of SCP03, from GPC Amendment D and NIST SP 800-38B alone and without `protocol`, so that tests
 * can determine the octets that a card must send and accept. All octets are hex.
 */

const xor = (a: Buffer, b: Buffer): Buffer => Buffer.from(a.map((octet, i) => octet ^ (b[i] ?? 0)))
const hex = (text: string): Buffer => Buffer.from(text, 'hex')
const octet = (value: number): string => value.toString(16).padStart(2, '0')

function ecb(key: Buffer, block: Buffer): Buffer {
  return createCipheriv(`aes-${key.length * 8}-ecb`, key, null)
    .setAutoPadding(false)
    .update(block)
}

/** Encrypts whole blocks in AES-CBC. */
export function cbc(key: string, iv: Buffer, data: string): string {
  return createCipheriv(`aes-${key.length * 4}-cbc`, hex(key), iv)
    .setAutoPadding(false)
    .update(hex(data))
    .toString('hex')
}

function doubled(block: Buffer): Buffer {
  const number = BigInt(`0x${block.toString('hex')}`) << 1n
  const reduced = number >> 128n ? (number ^ 0x87n) & ((1n << 128n) - 1n) : number
  return hex(reduced.toString(16).padStart(32, '0'))
}

function cmac(keyHex: string, message: string): string {
  const key = hex(keyHex)
  const k1 = doubled(ecb(key, Buffer.alloc(16)))
  const data = hex(message)
  const whole = data.length > 0 && data.length % 16 === 0
  const blocks = whole ? data : Buffer.concat([data, hex('80'), Buffer.alloc(15 - (data.length % 16))])
  let state: Buffer = Buffer.alloc(16)
  for (let at = 0; at < blocks.length; at += 16) {
    const block = blocks.subarray(at, at + 16)
    const last = at + 16 === blocks.length
    state = ecb(key, xor(state, last ? xor(block, whole ? k1 : doubled(k1)) : block))
  }
  return state.toString('hex')
}

/** Runs the KDF of §4.1.5. The result has `bits` bits. */
function derive(key: string, constant: string, bits: number, context: string): string {
  let out = ''
  for (let counter = 1; out.length * 4 < bits; counter++)
    out += cmac(key, `${'00'.repeat(11)}${constant}00${bits.toString(16).padStart(4, '0')}${octet(counter)}${context}`)
  return out.slice(0, bits / 4)
}

function padded(data: string): string {
  const block = `${data}80`
  return block.padEnd(Math.ceil(block.length / 32) * 32, '0')
}

/** The key check value of an AES key. */
export const checkValue = (key: string): string => ecb(hex(key), Buffer.alloc(16, 1)).toString('hex').slice(0, 6)

export interface PlainKeys {
  enc: string
  mac: string
  dek: string
}

/** A channel of level 33. Each wrapped command must be answered before the next. */
export class PlainScp03 {
  readonly #enc: string
  readonly #mac: string
  readonly #rmac: string
  readonly #macHexDigits: number
  readonly #cryptograms: { card: string; host: string }
  #chain = '00'.repeat(16)
  #counter = 0

  constructor(keys: PlainKeys, hostChallenge: string, cardChallenge: string) {
    const context = hostChallenge + cardChallenge
    const bits = keys.enc.length * 4
    this.#enc = derive(keys.enc, '04', bits, context)
    this.#mac = derive(keys.mac, '06', bits, context)
    this.#rmac = derive(keys.mac, '07', bits, context)
    this.#macHexDigits = hostChallenge.length
    const of = (constant: string): string => derive(this.#mac, constant, hostChallenge.length * 4, context)
    this.#cryptograms = { card: of('00'), host: of('01') }
  }

  /** The challenge of a card with i & 10. */
  static cardChallenge(enc: string, sequenceCounter: string, securityDomainAid: string, hostChallenge: string): string {
    return derive(enc, '02', hostChallenge.length * 4, sequenceCounter + securityDomainAid)
  }

  get cardCryptogram(): string {
    return this.#cryptograms.card
  }

  externalAuthenticate(): string {
    return this.#withMac('84823300', this.#cryptograms.host, '')
  }

  /** Wraps header and data, with Le 00. */
  wrap(header: string, data: string): string {
    this.#counter++
    const iv = ecb(hex(this.#enc), hex(this.#counter.toString(16).padStart(32, '0')))
    return this.#withMac(header.replace(/^80/, '84'), data === '' ? '' : cbc(this.#enc, iv, padded(data)), '00')
  }

  /** The answer that the card must give to the last wrapped command. */
  answer(data: string, sw: string): string {
    if (!/^(9000|62|63)/.test(sw)) return sw
    const sent = data === '' ? '' : cbc(this.#enc, this.#responseIv(), padded(data))
    return sent + cmac(this.#rmac, this.#chain + sent + sw).slice(0, this.#macHexDigits) + sw
  }

  #responseIv(): Buffer {
    return ecb(hex(this.#enc), hex(`80${this.#counter.toString(16).padStart(30, '0')}`))
  }

  #withMac(header: string, data: string, le: string): string {
    const lc = octet((data.length + this.#macHexDigits) / 2)
    this.#chain = cmac(this.#mac, this.#chain + header + lc + data)
    return header + lc + data + this.#chain.slice(0, this.#macHexDigits) + le
  }
}
