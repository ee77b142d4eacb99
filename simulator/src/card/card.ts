import { formatAid } from '@simdeck/protocol/aid.ts'
import { decodeCommand, responseApdu } from '@simdeck/protocol/apdu.ts'
import type { CommandApdu, ResponseApdu } from '@simdeck/protocol/apdu.ts'
import { bytesOf, concat, fromHex, Reader } from '@simdeck/protocol/bytes.ts'
import { ProtocolError } from '@simdeck/protocol/errors.ts'
import { parseDeleteContent, parseLoad, parseSelect, parseStoreData } from '@simdeck/protocol/gp/commands.ts'
import { parseInstall } from '@simdeck/protocol/gp/install.ts'
import { applicationState, parseGetStatus } from '@simdeck/protocol/gp/registry.ts'
import type { PendingScp03Card, Scp03Card } from '@simdeck/protocol/scp03/card.ts'
import { isSecured } from '@simdeck/protocol/scp03/channel.ts'
import { encodeTlv } from '@simdeck/protocol/tlv.ts'
import type { Random } from '../random.ts'
import { CardError, sw } from './card-error.ts'
import {
  beginLoad,
  deleteObject,
  findApplication,
  finishLoad,
  installApplication,
  makeSelectable,
  readingData,
  takeBlock,
} from './content.ts'
import type { LoadUnderWay } from './content.ts'
import type { ApplicationRecord, CardNvm } from './nvm.ts'
import { storeBlock } from './personalization.ts'
import type { StoreUnderWay } from './personalization.ts'
import { externalAuthenticate, initializeUpdate, unwrapSecured } from './secure-channel.ts'
import { statusAnswers } from './status.ts'

/** What dies with a reset. */
interface CardRam {
  /** Null: the issuer security domain, which a reset selects. */
  selected: string | null
  pending: PendingScp03Card | null
  channel: Scp03Card | null
  load: LoadUnderWay | null
  personalizing: string | null
  store: StoreUnderWay | null
  /** Answers to GET STATUS that are still to come, and the P1 they belong to. */
  status: { p1: number; answers: Uint8Array[] } | null
}

const switchedOn: Readonly<CardRam> = {
  selected: null,
  pending: null,
  channel: null,
  load: null,
  personalizing: null,
  store: null,
  status: null,
}

const instruction = {
  initializeUpdate: 0x50,
  externalAuthenticate: 0x82,
  select: 0xa4,
  storeData: 0xe2,
  delete: 0xe4,
  install: 0xe6,
  load: 0xe8,
  getStatus: 0xf2,
} as const

const securedInstructions: readonly number[] = [
  instruction.storeData,
  instruction.delete,
  instruction.install,
  instruction.load,
  instruction.getStatus,
]
const classes: readonly number[] = [0x00, 0x04, 0x80, 0x84]

/** Confirmation data of length 0 (GPC 2.3.1 §11.1.6). */
const confirmed = responseApdu(sw.ok, bytesOf(0x00))

/** Reads a command: what P1 and P2 say and the card does not know is 6A86, wrong data is 6A80. */
function reading<T>(read: () => T): T {
  try {
    return readingData(read)
  } catch (error) {
    if (error instanceof CardError && error.cause instanceof ProtocolError && error.cause.code === 'apdu')
      throw new CardError(sw.wrongParameters, error.message)
    throw error
  }
}

/**
 * A UICC with an issuer security domain. It knows only what comes over the wire: `execute` takes the octets of a C-APDU and gives
 * an R-APDU, whatever the octets are. `nvm` is the whole of what it keeps; another card made from the same is the same card.
 */
export class VirtualCard {
  readonly nvm: CardNvm
  /** The application whose code talks to the network now; it cannot be deleted. */
  running: string | null = null
  /** Stands between each command, out of its secure channel, and what it does; a `CardError` from it is the answer. */
  through: (command: CommandApdu, run: () => ResponseApdu) => ResponseApdu = (_command, run) => run()
  readonly #random: Random
  #ram: CardRam = { ...switchedOn }

