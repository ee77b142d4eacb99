import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { fixedAids, formatAid, parseAid } from '@simdeck/protocol/aid.ts'
import { swHex, decodeCommand, decodeResponse } from '@simdeck/protocol/apdu.ts'
import { fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { ProtocolError } from '@simdeck/protocol/errors.ts'
import { commandTitle, describeCommand } from '@simdeck/protocol/gp/describe.ts'
import { cardState } from '@simdeck/protocol/gp/registry.ts'
import { access } from '@simdeck/protocol/iot-safe/objects.ts'
import { decodeImplementationOptions } from '@simdeck/protocol/scp03/level.ts'
import { SafeStore, type StoredObject } from '@simdeck/simulator/applets/iot-safe/store.ts'
import { VirtualCard } from '@simdeck/simulator/card/card.ts'
import { cardIdentity } from '@simdeck/simulator/card/identity.ts'
import { freeMemory, newCardNvm } from '@simdeck/simulator/card/nvm.ts'
import type { CardNvm, NewCard } from '@simdeck/simulator/card/nvm.ts'
import { preload } from '@simdeck/simulator/card/preload.ts'
import { readStoredNvm } from '@simdeck/simulator/card/stored-nvm.ts'
import type { Address } from '@simdeck/simulator/link.ts'
import { Random } from '@simdeck/simulator/random.ts'
import { answerToReset } from '@simdeck/simulator/reader/atr.ts'
import type { TransmissionProtocol } from '@simdeck/simulator/reader/atr.ts'
import { CardInterface } from '@simdeck/simulator/reader/card-interface.ts'
import { insertCard } from '@simdeck/simulator/reader/vpcd.ts'

const usage = `usage: npm run -s card -- --vpcd HOST:PORT [--keys KEY|ENC:MAC:DEK] [--kvn N] [--i HEX] [--state STATE] [--t0] [--iot-safe] [--iot-safe-aid HEX] [--nvm FILE] [--seed S] [--trace]
  --vpcd         the virtual PC/SC reader of vsmartcard; pcscd with vpcd listens on localhost:35963
  --keys         SCP03 keys in hex, AES of 16, 24 or 32 octets; one for all three, or each (404142434445464748494A4B4C4D4E4F)
  --kvn          key version of these keys, 1 to 127 (48)
  --i            the SCP03 parameter i: 00, 10, 20, 30, 60, 70, or with MACs of 16 octets 01, 11, 21, 31, 61, 71 (70)
  --state        op-ready, initialized or secured; before secured, the card accepts security level 00 (secured)
  --t0           use T=0: GET RESPONSE, 61xx and 6Cxx (T=1)
  --iot-safe     the card holds the IoT SAFE applet
  --iot-safe-aid AID of its instance in hex, for clients that expect another one; implies --iot-safe
  --nvm          file that stores the card; if it exists, the card is read from it, and the options above except --vpcd and --t0 are ignored
  --seed         seed of the serial number and the challenges (1)
  --trace        print the name of each command and its status word`

const states = { 'op-ready': cardState.opReady, initialized: cardState.initialized, secured: cardState.secured } as const

export interface CardArguments {
  reader: Address
  card: NewCard
  protocol: TransmissionProtocol
  /** The AID of the instance of the IoT SAFE applet in upper-case hex; null for a card without it. */
  iotSafe: string | null
  nvmFile: string | null
  seed: string
  trace: boolean
}

/** Parses the command line. Throws an `Error` with a one-line message for the user, without keys. */
export function readCardArguments(args: readonly string[]): CardArguments {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  const { values } = parseArgs({
    args: [...args],
    options: {
      vpcd: text,
      keys: text,
      kvn: text,
      i: text,
      state: text,
      'iot-safe': flag,
      'iot-safe-aid': text,
      nvm: text,
      seed: text,
      t0: flag,
      trace: flag,
    },
  })
  return {
    reader: readAddress(values.vpcd),
    card: {
      keys: readKeys(values.keys ?? '404142434445464748494A4B4C4D4E4F'),
      keyVersionNumber: readKeyVersion(values.kvn ?? '48'),
      i: readOptions(values.i ?? '70'),
      state: readState(values.state ?? 'secured'),
    },
    protocol: values.t0 ? 't0' : 't1',
    iotSafe: readInstanceAid(values['iot-safe-aid'] ?? (values['iot-safe'] ? fixedAids.iotSafe.moduleAid : null)),
    nvmFile: values.nvm ?? null,
    seed: values.seed ?? '1',
    trace: values.trace,
  }
}

function readAddress(text: string | undefined): Address {
  const [, host, digits] = /^\[?([^\]\s]+?)\]?:(\d{1,5})$/.exec(text ?? '') ?? []
  const port = Number(digits)
  if (host === undefined || !(port >= 1 && port <= 65535)) throw new Error('--vpcd takes HOST:PORT')
  return { host, port }
}

function readKeys(text: string): NewCard['keys'] {
  const keys = text.split(':').map((key) => (/^[0-9a-fA-F]*$/.test(key) && key.length % 2 === 0 ? toHex(fromHex(key)) : ''))
  const [enc = '', mac = enc, dek = enc] = keys
  if (
    (keys.length !== 1 && keys.length !== 3) ||
    ![32, 48, 64].includes(enc.length) ||
    mac.length !== enc.length ||
    dek.length !== enc.length
  )
    throw new Error('--keys takes one key, or ENC:MAC:DEK, of 16, 24 or 32 octets in hex, all of one length')
  return { enc, mac, dek }
}

