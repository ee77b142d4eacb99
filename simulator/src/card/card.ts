import { decodeCommand, responseApdu } from '@simdeck/protocol/apdu.ts'
import type { CommandApdu, ResponseApdu } from '@simdeck/protocol/apdu.ts'
import { formatAid } from '@simdeck/protocol/aid.ts'
import { bytesOf, uint } from '@simdeck/protocol/bytes.ts'
import { ProtocolError } from '@simdeck/protocol/errors.ts'
import { manageChannel, select } from '@simdeck/protocol/gp/commands.ts'
import { cardState } from '@simdeck/protocol/gp/registry.ts'
import { isSecured } from '@simdeck/protocol/scp03/channel.ts'
import { appletKindOf } from '../applets/applet-kind.ts'
import { deviceInstructions, runDeviceCommand } from '../applets/iot-safe/device.ts'
import { SafeStore } from '../applets/iot-safe/store.ts'
import type { Random } from '../random.ts'
import { CardError, sw } from '../card-error.ts'
import { newChannelRam } from './channel-ram.ts'
import type { ChannelRam, Session } from './channel-ram.ts'
import { getDataObject, runCommand } from './domain-commands.ts'
import { servingDomain } from './domains.ts'
import { verify } from './files/access.ts'
import { fileInstructions, runFileCommand, selectFile, selectsFile, usimFile } from './files/file-commands.ts'
import { type Access, FileSystem, usim, usimAid } from './files/file-system.ts'
import { remoteFiles } from './files/remote-files.ts'
import type { SecurityDomain } from './domains.ts'
import { applicationInstructions, domainInstructions, instruction, lockedInstructions, unsecuredInstructions } from './instructions.ts'
import { channelBits, LogicalChannels } from './logical-channels.ts'
import { freeMemory } from './nvm.ts'
import type { ApplicationRecord, CardNvm } from './nvm.ts'
import { readingCommand } from '../reading.ts'
import { externalAuthenticate, initializeUpdate, unwrapSecured } from './secure-channel.ts'
import { findSelectable, selectionAnswer } from './selection.ts'
import { CardToolkit, toolkitInstruction } from './toolkit.ts'

/**
 * A UICC with an issuer security domain and room for supplementary ones. Its only input is the wire: `execute` accepts the octets of a
 * C-APDU and answers any octets with an R-APDU. `nvm` is its whole non-volatile memory, so a card constructed from the same `nvm` is the
 * same card after a reset. A command makes all of its changes to `nvm` or none.
 */
export class VirtualCard {
  readonly nvm: CardNvm
  /** The application whose code uses the network now. It cannot be deleted. */
  running: string | null = null
  /**
   * Calls `run` for each command, after its secure messaging is removed. Faults replace this function. A `CardError` that it throws
   * determines the status word of the answer.
   */
  through: (command: CommandApdu, run: () => ResponseApdu) => ResponseApdu = (_command, run) => run()
  /** Called with the AID of a poller that a packet by SMS asked to poll now. The poller polls after the answer to the envelope. */
  pollRequested: (aid: string) => void = () => undefined
  /**
   * Called with the parameters of a session that a packet by SMS triggers, before the answer to the envelope; null for a card without an
   * admin agent.
   */
  sessionRequested: ((parameters: Uint8Array) => void) | null = null
  readonly #random: Random
  #fileSystem: FileSystem | null = null
  #channels = new LogicalChannels()
  #toolkit: CardToolkit
  /** Conditions that VERIFY has met since the last reset. */
  #verified: readonly Access[] = []

  constructor(nvm: CardNvm, random: Random) {
    this.nvm = nvm
    this.#random = random
    this.#toolkit = this.#newToolkit()
  }