  constructor(nvm: CardNvm, random: Random) {
    this.nvm = nvm
    this.#random = random
  }

  /** Power off and on: secure channel, selection and a half-loaded file are gone. */
  reset(): void {
    this.#ram = { ...switchedOn }
  }

  execute(bytes: Uint8Array): ResponseApdu {
    try {
      return this.#answer(decodeCommand(bytes))
    } catch (error) {
      if (error instanceof CardError) return responseApdu(error.sw)
      if (error instanceof ProtocolError && error.code === 'apdu') return responseApdu(sw.wrongLength)
      throw error
    }
  }

  #answer(command: CommandApdu): ResponseApdu {
    if (!classes.includes(command.cla)) throw new CardError(sw.unknownClass, 'an unknown class byte')
    switch (command.ins) {
      case instruction.select:
        return this.through(command, () => this.#select(command))
      case instruction.initializeUpdate:
        return this.through(command, () => this.#initializeUpdate(command))
      case instruction.externalAuthenticate:
        return this.through(command, () => this.#externalAuthenticate(command))
      default:
        return this.#answerInChannel(command)
    }
  }

  #initializeUpdate(command: CommandApdu): ResponseApdu {
    this.#endChannel()
    const pending = initializeUpdate(this.nvm, command, this.#random)
    this.#ram.pending = pending
    return responseApdu(sw.ok, pending.response)
  }

  #externalAuthenticate(command: CommandApdu): ResponseApdu {
    const { pending } = this.#ram
    this.#endChannel()
    this.#ram.channel = externalAuthenticate(pending, command)
    return responseApdu(sw.ok)
  }

  #answerInChannel(command: CommandApdu): ResponseApdu {
    const known = this.#ram.selected === null ? securedInstructions : [instruction.storeData]
    if (!isSecured(command.cla)) {
      if (!known.includes(command.ins)) throw new CardError(sw.unknownInstruction, 'an unknown instruction')
      this.#endChannel()
      throw new CardError(sw.securityStatus, 'a command without C-MAC')
    }
    const { channel } = this.#ram
    const plain = this.#unwrap(command)
    const response = this.#runPlain(plain, known)
    return channel ? channel.wrap(response) : response
  }

  #unwrap(command: CommandApdu): CommandApdu {
    try {
      return unwrapSecured(this.#ram.channel, command)
    } catch (error) {
      this.#endChannel()
      throw error
    }
  }

  /** What a content command answers, errors included: those are wrapped like any other answer. */
  #runPlain(command: CommandApdu, known: readonly number[]): ResponseApdu {
    try {
      if (command.cla !== 0x80) throw new CardError(sw.unknownClass, 'a GlobalPlatform command has class 80')
      if (!known.includes(command.ins)) throw new CardError(sw.unknownInstruction, 'an unknown instruction')
      return this.through(command, () => this.#runContent(command))
    } catch (error) {
      if (error instanceof CardError) return responseApdu(error.sw)
      throw error
    }
  }

