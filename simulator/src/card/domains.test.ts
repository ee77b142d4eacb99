import { expect, test } from 'vitest'
import { commandApdu, leAny } from '@simdeck/protocol/apdu.ts'
import type { CommandApdu } from '@simdeck/protocol/apdu.ts'
import { bytesOf, fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { cardData, cardRecognition, getData } from '@simdeck/protocol/gp/card-data.ts'
import { deletion } from '@simdeck/protocol/gp/deletion.ts'
import { select, storeData } from '@simdeck/protocol/gp/commands.ts'
import { install } from '@simdeck/protocol/gp/install.ts'
import { putKey, sealKeys } from '@simdeck/protocol/gp/keys.ts'
import {
  Host,
  installScript,
  issuerAid,
  loadScript,
  makeCard,
  sampleComponents,
  sampleInstanceAid,
  samplePackageAid,
} from '../testing/host.ts'
import { PlainScp03 } from '../testing/plain-scp03.ts'
import { ssdAid, otherSsdAid, dek, keysOf, namesOf, installSsd, opened, fails } from './domains.fixture.ts'
import { readStoredNvm } from './stored-nvm.ts'

const ssdKeys = namesOf(keysOf(0x70))
const deletionOf = (aid: Uint8Array): CommandApdu => deletion.encode({ kind: 'content', aid, relatedObjects: false })

/** A card with a security domain (SCP03, i=71) that has keys of its own, and an open channel to the issuer's. */
function withKeyedSsd(): Host {
  const host = opened()
  expect(host.send(installSsd(ssdAid, '80', 'c90481020371')).sw).toBe(0x9000)
  const throughIssuer = new Host(host.card)
  expect(throughIssuer.open(0x33, ssdAid)).toBe(0x9000)
  expect(throughIssuer.send(putKey.encode(sealKeys({ replaces: 0, version: 0x20, firstId: 1, keys: keysOf(0x70) }, dek))).sw).toBe(0x9000)
  return host
}

/** A channel to the security domain, under its own keys. */
function openedSsd(card = withKeyedSsd().card): Host {
  const own = new Host(card, ssdKeys)
  expect(own.open(0x33, ssdAid)).toBe(0x9000)
  return own
}

/** As `withKeyedSsd`, with an application that belongs to the security domain. */
function withApplicationOfSsd(): Host {
  const host = withKeyedSsd()
  host.open()
  const extradition = install.encode({ kind: 'extradition', aid: sampleInstanceAid, securityDomainAid: ssdAid })
  expect(host.sendAll([...loadScript(sampleComponents()), installScript(), extradition])).toBe(0x9000)
  return host
}

test.each([
  ['no privilege of a security domain', '00', undefined],
  ['the privilege DAP verification', 'c00000', undefined],
  ['delegated and authorized management at once', 'a04000', undefined],
  ['SCP02', '80', 'c90481020215'],
])('a security domain with %s is refused', (_name, privileges, parameters) => {
  fails(opened(), installSsd(ssdAid, privileges, parameters), 0x6a80)
})

test('a security domain without keys is SELECTABLE and belongs to the issuer security domain', () => {
  const host = opened()
  expect(host.send(installSsd(ssdAid, '80', 'c90481020371')).sw).toBe(0x9000)
  expect(host.status('applications')).toMatchObject([
    { aid: ssdAid, state: 0x07, privileges: fromHex('800000'), securityDomainAid: issuerAid },
  ])
})

test('the keys of the issuer open a security domain without keys, which has no key information', () => {
  const host = opened()
  expect(host.send(installSsd(ssdAid, '80', 'c90481020371')).sw).toBe(0x9000)
  const throughIssuer = new Host(host.card)
  expect(throughIssuer.open(0x33, ssdAid)).toBe(0x9000)
  expect(throughIssuer.plain(getData.encode(cardData.keyInformation)).sw).toBe(0x6a88)
})

test('a security domain with keys is PERSONALIZED and reports its own SCP03 variant', () => {
  const own = openedSsd()
  expect(own.status('applications')).toMatchObject([{ aid: ssdAid, state: 0x0f }])
  expect(cardRecognition.decode(own.send(getData.encode(cardData.cardRecognitionData)).data)).toEqual([{ protocol: 3, i: 0x71 }])
})

test('a channel under the keys of a security domain does not raise the sequence counter of the issuer', () => {
  const { card } = withKeyedSsd()
  const counter = card.nvm.securityDomain.sequenceCounter
  openedSsd(card)
  expect(card.nvm.securityDomain.sequenceCounter).toBe(counter)
})

test('the card challenge of a security domain derives from its own key, counter and AID', () => {
  const own = openedSsd()
  const hostChallenge = '5a'.repeat(16)
  own.plain(select.encode({ aid: ssdAid }))
  const { data } = own.plain(commandApdu(0x80, 0x50, 0x20, 0x00, fromHex(hostChallenge), leAny))
  expect(toHex(data.subarray(13, 29))).toBe(PlainScp03.cardChallenge('70'.repeat(16), '000002', toHex(ssdAid), hostChallenge))
})

test.each([
  ['INSTALL of another security domain', installSsd(otherSsdAid, '80')],
  ['INSTALL [for load]', install.encode({ kind: 'load', loadFileAid: samplePackageAid })],
  ['DELETE of itself', deletionOf(ssdAid)],
])('a security domain without management privilege refuses %s', (_name, command) => {
  fails(openedSsd(), command, 0x6985)
})

test('a security domain without the privilege Global Registry does not see the issuer security domain', () => {
  expect(openedSsd().send(commandApdu(0x80, 0xf2, 0x80, 0x02, fromHex('4f00'), leAny)).sw).toBe(0x6a88)
})

test('a card that is created from its stored memory keeps the keys of a security domain', () => {
  const { card } = withKeyedSsd()
  const again = makeCard()
  Object.assign(again.nvm, readStoredNvm(JSON.parse(JSON.stringify(card.nvm)) as typeof again.nvm))
  expect(new Host(again, ssdKeys).open(0x03, ssdAid)).toBe(0x9000)
})

test('an application opens channels with the keys of its security domain and accepts STORE DATA', () => {
  const toApplication = new Host(withApplicationOfSsd().card, ssdKeys)
  expect(toApplication.open(0x33, sampleInstanceAid)).toBe(0x9000)
  expect(toApplication.send(storeData.encode({ block: 0, last: true, data: bytesOf(5) })).sw).toBe(0x9000)
})

test('an application refuses DELETE [key]', () => {
  const toApplication = new Host(withApplicationOfSsd().card, ssdKeys)
  expect(toApplication.open(0x33, sampleInstanceAid)).toBe(0x9000)
  fails(toApplication, deletion.encode({ kind: 'keys', id: null, version: 0x20 }), 0x6d00)
})

test('a security domain is deleted after its applications, and cannot be selected any more', () => {
  const host = withApplicationOfSsd()
  expect(host.send(deletionOf(sampleInstanceAid)).sw).toBe(0x9000)
  expect(host.send(deletionOf(ssdAid)).sw).toBe(0x9000)
  expect(host.plain(select.encode({ aid: ssdAid })).sw).toBe(0x6a82)
})
