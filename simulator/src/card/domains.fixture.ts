import { expect } from 'vitest'
import type { CommandApdu } from '@simdeck/protocol/apdu.ts'
import { bytesOf, fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { install } from '@simdeck/protocol/gp/install.ts'
import { cardKeys, Host, makeCard } from '../testing/host.ts'
import { securityDomainPackage } from './libraries.ts'

export const ssdAid = fromHex('A000000999AA01')
export const otherSsdAid = fromHex('A000000999AA02')
export const dek = fromHex(cardKeys.dek)
export const keysOf = (octet: number, length = 16): Uint8Array[] => [0, 1, 2].map((at) => new Uint8Array(length).fill(octet + at))
export const namesOf = ([enc, mac, keyDek]: Uint8Array[]): typeof cardKeys => ({
  enc: toHex(enc ?? bytesOf()),
  mac: toHex(mac ?? bytesOf()),
  dek: toHex(keyDek ?? bytesOf()),
})

export function installSsd(aid: Uint8Array, privileges: string, parameters = 'c900'): CommandApdu {
  return install.encode({
    kind: 'install',
    loadFileAid: fromHex(securityDomainPackage.aid),
    moduleAid: fromHex(securityDomainPackage.moduleAid),
    instanceAid: aid,
    privileges: fromHex(privileges),
    parameters: fromHex(parameters),
  })
}

export function opened(card = makeCard()): Host {
  const host = new Host(card)
  expect(host.open()).toBe(0x9000)
  return host
}

/** Sends a command. Expects the card to answer this status word and to change nothing in its memory. */
export function fails(host: Host, command: CommandApdu, sw: number): void {
  const before = JSON.stringify(host.card.nvm)
  expect(host.send(command).sw.toString(16)).toBe(sw.toString(16))
  expect(JSON.stringify(host.card.nvm)).toBe(before)
}
