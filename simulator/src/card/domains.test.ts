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
import { readStoredNvm } from './stored-nvm.ts'
import { ssdAid, otherSsdAid, dek, keysOf, namesOf, installSsd, opened, fails } from './domains.fixture.ts'

test('a supplementary security domain: made, keyed through the issuer, opened with its own keys, and deleted', () => {
  const host = opened()
  fails(host, installSsd(ssdAid, '00'), 0x6a80)
  fails(host, installSsd(ssdAid, 'c00000'), 0x6a80)
  fails(host, installSsd(ssdAid, 'a04000'), 0x6a80)
  fails(host, installSsd(ssdAid, '80', 'c90481020215'), 0x6a80)
  expect(host.send(installSsd(ssdAid, '80', 'c90481020371')).sw).toBe(0x9000)
  expect(host.status('applications')).toMatchObject([
    { aid: ssdAid, state: 0x07, privileges: fromHex('800000'), securityDomainAid: issuerAid },
  ])

  // Before it has keys, the issuer's open it, with the issuer's i; its own are put under the issuer's DEK.
  const throughIssuer = new Host(host.card)
  expect(throughIssuer.open(0x33, ssdAid)).toBe(0x9000)
  expect(throughIssuer.plain(getData.encode(cardData.keyInformation)).sw).toBe(0x6a88)
  expect(throughIssuer.send(putKey.encode(sealKeys({ replaces: 0, version: 0x20, firstId: 1, keys: keysOf(0x70) }, dek))).sw).toBe(0x9000)
  const counter = host.card.nvm.securityDomain.sequenceCounter
  const own = new Host(host.card, namesOf(keysOf(0x70)))
  expect(own.open(0x33, ssdAid)).toBe(0x9000)
  expect(host.card.nvm.securityDomain.sequenceCounter).toBe(counter)
  const hostChallenge = '5a'.repeat(16)
  own.plain(select.encode({ aid: ssdAid }))
  const { data } = own.plain(commandApdu(0x80, 0x50, 0x20, 0x00, fromHex(hostChallenge), leAny))
  expect(toHex(data.subarray(13, 29))).toBe(PlainScp03.cardChallenge('70'.repeat(16), '000002', toHex(ssdAid), hostChallenge))
  own.open(0x33, ssdAid)
  expect(cardRecognition.decode(own.send(getData.encode(cardData.cardRecognitionData)).data)).toEqual([{ protocol: 3, i: 0x71 }])
  expect(own.status('applications')).toMatchObject([{ aid: ssdAid, state: 0x0f }])
  fails(own, installSsd(otherSsdAid, '80'), 0x6985)
  fails(own, install.encode({ kind: 'load', loadFileAid: samplePackageAid }), 0x6985)
  fails(own, deletion.encode({ kind: 'content', aid: ssdAid, relatedObjects: false }), 0x6985)
  expect(own.send(commandApdu(0x80, 0xf2, 0x80, 0x02, fromHex('4f00'), leAny)).sw, 'no Global Registry').toBe(0x6a88)

  // A card made from the same memory, through JSON, is the same card.
  const again = makeCard()
  Object.assign(again.nvm, readStoredNvm(JSON.parse(JSON.stringify(host.card.nvm)) as typeof again.nvm))
  expect(new Host(again, namesOf(keysOf(0x70))).open(0x03, ssdAid)).toBe(0x9000)
  // Its applications open channels with its keys.
  const issuer = opened(again)
  const extradition = install.encode({ kind: 'extradition', aid: sampleInstanceAid, securityDomainAid: ssdAid })
  expect(issuer.sendAll([...loadScript(sampleComponents()), installScript(), extradition])).toBe(0x9000)
  const toApplication = new Host(again, namesOf(keysOf(0x70)))
  expect(toApplication.open(0x33, sampleInstanceAid)).toBe(0x9000)
  expect(toApplication.send(storeData.encode({ block: 0, last: true, data: bytesOf(5) })).sw).toBe(0x9000)
  fails(toApplication, deletion.encode({ kind: 'keys', id: null, version: 0x20 }), 0x6d00)
  issuer.open()
  expect(issuer.send(deletion.encode({ kind: 'content', aid: sampleInstanceAid, relatedObjects: false })).sw).toBe(0x9000)
  expect(issuer.send(deletion.encode({ kind: 'content', aid: ssdAid, relatedObjects: false })).sw).toBe(0x9000)
  expect(issuer.plain(select.encode({ aid: ssdAid })).sw).toBe(0x6a82)
})

