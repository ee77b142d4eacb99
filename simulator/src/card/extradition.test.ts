import { expect, test } from 'vitest'
import type { CommandApdu } from '@simdeck/protocol/apdu.ts'
import { bytesOf, fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { deletion } from '@simdeck/protocol/gp/deletion.ts'
import { storeData } from '@simdeck/protocol/gp/commands.ts'
import { install } from '@simdeck/protocol/gp/install.ts'
import { type Host, installScript, issuerAid, loadScript, sampleComponents, sampleInstanceAid, samplePackageAid } from '../testing/host.ts'
import { ssdAid, otherSsdAid, installSsd, opened, fails } from './domains.fixture.ts'

const unknownAid = fromHex('A0000009990199')
const userAid = fromHex('A00000099907')
const give = (aid: Uint8Array, securityDomainAid: Uint8Array): CommandApdu =>
  install.encode({ kind: 'extradition', aid, securityDomainAid })
const update = (change: Omit<Parameters<typeof install.encode>[0] & { kind: 'registryUpdate' }, 'kind'>): CommandApdu =>
  install.encode({ kind: 'registryUpdate', ...change })
const deletionOf = (aid: Uint8Array): CommandApdu => deletion.encode({ kind: 'content', aid, relatedObjects: false })
const ownerOf = (host: Host, subset: 'applications' | 'loadFiles', aid: Uint8Array): string =>
  toHex(host.status(subset, aid)[0]?.securityDomainAid ?? bytesOf())

/** A card with an application and two security domains, of which the first has the privilege Authorized Management. */
function withTwoSsds(): Host {
  const host = opened()
  const made = [installSsd(ssdAid, '804000'), installSsd(otherSsdAid, '80'), ...loadScript(sampleComponents()), installScript()]
  expect(host.sendAll(made)).toBe(0x9000)
  return host
}

/** As `withTwoSsds`, after extradition of the application and the second security domain to the first one. */
function extradited(): Host {
  const host = withTwoSsds()
  expect(host.sendAll([give(sampleInstanceAid, ssdAid), give(otherSsdAid, ssdAid)])).toBe(0x9000)
  return host
}

/** As `extradited`, with an open channel to the first security domain. */
function openedSsd(): Host {
  const host = extradited()
  expect(host.open(0x33, ssdAid)).toBe(0x9000)
  return host
}

test.each([
  ['to a package', withTwoSsds, give(sampleInstanceAid, samplePackageAid), 0x6a88],
  ['of an unknown application', withTwoSsds, give(unknownAid, ssdAid), 0x6a88],
  ['of a security domain to itself', withTwoSsds, give(ssdAid, ssdAid), 0x6985],
  ['of a security domain to one below it', extradited, give(ssdAid, otherSsdAid), 0x6985],
])('extradition %s fails and changes nothing', (_name, card, command, sw) => {
  fails(card(), command, sw)
})

test('extradition transfers an application to another security domain, and its package stays', () => {
  const host = withTwoSsds()
  expect(host.send(give(sampleInstanceAid, ssdAid))).toEqual({ sw: 0x9000, data: bytesOf(0) })
  expect(ownerOf(host, 'applications', sampleInstanceAid)).toBe(toHex(ssdAid))
  expect(ownerOf(host, 'loadFiles', samplePackageAid)).toBe(toHex(issuerAid))
})

test('a security domain with applications cannot be deleted', () => {
  fails(extradited(), deletion.encode({ kind: 'content', aid: ssdAid, relatedObjects: true }), 0x6985)
})

test('a security domain sees its hierarchy', () => {
  expect(
    openedSsd()
      .status('applications')
      .map(({ aid }) => toHex(aid)),
  ).toEqual([ssdAid, otherSsdAid, sampleInstanceAid].map(toHex))
})

test.each([
  ['extradition of a package', give(samplePackageAid, otherSsdAid)],
  ['INSTALL from a package', installScript({ instanceAid: fromHex('A0000009990103') })],
  ['INSTALL [for load] for the issuer', install.encode({ kind: 'load', loadFileAid: userAid, securityDomainAid: issuerAid })],
])('a security domain with Authorized Management refuses %s outside its hierarchy', (_name, command) => {
  fails(openedSsd(), command, 0x6985)
})

test('a security domain extradites an application and personalizes it in its hierarchy', () => {
  const personalization = [
    install.encode({ kind: 'personalization', applicationAid: sampleInstanceAid }),
    storeData.encode({ block: 0, last: true, data: bytesOf(7) }),
  ]
  expect(openedSsd().sendAll([give(sampleInstanceAid, otherSsdAid), ...personalization])).toBe(0x9000)
})

test('a security domain with Authorized Management loads a package of its own and deletes it', () => {
  const host = openedSsd()
  const components = sampleComponents({ packageAid: userAid, applets: [fromHex('A0000009990701')] })
  const [, ...blocks] = loadScript(components, bytesOf(), userAid)
  expect(host.sendAll([install.encode({ kind: 'load', loadFileAid: userAid }), ...blocks])).toBe(0x9000)
  expect(host.status('loadFiles').map(({ aid }) => toHex(aid))).toEqual([toHex(userAid)])
  expect(host.send(deletionOf(userAid)).sw).toBe(0x9000)
})

test.each([
  ['the privilege of a security domain for an application', { aid: sampleInstanceAid, privileges: fromHex('80') }],
  ['privileges for a package', { aid: samplePackageAid, securityDomainAid: ssdAid, privileges: fromHex('10') }],
  ['the privilege Default Selected', { aid: sampleInstanceAid, privileges: fromHex('04') }],
])('a registry update with %s fails and changes nothing', (_name, change) => {
  fails(extradited(), update(change), 0x6a80)
})

test('a registry update changes owner and privileges at once', () => {
  const host = extradited()
  expect(host.send(update({ aid: sampleInstanceAid, securityDomainAid: issuerAid, privileges: fromHex('10') })).sw).toBe(0x9000)
  expect(host.status('applications', sampleInstanceAid)).toMatchObject([{ privileges: fromHex('100000'), securityDomainAid: issuerAid }])
})

test('with Delegated Management, a security domain deletes its own content without a token, and installs nothing', () => {
  const host = extradited()
  expect(host.send(update({ aid: ssdAid, privileges: fromHex('a00000') })).sw).toBe(0x9000)
  host.open(0x03, ssdAid)
  fails(host, installSsd(fromHex('A000000999AA03'), '80'), 0x6985)
  expect(host.send(deletionOf(otherSsdAid)).sw).toBe(0x9000)
})