  #newToolkit(): CardToolkit {
    return new CardToolkit(this.nvm, {
      poll: (aid) => this.pollRequested(aid),
      files: (tar) => this.#files && remoteFiles(this.#files, tar),
      session: () => this.sessionRequested,
    })
  }

  /** The files of the card, built at their first use; null for a card without files. */
  get #files(): FileSystem | null {
    if (this.nvm.files) this.#fileSystem ??= new FileSystem(this.nvm.files)
    return this.#fileSystem
  }

  /** Switches the power off and on: all channels, the selection, what VERIFY has met, a half-loaded file and parts of messages are lost. */
  reset(): void {
    this.#channels = new LogicalChannels()
    this.#toolkit = this.#newToolkit()
    this.#verified = []
  }

  /**
   * Selects the application for a script that an admin agent got by TLS, which takes the place of a secure channel: the issuer security
   * domain, whose unfinished load goes on from script to script, or the application that manages files.
   */
  beginRemoteScript(target: 'domain' | 'files'): void {
    const { selected, session } = this.#channels.get(0)
    if (target === 'domain' && selected === null && session === tlsSession) return
    this.#channels.set(0, { ...newChannelRam(null), session: target === 'domain' ? tlsSession : null })
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
    const channel = this.#channels.numberOf(command.cla)
    if (isSecured(command.cla) && command.ins !== instruction.externalAuthenticate) return this.#answerSecured(channel, command)
    this.#checkLifeCycle(command.ins)
    switch (command.ins) {
      case instruction.select:
        return this.through(command, () => this.#select(channel, command))
      case instruction.manageChannel:
        return this.through(command, () => this.#manageChannel(channel, command))
      case instruction.initializeUpdate:
        return this.through(command, () => this.#initializeUpdate(channel, command))
      case instruction.externalAuthenticate:
        return this.through(command, () => this.#externalAuthenticate(channel, command))
      case toolkitInstruction.envelope:
      case toolkitInstruction.fetch:
      case toolkitInstruction.terminalResponse:
        return this.through(command, () => this.#toolkit.answer(channel, command))
      default:
        return this.#answerPlain(channel, command)
    }
  }

  #initializeUpdate(channel: number, command: CommandApdu): ResponseApdu {
    const { selected } = this.#endSession(channel)
    const pending = initializeUpdate(this.nvm, this.#domain(selected), command, this.#random)
    this.#channels.get(channel).pending = pending
    return responseApdu(sw.ok, pending.scp03.response)
  }

  #externalAuthenticate(channel: number, command: CommandApdu): ResponseApdu {
    const { pending } = this.#channels.get(channel)
    const ram = this.#endSession(channel)
    const isSecuredCard = this.nvm.cardState !== cardState.opReady && this.nvm.cardState !== cardState.initialized
    const scp03 = externalAuthenticate(pending?.scp03 ?? null, command, isSecuredCard)
    if (pending) ram.session = { scp03, dek: pending.dek }
    return responseApdu(sw.ok)
  }

  /** A terminated card answers only GET DATA. A locked card runs only `lockedInstructions` (GPC 2.3.1 §5.1.1). */
  #checkLifeCycle(ins: number): void {
    const { cardState: state } = this.nvm
    if (state === cardState.terminated && ins !== instruction.getData) throw new CardError(sw.conditionsOfUse, 'the card is terminated')
    if (state === cardState.cardLocked && !lockedInstructions.includes(ins)) throw new CardError(sw.conditionsOfUse, 'the card is locked')
  }

  #selected(aid: string | null): ApplicationRecord | null {
    return this.nvm.applications.find((one) => one.aid === aid) ?? null
  }

  #domain(selected: string | null): SecurityDomain {
    return servingDomain(this.nvm, this.#selected(selected))
  }

  /**
   * Runs a command with a C-MAC. Secure messaging is removed before every other check (GPC Amendment D §6.2). Card and host thus count the
   * same commands of the channel, also those that the card then refuses.
   */
  #answerSecured(channel: number, command: CommandApdu): ResponseApdu {
    const plain = this.#unwrap(channel, command)
    const scp03 = this.#channels.get(channel).session?.scp03
    const response = this.#run(channel, plain)
    return scp03 ? scp03.wrap(response) : response
  }

  #answerPlain(channel: number, command: CommandApdu): ResponseApdu {
    const ram = this.#channels.get(channel)
    const safe = this.#safeApplet(ram)
    if (safe && deviceInstructions.includes(command.ins)) {
      if ((command.cla & ~channelBits) !== 0x80) throw new CardError(sw.unknownClass, 'a command of IoT SAFE has class 80')
      const context = { store: new SafeStore(safe, freeMemory(this.nvm)), ram: ram.safe, random: this.#random }
      return this.through(command, () => runDeviceCommand(context, command))
    }
    const isOfFiles = fileInstructions.includes(command.ins) || command.ins === instruction.verify
    const files = isOfFiles && ram.selected === null && (command.cla & ~channelBits) === 0x00 ? this.#files : null
    if (files) {
      const run = command.ins === instruction.verify ? () => this.#verify(files, command) : () => this.#runFileCommand(files, ram, command)
      return this.through(command, run)
    }
    if (!this.#instructions(ram).includes(command.ins)) throw new CardError(sw.unknownInstruction, 'an unknown instruction')
    if (command.ins === instruction.getData) return getDataObject(this.nvm, this.#domain(ram.selected), command)
    if (ram.session && !ram.session.scp03) return this.#run(channel, command)
    this.#endSession(channel)
    throw new CardError(sw.securityStatus, 'a command without C-MAC')
  }

  #runFileCommand(files: FileSystem, { file }: ChannelRam, command: CommandApdu): ResponseApdu {
    return runFileCommand(files, file, { remote: this.running !== null, verified: this.#verified }, command)
  }

  #verify(files: FileSystem, command: CommandApdu): ResponseApdu {
    const { response, verified } = verify(files.record, command, this.#verified)
    this.#verified = verified
    return response
  }

  /** The selected application if it is an IoT SAFE applet. */
  #safeApplet({ selected }: ChannelRam): ApplicationRecord | null {
    const application = this.#selected(selected)
    return application && appletKindOf(application.loadFileAid) === 'iotSafe' ? application : null
  }

  #instructions({ selected }: ChannelRam): readonly number[] {
    const application = this.#selected(selected)
    return application && !application.domain ? applicationInstructions : domainInstructions
  }

  #unwrap(channel: number, command: CommandApdu): CommandApdu {
    try {
      return unwrapSecured(this.#channels.get(channel).session?.scp03 ?? null, command)
    } catch (error) {
      this.#endSession(channel)
      throw error
    }
  }

  /** The answer to a command. Errors are wrapped like any other answer. */
  #run(channel: number, command: CommandApdu): ResponseApdu {
    try {
      this.#checkLifeCycle(command.ins)
      const ram = this.#channels.get(channel)
      const isGetData = command.ins === instruction.getData
      if ((command.cla & ~channelBits) !== 0x80 && !isGetData) throw new CardError(sw.unknownClass, 'a GlobalPlatform command has class 80')
      if (unsecuredInstructions.includes(command.ins)) throw new CardError(sw.unknownClass, 'the command is never secured')
      if (!this.#instructions(ram).includes(command.ins)) throw new CardError(sw.unknownInstruction, 'an unknown instruction')
      const inUse = { running: this.running, selected: this.#channels.selected() }
      const context = { nvm: this.nvm, ram, domain: this.#domain(ram.selected), inUse, random: this.#random }
      return this.through(command, () => runCommand(context, command))
    } catch (error) {
      if (error instanceof CardError) return responseApdu(error.sw)
      throw error
    }
  }

  #endSession(channel: number): ChannelRam {
    const ram = newChannelRam(this.#channels.get(channel).selected)
    this.#channels.set(channel, ram)
    return ram
  }

  /** SELECT by AID. On a closed logical channel it opens the channel (ISO/IEC 7816-4 §5.4.1). */
  #select(channel: number, command: CommandApdu): ResponseApdu {
    if ((command.cla & ~channelBits) !== 0x00) throw new CardError(sw.unknownClass, 'SELECT has class 00')
    const files = selectsFile(command) || isUsim(command) ? this.#files : null
    if (files) return isUsim(command) ? this.#selectUsim(files, channel, command) : this.#selectFile(files, channel, command)
    const selection = readingCommand(() => select.decode(command))
    const before = this.#channels.isOpen(channel) ? this.#channels.get(channel).selected : null
    const selected = findSelectable(this.nvm, selection, before)
    this.#channels.set(channel, newChannelRam(selected))
    return selectionAnswer(this.nvm, selected, selection.fci)
  }

  /** SELECT of a file. A security domain keeps its secure channel; an applet loses its selection. */
  #selectFile(files: FileSystem, channel: number, command: CommandApdu): ResponseApdu {
    const ram = this.#channels.get(channel)
    const { selected, response } = selectFile(files, ram.file, command)
    this.#channels.set(channel, { ...(ram.selected === null ? ram : newChannelRam(null)), file: selected })
    return response
  }

  #selectUsim(files: FileSystem, channel: number, command: CommandApdu): ResponseApdu {
    const p2 = (command.p2 & 0x0c) === 0x0c ? 0x0c : 0x04
    const { selected, response } = selectFile(files, usimFile, { ...command, p1: 0x08, p2, data: uint(usim, 2) })
    this.#channels.set(channel, { ...newChannelRam(null), file: selected })
    return response
  }

  /**
   * MANAGE CHANNEL (GPC 2.3.1 §11.7). A channel opened from channel 0 selects the issuer security domain. A channel opened from another
   * channel selects the same application as that one.
   */
  #manageChannel(channel: number, command: CommandApdu): ResponseApdu {
    if ((command.cla & ~channelBits) !== 0x00) throw new CardError(sw.unknownClass, 'MANAGE CHANNEL has class 00')
    const action = readingCommand(() => manageChannel.decode(command))
    const origin = this.#channels.get(channel)
    if ('close' in action) {
      this.#channels.close(action.close || channel)
      return responseApdu(sw.ok)
    }
    const opened = this.#channels.free()
    this.#channels.set(opened, newChannelRam(channel === 0 ? null : origin.selected))
    return responseApdu(sw.ok, bytesOf(opened))
  }
}

/** The session of an admin agent. Its key set has no DEK for PUT KEY. */
const tlsSession: Session = { scp03: null, dek: bytesOf() }

/** Octets by which the provider and the application 1002 of an AID are named (ETSI TS 101 220). */
const usimPrefix = 7

/** True for a SELECT by the AID of the USIM, or its first octets. */
const isUsim = ({ p1, data }: CommandApdu): boolean => p1 === 0x04 && data.length >= usimPrefix && usimAid.startsWith(formatAid(data))
