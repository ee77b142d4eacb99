import { createHash } from 'node:crypto'
import { decodeCommand, responseApdu } from '../apdu.ts'
import type { CommandApdu, ResponseApdu } from '../apdu.ts'
import { concat, toHex, uint } from '../bytes.ts'
import { deletion } from '../gp/deletion.ts'
import { load } from '../gp/commands.ts'
import { install } from '../gp/install.ts'
import { answerInitializeUpdate, openScp03Card } from '../scp03/card.ts'
import type { PendingScp03Card, Scp03Card } from '../scp03/card.ts'
import { initializeUpdateCommand } from '../scp03/initialize-update.ts'
import type { SecurityDomain } from './security-domain.ts'

/** Repeatable random octets. */
export class SeededOctets {
  #count = 0
  readonly #seed: string

  constructor(seed: string) {
    this.#seed = seed
  }

  octets(length: number): Uint8Array {
    const out: Uint8Array[] = []
    for (let have = 0; have < length; have += 32)
      out.push(
        createHash('sha256')
          .update(`${this.#seed}/${this.#count++}`)
          .digest(),
      )
    return new Uint8Array(concat(...out).subarray(0, length))
  }

  /** Returns a number from 0 to 1, never 1 itself. */
  fraction(): number {
    const [a, b, c] = this.octets(3)
    return (a! * 65536 + b! * 256 + c!) / 0x1000000
  }
}

/** A card with SCP03 and a registry: the part of an issuer security domain that loading, installing and deleting need. */
export class FakeCard {
  readonly loadFiles = new Map<string, Uint8Array>()
  readonly instances = new Map<string, string>()
  readonly executed: string[] = []
  /** Status words that replace the usual answer, by the name of the plain command. */
  readonly forcedStatusWords = new Map<string, number>()
  i = 0x70
  #pending: PendingScp03Card | null = null
  #channel: Scp03Card | null = null
  #loading: { aid: string; blocks: Uint8Array[] } | null = null
  #sequence = 0
  readonly #domain: SecurityDomain
  readonly #random: SeededOctets

  constructor(domain: SecurityDomain, random: SeededOctets) {
    this.#domain = domain
    this.#random = random
  }

  reset(): void {
    this.#pending = null
    this.#channel = null
    this.#loading = null
  }

  execute(bytes: Uint8Array): ResponseApdu {
    const command = decodeCommand(bytes)
    if (command.ins === 0xa4) return responseApdu(0x9000)
    if (command.ins === 0x50) return this.#initializeUpdate(command)
    if (command.ins === 0x82) return this.#externalAuthenticate(command)
    if (!this.#channel) return responseApdu(0x6982)
    const plain = this.#channel.unwrap(command)
    return this.#channel.wrap(responseApdu(this.#run(plain)))
  }

  #initializeUpdate(command: CommandApdu): ResponseApdu {
    const { hostChallenge } = initializeUpdateCommand.decode(command)
    this.reset()
    this.#pending = answerInitializeUpdate({
      keys: this.#domain.keys,
      keyVersionNumber: 0x30,
      i: this.i,
      diversificationData: new Uint8Array(10),
      sequenceCounter: uint(++this.#sequence, 3),
      hostChallenge,
      cardChallenge: this.#random.octets(hostChallenge.length),
    })
    return responseApdu(this.forcedStatusWords.get('INITIALIZE UPDATE') ?? 0x9000, this.#pending.response)
  }

  #externalAuthenticate(command: CommandApdu): ResponseApdu {
    if (!this.#pending) return responseApdu(0x6985)
    this.#channel = openScp03Card(this.#pending, command)
    this.#pending = null
    return responseApdu(this.forcedStatusWords.get('EXTERNAL AUTHENTICATE') ?? 0x9000)
  }

  #run(command: CommandApdu): number {
    if (command.ins === 0xe4) return this.#delete(command)
    if (command.ins === 0xe8) return this.#load(command)
    if (command.ins === 0xe6) return this.#install(command)
    return 0x6d00
  }

  #delete(command: CommandApdu): number {
    const read = deletion.decode(command)
    if (read.kind !== 'content') return 0x6a86
    const { aid, relatedObjects } = read
    const name = toHex(aid)
    this.executed.push(`delete ${name}`)
    if (this.instances.delete(name)) return 0x9000
    if (!this.loadFiles.delete(name)) return 0x6a88
    if (relatedObjects) for (const [instance, file] of this.instances) if (file === name) this.instances.delete(instance)
    return 0x9000
  }

  #install(command: CommandApdu): number {
    const read = install.decode(command)
    this.executed.push(`install ${read.kind}`)
    const word = this.forcedStatusWords.get(`install ${read.kind}`)
    if (word !== undefined) return word
    if (read.kind === 'load') {
      if (this.loadFiles.has(toHex(read.loadFileAid))) return 0x6985
      this.#loading = { aid: toHex(read.loadFileAid), blocks: [] }
      return 0x9000
    }
    if (read.kind !== 'install') return 0x6a86
    if (!this.loadFiles.has(toHex(read.loadFileAid)) || this.instances.has(toHex(read.instanceAid))) return 0x6985
    this.instances.set(toHex(read.instanceAid), toHex(read.loadFileAid))
    return 0x9000
  }

  #load(command: CommandApdu): number {
    const { block, last, data } = load.decode(command)
    this.executed.push(`load ${block}`)
    if (!this.#loading || block !== this.#loading.blocks.length % 256) return 0x6985
    const word = this.forcedStatusWords.get(`load ${block}`)
    if (word !== undefined) return word
    this.#loading.blocks.push(data)
    if (last) {
      this.loadFiles.set(this.#loading.aid, concat(...this.#loading.blocks))
      this.#loading = null
    }
    return 0x9000
  }
}
