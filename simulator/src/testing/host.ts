import { decodeResponse, encodeCommand, encodeResponse } from '@simdeck/protocol/apdu.ts'
import type { CommandApdu, ResponseApdu } from '@simdeck/protocol/apdu.ts'
import { concat, fromHex } from '@simdeck/protocol/bytes.ts'
import { readCap } from '@simdeck/protocol/cap/read-cap.ts'
import { writeCap } from '@simdeck/protocol/cap/write-cap.ts'
import type { CapRecipe } from '@simdeck/protocol/cap/write-cap.ts'
import { select } from '@simdeck/protocol/gp/commands.ts'
import { install } from '@simdeck/protocol/gp/install.ts'
import { installParameters } from '@simdeck/protocol/install-tree/install-parameters.ts'
import { loadCommands, loadFileStructure } from '@simdeck/protocol/gp/load-file.ts'
import { getStatus, registryEntries } from '@simdeck/protocol/gp/registry.ts'
import type { RegistryEntry, RegistrySubset } from '@simdeck/protocol/gp/registry.ts'
import { commandMac } from '@simdeck/protocol/scp03/channel.ts'
import { openScp03Host } from '@simdeck/protocol/scp03/host.ts'
import type { OpenedScp03Host, Scp03Host } from '@simdeck/protocol/scp03/host.ts'
import { initializeUpdateCommand } from '@simdeck/protocol/scp03/initialize-update.ts'
import type { SecurityLevel } from '@simdeck/protocol/scp03/level.ts'
import { VirtualCard } from '../card/card.ts'
import { newCardNvm } from '../card/nvm.ts'
import type { NewCard } from '../card/nvm.ts'
import { Random } from '../random.ts'

export const cardKeys = {
  enc: '404142434445464748494a4b4c4d4e4f',
  mac: '505152535455565758595a5b5c5d5e5f',
  dek: '606162636465666768696a6b6c6d6e6f',
}
export const issuerAid = fromHex('A000000151000000')

export function makeCard(options: Partial<NewCard> = {}): VirtualCard {
  return new VirtualCard(newCardNvm({ keys: cardKeys, ...options }), new Random('card'))
}

/** The off-card entity: the SCP03 host of the protocol workspace. */
export class Host {
  readonly card: VirtualCard
  readonly #keys: typeof cardKeys
  readonly #keyVersion: number
  #channel: Scp03Host | null = null
  #logicalChannel = 0

  constructor(card: VirtualCard, keys = cardKeys, keyVersion = 0) {
    this.card = card
    this.#keys = keys
    this.#keyVersion = keyVersion
  }

  plain(command: CommandApdu): ResponseApdu {
    return decodeResponse(encodeResponse(this.card.execute(encodeCommand(command))))
  }

  /** Opens a channel: SELECT, INITIALIZE UPDATE, EXTERNAL AUTHENTICATE. Returns the status word of the last one. */
  open(level: SecurityLevel = 0x33, aid = issuerAid, logicalChannel = 0): number {
    this.#logicalChannel = logicalChannel
    this.plain(this.#onChannel(select.encode({ aid })))
    const opened = this.#openedHost(level)
    this.#channel = opened.channel
    return this.plain(this.#onChannel(opened.externalAuthenticate)).sw
  }

  /** Authenticates the host with security level 00. Commands are then sent with `plain`. */
  authenticateOnly(): number {
    this.plain(select.encode({ aid: issuerAid }))
    const { externalAuthenticate, channel } = this.#openedHost(0x01)
    const { keys, macLength } = channel.parameters
    const data = externalAuthenticate.data.subarray(0, macLength)
    const mac = commandMac(keys, new Uint8Array(16), { ...externalAuthenticate, p1: 0x00, data }, macLength)
    return this.plain({ ...externalAuthenticate, p1: 0x00, data: concat(data, mac.subarray(0, macLength)) }).sw
  }

  /** Sends INITIALIZE UPDATE with a challenge of the length that the card's `i` requires: the card answers a wrong length with 6700. */
  #openedHost(level: SecurityLevel): OpenedScp03Host {
    const keys = { enc: fromHex(this.#keys.enc), mac: fromHex(this.#keys.mac) }
    const initialize = (length: number): ResponseApdu =>
      this.plain(
        this.#onChannel(
          initializeUpdateCommand.encode({ keyVersionNumber: this.#keyVersion, hostChallenge: new Uint8Array(length).fill(0x5a) }),
        ),
      )
    const short = initialize(8)
    const [length, { data }] = short.sw === 0x6700 ? [16, initialize(16)] : [8, short]
    return openScp03Host({ keys, hostChallenge: new Uint8Array(length).fill(0x5a), initializeUpdateResponse: data, level })
  }

  #onChannel(command: CommandApdu): CommandApdu {
    return { ...command, cla: command.cla | this.#logicalChannel }
  }

  send(command: CommandApdu): ResponseApdu {
    if (!this.#channel) throw new Error('call open() first')
    return this.#channel.unwrap(this.plain(this.#channel.wrap(this.#onChannel(command)).command))
  }

  /** Sends commands in order until one does not answer 9000. Returns the last status word. */
  sendAll(commands: readonly CommandApdu[]): number {
    let sw = 0
    for (const command of commands) {
      ;({ sw } = this.send(command))
      if (sw !== 0x9000) break
    }
    return sw
  }

  status(subset: RegistrySubset, aidPrefix: Uint8Array = new Uint8Array()): RegistryEntry[] {
    const entries: RegistryEntry[] = []
    for (let occurrence: 'first' | 'next' = 'first'; ; occurrence = 'next') {
      const { data, sw } = this.send(getStatus.encode({ subset, occurrence, aidPrefix }))
      entries.push(...registryEntries.decode(data))
      if (sw !== 0x6310) return entries
    }
  }
}

export const samplePackageAid = fromHex('A00000099901')
export const sampleModuleAid = fromHex('A0000009990101')
export const sampleInstanceAid = fromHex('A0000009990102')

export function sampleComponents(recipe: Partial<CapRecipe> = {}): Uint8Array {
  const cap = writeCap({
    packageAid: samplePackageAid,
    packageVersion: { major: 1, minor: 2 },
    applets: [sampleModuleAid],
    imports: [
      { aid: fromHex('A0000000620101'), major: 1, minor: 3 },
      { aid: fromHex('A0000000620001'), major: 1, minor: 0 },
    ],
    codeSize: 700,
    ...recipe,
  })
  return readCap(cap).loadFileData({ descriptor: false })
}

export function loadScript(components: Uint8Array, hash?: Uint8Array, loadFileAid = samplePackageAid): CommandApdu[] {
  return [
    install.encode({ kind: 'load', loadFileAid, securityDomainAid: issuerAid, hash }),
    ...loadCommands(loadFileStructure.encode({ dapBlocks: [], components }), 200),
  ]
}

export function installScript(options: { applet?: Uint8Array; instanceAid?: Uint8Array } = {}): CommandApdu {
  return install.encode({
    kind: 'install',
    loadFileAid: samplePackageAid,
    moduleAid: sampleModuleAid,
    instanceAid: options.instanceAid ?? sampleInstanceAid,
    parameters: installParameters.encode({ applet: options.applet ?? new Uint8Array(), system: null, uicc: null }),
  })
}