  #runContent(command: CommandApdu): ResponseApdu {
    switch (command.ins) {
      case instruction.install:
        return this.#install(command)
      case instruction.load:
        return this.#load(command)
      case instruction.delete:
        deleteObject(
          this.nvm,
          reading(() => parseDeleteContent(command)),
          this.running,
        )
        return confirmed
      case instruction.getStatus:
        return this.#getStatus(command)
      default:
        return this.#storeData(command)
    }
  }

  #endChannel(): void {
    this.#ram = { ...switchedOn, selected: this.#ram.selected }
  }

  /** SELECT by AID or its beginning; without data, the issuer security domain (GPC 2.3.1 §11.9). */
  #select(command: CommandApdu): ResponseApdu {
    if (command.cla !== 0x00) throw new CardError(sw.unknownClass, 'SELECT has class 00')
    const wanted = command.p1 === 0x04 && command.data.length === 0 ? '' : formatAid(reading(() => parseSelect(command)))
    const application = this.nvm.securityDomain.aid.startsWith(wanted) ? null : this.#selectable(wanted)
    this.#ram = { ...switchedOn, selected: application?.aid ?? null }
    const aid = fromHex(application?.aid ?? this.nvm.securityDomain.aid)
    const longestData = encodeTlv(0x9f65, bytesOf(0xff))
    return responseApdu(sw.ok, encodeTlv(0x6f, concat(encodeTlv(0x84, aid), application ? bytesOf() : encodeTlv(0xa5, longestData))))
  }

  #selectable(wanted: string): ApplicationRecord {
    const application = findApplication(this.nvm, wanted)
    if (!application || application.state < applicationState.selectable) throw new CardError(sw.notFound, 'nothing to select')
    return application
  }

  #install(command: CommandApdu): ResponseApdu {
    if (command.p1 === 0x08 && command.p2 === 0x00) {
      makeSelectable(this.nvm, readMakeSelectable(command.data))
      return confirmed
    }
    const only = command.p1 === 0x04
    const install = reading(() => parseInstall(only ? { ...command, p1: 0x0c } : command))
    switch (install.kind) {
      case 'load':
        this.#ram.load = null
        this.#ram.load = beginLoad(this.nvm, install)
        return confirmed
      case 'install':
        installApplication(this.nvm, install, !only)
        return confirmed
      case 'personalization': {
        const aid = formatAid(install.applicationAid)
        const application = this.nvm.applications.find((one) => one.aid === aid)
        if (!application) throw new CardError(sw.referencedDataNotFound, 'no such application')
        if (application.state < applicationState.selectable) throw new CardError(sw.conditionsOfUse, 'it is not selectable')
        this.#ram.personalizing = aid
        this.#ram.store = null
        return confirmed
      }
    }
  }

  /** A load that meets any error is over (GPC 2.3.1 §9.3.5): the next one starts with INSTALL [for load]. */
  #load(command: CommandApdu): ResponseApdu {
    const { load } = this.#ram
    if (!load) throw new CardError(sw.conditionsOfUse, 'no INSTALL [for load] before')
    this.#ram.load = null
    const block = reading(() => parseLoad(command))
    takeBlock(this.nvm, load, block)
    if (!block.last) {
      this.#ram.load = load
      return responseApdu(sw.ok)
    }
    finishLoad(this.nvm, load)
    return confirmed
  }

  #getStatus(command: CommandApdu): ResponseApdu {
    const { subset, occurrence, aidPrefix } = reading(() => parseGetStatus(command))
    const before = this.#ram.status
    this.#ram.status = null
    if (occurrence === 'next' && before?.p1 !== command.p1) throw new CardError(sw.conditionsOfUse, 'no GET STATUS [first] before')
    const [first, ...others] = occurrence === 'next' && before ? before.answers : statusAnswers(this.nvm, subset, aidPrefix)
    if (!first) throw new CardError(sw.referencedDataNotFound, 'nothing fits the search')
    if (others.length === 0) return responseApdu(sw.ok, first)
    this.#ram.status = { p1: command.p1, answers: others }
    return responseApdu(sw.moreData, first)
  }

  #storeData(command: CommandApdu): ResponseApdu {
    const block = reading(() => parseStoreData(command))
    const { store } = this.#ram
    this.#ram.store = null
    this.#ram.store = storeBlock(this.nvm, store, this.#ram.personalizing ?? this.#ram.selected ?? this.nvm.securityDomain.aid, block)
    if (block.last) this.#ram.personalizing = null
    return responseApdu(sw.ok)
  }
}

/** The data of INSTALL [for make selectable]: two empty fields, the instance, privileges, parameters and token. */
function readMakeSelectable(data: Uint8Array): string {
  return readingData(() => {
    const reader = new Reader(data)
    const fields = Array.from({ length: 6 }, () => reader.lv())
    reader.end()
    return formatAid(fields[2] ?? bytesOf())
  })
}