test('applications go from one security domain to another, and belong to the hierarchy they are in', () => {
  const host = opened()
  host.sendAll([installSsd(ssdAid, '804000'), installSsd(otherSsdAid, '80'), ...loadScript(sampleComponents()), installScript()])
  const ownerOf = (subset: 'applications' | 'loadFiles', aid: Uint8Array): string =>
    toHex(host.status(subset, aid)[0]?.securityDomainAid ?? bytesOf())
  const give = (aid: Uint8Array, securityDomainAid: Uint8Array): CommandApdu =>
    install.encode({ kind: 'extradition', aid, securityDomainAid })
  fails(host, give(sampleInstanceAid, samplePackageAid), 0x6a88)
  fails(host, give(fromHex('A0000009990199'), ssdAid), 0x6a88)
  fails(host, give(ssdAid, ssdAid), 0x6985)
  expect(host.send(give(sampleInstanceAid, ssdAid))).toEqual({ sw: 0x9000, data: bytesOf(0) })
  expect(host.send(give(otherSsdAid, ssdAid)).sw).toBe(0x9000)
  fails(host, give(ssdAid, otherSsdAid), 0x6985)
  expect(ownerOf('applications', sampleInstanceAid)).toBe(toHex(ssdAid))
  expect(ownerOf('loadFiles', samplePackageAid)).toBe(toHex(issuerAid))
  fails(host, deletion.encode({ kind: 'content', aid: ssdAid, relatedObjects: true }), 0x6985)

  // Its new security domain manages content by itself: what is in its hierarchy, and only that.
  expect(host.open(0x33, ssdAid)).toBe(0x9000)
  expect(host.status('applications').map(({ aid }) => toHex(aid))).toEqual([ssdAid, otherSsdAid, sampleInstanceAid].map(toHex))
  fails(host, give(samplePackageAid, otherSsdAid), 0x6985)
  fails(host, installScript({ instanceAid: fromHex('A0000009990103') }), 0x6985)
  expect(host.send(give(sampleInstanceAid, otherSsdAid)).sw).toBe(0x9000)
  expect(
    host.sendAll([
      install.encode({ kind: 'personalization', applicationAid: sampleInstanceAid }),
      storeData.encode({ block: 0, last: true, data: bytesOf(7) }),
    ]),
  ).toBe(0x9000)
  const user = fromHex('A00000099907')
  const components = sampleComponents({ packageAid: user, applets: [fromHex('A0000009990701')] })
  const [, ...blocks] = loadScript(components, bytesOf(), user)
  fails(host, install.encode({ kind: 'load', loadFileAid: user, securityDomainAid: issuerAid }), 0x6985)
  expect(host.sendAll([install.encode({ kind: 'load', loadFileAid: user }), ...blocks])).toBe(0x9000)
  expect(host.status('loadFiles').map(({ aid }) => toHex(aid))).toEqual([toHex(user)])
  expect(host.send(deletion.encode({ kind: 'content', aid: user, relatedObjects: false })).sw).toBe(0x9000)

  // Registry update: other privileges and another owner at once, or neither.
  host.open()
  fails(host, install.encode({ kind: 'registryUpdate', aid: sampleInstanceAid, privileges: fromHex('80') }), 0x6a80)
  fails(
    host,
    install.encode({ kind: 'registryUpdate', aid: samplePackageAid, securityDomainAid: ssdAid, privileges: fromHex('10') }),
    0x6a80,
  )
  fails(host, install.encode({ kind: 'registryUpdate', aid: sampleInstanceAid, privileges: fromHex('04') }), 0x6a80)
  expect(
    host.send(install.encode({ kind: 'registryUpdate', aid: sampleInstanceAid, securityDomainAid: issuerAid, privileges: fromHex('10') }))
      .sw,
  ).toBe(0x9000)
  expect(host.status('applications', sampleInstanceAid)).toMatchObject([{ privileges: fromHex('100000'), securityDomainAid: issuerAid }])
  expect(host.send(install.encode({ kind: 'registryUpdate', aid: ssdAid, privileges: fromHex('a00000') })).sw).toBe(0x9000)
  host.open(0x03, ssdAid)
  fails(host, installSsd(fromHex('A000000999AA03'), '80'), 0x6985)
  expect(host.send(deletion.encode({ kind: 'content', aid: otherSsdAid, relatedObjects: false })).sw, 'delegated: its own').toBe(0x9000)
})