function readKeyVersion(text: string): number {
  const version = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (version < 1 || version > 127) throw new Error('--kvn takes 1 to 127')
  return version
}

function readOptions(text: string): number {
  const i = /^[0-9a-fA-F]{2}$/.test(text) ? Number.parseInt(text, 16) : 0xff
  try {
    decodeImplementationOptions(i)
  } catch (error) {
    if (error instanceof ProtocolError) throw new Error('--i takes 00 to 71 in hex, as SCP03 has it', { cause: error })
    throw error
  }
  return i
}

function readState(text: string): number {
  const known = Object.entries(states).find(([name]) => name === text)
  if (!known) throw new Error(`--state takes ${Object.keys(states).join(', ')}`)
  return known[1]
}

function readInstanceAid(text: string | null): string | null {
  try {
    return text === null ? null : formatAid(parseAid(text))
  } catch (error) {
    if (error instanceof ProtocolError) throw new Error('--iot-safe-aid takes an AID of 5 to 16 octets in hex', { cause: error })
    throw error
  }
}

/** A card as it leaves the factory. */
function newCard({ card, seed, iotSafe }: CardArguments): CardNvm {
  const nvm = newCardNvm({ ...card, identity: cardIdentity(seed), subscription: subscriptionOf(seed) })
  const { packageAid, moduleAid } = fixedAids.iotSafe
  if (iotSafe === null) return nvm
  preload(nvm, { packageAid, moduleAid, instanceAid: iotSafe, version: { major: 1, minor: 2 } })
  for (const application of nvm.applications) new SafeStore(application, freeMemory(nvm)).put(...factoryObjects)
  return nvm
}

/** An ICCID and an IMSI of the test network 001-01 that depend on the seed. */
function subscriptionOf(seed: string): { iccid: string; imsi: string } {
  const digits = new Random(`subscription ${seed}`).bytes(10).reduce((text, octet) => text + String(octet % 10), '')
  return { iccid: `898104000${digits}`, imsi: `00101${digits}` }
}

/** An empty key pair, in which a device may make keys, and room for the public key of another end. */
const factoryObjects = [
  { kind: 'privateKey', id: '01', label: 'device' },
  { kind: 'publicKey', id: '01', label: 'device' },
  { kind: 'publicKey', id: '02', label: 'peer' },
].map((one) => ({ ...one, access: access.read | access.update, content: '', file: null, isUpdating: false }) as StoredObject)

/** A card stored in a file. A save writes a new file and renames it, so the file always holds a complete card. */
class NvmFile {
  readonly #path: string | null
  #written = ''

  constructor(path: string | null) {
    // npm runs scripts in the project's folder, while the path is relative to the caller's folder.
    this.#path = path === null ? null : resolve(process.env.INIT_CWD ?? '.', path)
  }

  read(): CardNvm | null {
    if (this.#path === null || !existsSync(this.#path)) return null
    try {
      return readStoredNvm(JSON.parse(readFileSync(this.#path, 'utf8')) as CardNvm)
    } catch (error) {
      throw new Error('the file of --nvm holds no card', { cause: error })
    }
  }

  save(nvm: CardNvm): void {
    if (this.#path === null) return
    const text = JSON.stringify(nvm)
    if (text === this.#written) return
    writeFileSync(`${this.#path}.new`, text, { mode: 0o600 })
    renameSync(`${this.#path}.new`, this.#path)
    this.#written = text
  }
}

/** Name of a command and its status word, without data, since data may be keys. */
function traceLine(command: Uint8Array, response: Uint8Array): string {
  const { data, sw } = decodeResponse(response)
  return `${titleOf(command)} → ${swHex(sw)}${data.length > 0 ? ` and ${data.length} octets` : ''}`
}

function titleOf(command: Uint8Array): string {
  try {
    return commandTitle(describeCommand(decodeCommand(command)))
  } catch (error) {
    if (error instanceof ProtocolError) return `${command.length} octets that are no short command`
    throw error
  }
}

function run(args: CardArguments): void {
  const file = new NvmFile(args.nvmFile)
  const nvm = file.read() ?? newCard(args)
  file.save(nvm)
  const card = new VirtualCard(nvm, new Random(`${args.seed}/${nvm.securityDomain.sequenceCounter}`))
  const contacts = new CardInterface(card, args.protocol)
  const { host, port } = args.reader
  const takeOut = insertCard({
    card: {
      atr: answerToReset(args.protocol),
      reset: () => contacts.reset(),
      transmit: (command) => {
        const response = contacts.transmit(command)
        // The card's state is saved before the answer is sent.
        file.save(nvm)
        if (args.trace) console.log(traceLine(command, response))
        return response
      },
    },
    reader: args.reader,
    retryMs: 1_000,
    onChange: (inserted) => console.log(inserted ? `in the reader at ${host}:${port}` : 'taken out, waiting for the reader'),
  })
  console.log(
    `a card with ATR ${toHex(answerToReset(args.protocol)).toUpperCase()} looks for the reader at ${host}:${port}; Ctrl-C ends it`,
  )
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, takeOut)
}

if (import.meta.main) {
  if (process.argv.includes('--help')) console.log(usage)
  else {
    try {
      run(readCardArguments(process.argv.slice(2)))
    } catch (error) {
      console.error(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))
      process.exitCode = 1
    }
  }
}
