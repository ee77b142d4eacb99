import { commandApdu, decodeCommand, decodeResponse, encodeCommand, encodeResponse } from '@simdeck/protocol/apdu.ts'
import type { CommandApdu, ResponseApdu } from '@simdeck/protocol/apdu.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { loadCommands } from '@simdeck/protocol/gp/load-file.ts'
import { openScp03Host } from '@simdeck/protocol/scp03/host.ts'
import type { Scp03Host } from '@simdeck/protocol/scp03/host.ts'
import { initializeUpdateCommand } from '@simdeck/protocol/scp03/initialize-update.ts'
import { securityLevels } from '@simdeck/protocol/scp03/level.ts'
import { VirtualCard } from '@simdeck/simulator/card/card.ts'
import { securityDomainPackage } from '@simdeck/simulator/card/libraries.ts'
import { newCardNvm } from '@simdeck/simulator/card/nvm.ts'
import type { CardNvm } from '@simdeck/simulator/card/nvm.ts'
import { preload } from '@simdeck/simulator/card/preload.ts'
import { Random } from '@simdeck/simulator/random.ts'
import type { Feed } from './feed.ts'
import { assertInvariant, readOrNull } from './target.ts'

const keys = { enc: '00'.repeat(16), mac: '11'.repeat(16), dek: '22'.repeat(16) }
const shipped = cardAsShipped()

function cardAsShipped(): string {
  const nvm = newCardNvm({ keys, memoryTotal: 64 * 1024 })
  const version = { major: 1, minor: 0 }
  for (const { packageAid, moduleAid } of [fixedAids.pollerA, fixedAids.telemetry])
    preload(nvm, { packageAid, version, moduleAid, instanceAid: `${moduleAid.slice(0, -2)}09` })
  return JSON.stringify(nvm)
}

/** Kinds of steps in a script for the card. */
export const cardStep = { raw: 0, wrapped: 1, open: 2, reset: 3, load: 4 } as const

/** A virtual card, and a host with the keys of the card's delivery. */
class CardHarness {
  readonly card = new VirtualCard(JSON.parse(shipped) as CardNvm, new Random('card'))
  #host: Scp03Host | null = null

  /** Sends any octets to the card, which must always answer. */
  raw(bytes: Uint8Array): ResponseApdu {
    const response = this.card.execute(bytes)
    assertInvariant(response.data.length <= 256, 'an answer of more than 256 octets')
    return decodeResponse(encodeResponse(response))
  }

  open(which: number): void {
    this.raw(fromHex('00a4040000'))
    const hostChallenge = new Uint8Array(8)
    const { sw, data } = this.raw(encodeCommand(initializeUpdateCommand.encode({ keyVersionNumber: 0, hostChallenge })))
    if (sw !== 0x9000) return
    const level = securityLevels[which % securityLevels.length]!
    const own = { enc: fromHex(keys.enc), mac: fromHex(keys.mac) }
    const opened = readOrNull(() => openScp03Host({ keys: own, hostChallenge, initializeUpdateResponse: data, level }))
    if (!opened) return
    assertInvariant(this.raw(encodeCommand(opened.externalAuthenticate)).sw === 0x9000, 'the card refused the valid host')
    this.#host = opened.channel
  }

  /** Sends a command through the open channel; the answer must be valid in this channel. Without a channel, sends it in clear. */
  wrapped(plain: CommandApdu): void {
    const host = this.#host
    const sent = host && readOrNull(() => host.wrap(plain))
    if (!host || !sent) return void this.raw(encodeCommand(plain))
    const response = this.raw(encodeCommand(sent.command))
    if (response.sw === 0x6982 && response.data.length === 0) this.#host = null
    else host.unwrap(response)
  }

  reset(): void {
    this.card.reset()
    this.#host = null
  }
}

/** Runs the steps, then checks that the state of the card is still consistent. */
export function runOnCard(feed: Feed): string {
  const harness = new CardHarness()
  for (let left = 40; left > 0 && !feed.done; left--) {
    const kind = feed.octet()
    switch (kind % 5) {
      case cardStep.open:
        harness.open(feed.octet())
        break
      case cardStep.reset:
        harness.reset()
        break
      case cardStep.load:
        for (const command of loadCommands(feed.block(), 200).slice(0, 20)) harness.wrapped(command)
        break
      case cardStep.wrapped: {
        const bytes = feed.block()
        harness.wrapped(readOrNull(() => decodeCommand(bytes)) ?? commandApdu(0x80, 0xca, 0, 0))
        break
      }
      default:
        harness.raw(feed.block())
    }
  }
  return checkNvm(harness.card.nvm)
}

/** Checks that the registry is consistent, and that the stored state gives the same card again. */
function checkNvm(nvm: CardNvm): string {
  const text = JSON.stringify(nvm)
  const again = new VirtualCard(JSON.parse(text) as CardNvm, new Random('card'))
  again.execute(fromHex('00a4040000'))
  assertInvariant(JSON.stringify(again.nvm) === text, 'the state of the card changed by a reset')
  const aids = [...nvm.loadFiles, ...nvm.applications, nvm.securityDomain].map(({ aid }) => aid)
  assertInvariant(
    aids.every((aid) => /^([0-9A-F]{2}){5,16}$/.test(aid)),
    'an invalid AID',
  )
  assertInvariant(new Set(aids).size === aids.length, 'a duplicate AID')
  const domains = new Set([nvm.securityDomain.aid, ...nvm.applications.filter(({ domain }) => domain).map(({ aid }) => aid)])
  assertInvariant(
    [...nvm.loadFiles, ...nvm.applications].every((one) => domains.has(one.securityDomainAid)),
    'an object without its security domain',
  )
  const files = new Set([securityDomainPackage.aid, ...nvm.loadFiles.map(({ aid }) => aid)])
  assertInvariant(
    nvm.applications.every(({ loadFileAid }) => files.has(loadFileAid)),
    'an application without its load file',
  )
  const sizes = [...nvm.loadFiles, ...nvm.applications].map(({ size }) => size)
  assertInvariant(
    sizes.every((size) => Number.isInteger(size) && size >= 0),
    'an invalid size',
  )
  assertInvariant(sizes.reduce((sum, size) => sum + size, 0) <= nvm.memoryTotal, 'the objects use more memory than the card has')
  return text === shipped ? 'card unchanged' : 'card changed'
}
