import { expect, test } from 'vitest'
import { commandApdu, leAny } from '@simdeck/protocol/apdu.ts'
import type { CommandApdu, ResponseApdu } from '@simdeck/protocol/apdu.ts'
import { bytesOf, fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { cardData, cardRecognition, getData } from '@simdeck/protocol/gp/card-data.ts'
import { deletion } from '@simdeck/protocol/gp/deletion.ts'
import { manageChannel, select, storeData } from '@simdeck/protocol/gp/commands.ts'
import { install } from '@simdeck/protocol/gp/install.ts'
import { confirmsKeys, keyInformation, putKey, sealKeys } from '@simdeck/protocol/gp/keys.ts'
import { cardState, setStatus } from '@simdeck/protocol/gp/registry.ts'
import {
  cardKeys,
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
import { securityDomainPackage } from './libraries.ts'
import { readStoredNvm } from './stored-nvm.ts'

const ssdAid = fromHex('A000000999AA01')
const otherSsdAid = fromHex('A000000999AA02')
const dek = fromHex(cardKeys.dek)
const keysOf = (octet: number, length = 16): Uint8Array[] => [0, 1, 2].map((at) => new Uint8Array(length).fill(octet + at))
const namesOf = ([enc, mac, deks]: Uint8Array[]): typeof cardKeys => ({
  enc: toHex(enc ?? bytesOf()),
  mac: toHex(mac ?? bytesOf()),
  dek: toHex(deks ?? bytesOf()),
})

function installSsd(aid: Uint8Array, privileges: string, parameters = 'c900'): CommandApdu {
  return install.encode({
    kind: 'install',
    loadFileAid: fromHex(securityDomainPackage.aid),
    moduleAid: fromHex(securityDomainPackage.moduleAid),
    instanceAid: aid,
    privileges: fromHex(privileges),
    parameters: fromHex(parameters),
  })
}

function opened(card = makeCard()): Host {
  const host = new Host(card)
  expect(host.open()).toBe(0x9000)
  return host
}

/** Sends a command that must fail: with this status word, and with nothing of the card changed. */
function fails(host: Host, command: CommandApdu, sw: number): void {
  const before = JSON.stringify(host.card.nvm)
  expect(host.send(command).sw.toString(16)).toBe(sw.toString(16))
  expect(JSON.stringify(host.card.nvm)).toBe(before)
}

test('PUT KEY adds key sets and replaces them; channels follow, and a command that fails changes nothing', () => {
  const card = makeCard()
  const host = opened(card)
  const added = { replaces: 0, version: 0x31, firstId: 1, keys: keysOf(0x10, 32) }
  const answer = host.send(putKey.encode(sealKeys(added, dek)))
  expect(answer.sw).toBe(0x9000)
  expect(confirmsKeys(added, answer.data)).toBe(true)
  const information = keyInformation.decode(host.send(getData.encode(cardData.keyInformation)).data)
  expect(information.map(({ version, id, length }) => [version, id, length])).toEqual([
    ...[1, 2, 3].map((id) => [0x30, id, 16]),
    ...[1, 2, 3].map((id) => [0x31, id, 32]),
  ])

  const replacement = { ...added, replaces: 0x30, version: 0x30, keys: keysOf(0x20) }
  const whole = putKey.encode(sealKeys(replacement, dek))
  const oneWrong = { ...whole, data: whole.data.map((octet, at) => (at === whole.data.length - 1 ? octet ^ 1 : octet)) }
  fails(host, oneWrong, 0x9485)
  fails(host, { ...whole, data: whole.data.map((octet, at) => (at === 1 ? 0x80 : octet)) }, 0x9484)
  fails(host, { ...whole, data: whole.data.subarray(0, -1) }, 0x6a80)
  fails(host, { ...whole, p2: 0x80 }, 0x6a86)
  fails(host, putKey.encode(sealKeys({ ...replacement, replaces: 0x35 }, dek)), 0x6a88)
  fails(host, putKey.encode(sealKeys({ ...replacement, replaces: 0 }, dek)), 0x6a80)
  fails(host, putKey.encode(sealKeys({ ...replacement, version: 0x31 }, dek)), 0x6a80)
  fails(host, putKey.encode(sealKeys({ ...replacement, keys: keysOf(0x20, 32) }, dek)), 0x6a80)
  expect(host.send(whole).sw).toBe(0x9000)
  expect(host.status('issuerSecurityDomain'), 'the open channel goes on').toHaveLength(1)

  const many = Array.from({ length: 10 }, (_, at) =>
    putKey.encode(sealKeys({ replaces: 0, version: 0x40 + at, firstId: 1, keys: keysOf(at) }, dek)),
  )
  expect(host.sendAll(many)).toBe(0x9000)
  expect(host.send(getData.encode(cardData.keyInformation)).data.length).toBeLessThanOrEqual(223)
  fails(host, putKey.encode(sealKeys({ replaces: 0, version: 0x60, firstId: 1, keys: keysOf(1) }, dek)), 0x6a84)

  expect(() => new Host(card).open()).toThrow('cryptogram')
  const changed = new Host(card, namesOf(keysOf(0x20)))
  expect(changed.open()).toBe(0x9000)
  // Keys come under the DEK of the key set that opened the channel.
  fails(changed, putKey.encode(sealKeys({ ...replacement, keys: keysOf(0x60) }, dek)), 0x9485)
  expect(
    changed.send(putKey.encode(sealKeys({ ...replacement, firstId: 2, keys: [new Uint8Array(16).fill(0x55)] }, keysOf(0x20)[2]!))).sw,
  ).toBe(0x9000)
  expect(new Host(card, { ...namesOf(keysOf(0x20)), mac: '55'.repeat(16) }).open()).toBe(0x9000)
  expect(new Host(card, namesOf(keysOf(0x10, 32)), 0x31).open()).toBe(0x9000)
})

test('DELETE [key] removes versions, but the issuer keeps one to get in with', () => {
  const host = opened()
  host.send(putKey.encode(sealKeys({ replaces: 0, version: 0x31, firstId: 1, keys: keysOf(0x10) }, dek)))
  fails(host, deletion.encode({ kind: 'keys', id: null, version: 0x35 }), 0x6a88)
  fails(host, deletion.encode({ kind: 'keys', id: 1, version: null }), 0x6985)
  expect(host.send(deletion.encode({ kind: 'keys', id: 3, version: 0x30 }))).toEqual({ sw: 0x9000, data: bytesOf(0) })
  expect(host.plain(commandApdu(0x80, 0x50, 0x30, 0, new Uint8Array(8), leAny)).sw, 'a key set that is not whole').toBe(0x6a88)
  const other = new Host(host.card, namesOf(keysOf(0x10)))
  expect(other.open()).toBe(0x9000)
  expect(other.send(deletion.encode({ kind: 'keys', id: null, version: 0x30 })).sw).toBe(0x9000)
  fails(other, deletion.encode({ kind: 'keys', id: null, version: 0x31 }), 0x6985)
  expect(host.card.nvm.securityDomain.keys.map(({ version }) => version)).toEqual([0x31, 0x31, 0x31])
})

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

test('SET STATUS locks and unlocks applications and security domains, and moves the life cycle of the card', () => {
  const host = opened(makeCard({ state: cardState.opReady }))
  host.sendAll([installSsd(ssdAid, '80'), ...loadScript(sampleComponents()), installScript()])
  const lock = (aid: Uint8Array, state: number): CommandApdu => setStatus.encode({ target: 'application', state, aid })
  expect(host.send(lock(sampleInstanceAid, 0x80))).toEqual({ sw: 0x9000, data: bytesOf() })
  expect(host.status('applications', sampleInstanceAid)[0]?.state).toBe(0x87)
  fails(host, install.encode({ kind: 'personalization', applicationAid: sampleInstanceAid }), 0x6985)
  expect(host.plain(select.encode({ aid: sampleInstanceAid })).sw).toBe(0x6a82)
  host.open()
  expect(host.send(lock(sampleInstanceAid, 0x00)).sw).toBe(0x9000)
  fails(host, lock(sampleInstanceAid, 0x07), 0x6985)
  fails(host, lock(fromHex('A0000009990199'), 0x80), 0x6a88)
  fails(host, setStatus.encode({ target: 'securityDomainAndApplications', state: 0x80, aid: sampleInstanceAid }), 0x6a88)
  expect(host.send(install.encode({ kind: 'extradition', aid: sampleInstanceAid, securityDomainAid: ssdAid })).sw).toBe(0x9000)
  expect(host.send(setStatus.encode({ target: 'securityDomainAndApplications', state: 0x80, aid: ssdAid })).sw).toBe(0x9000)
  expect(host.status('applications').map(({ state }) => state)).toEqual([0x87, 0x87])
  expect(host.send(setStatus.encode({ target: 'securityDomainAndApplications', state: 0x00, aid: ssdAid })).sw).toBe(0x9000)
  host.open(0x33, ssdAid)
  expect(host.send(lock(ssdAid, 0x0f)).sw, 'it says of itself that it is personalised').toBe(0x9000)
  const card = (state: number): CommandApdu => setStatus.encode({ target: 'card', state, aid: bytesOf() })
  fails(host, card(cardState.secured), 0x6985)

  host.open()
  fails(host, card(0x55), 0x6a86)
  fails(host, card(cardState.cardLocked), 0x6985)
  for (const state of [cardState.initialized, cardState.secured, cardState.cardLocked]) expect(host.send(card(state)).sw).toBe(0x9000)
  fails(host, installSsd(otherSsdAid, '80'), 0x6985)
  expect(host.plain(select.encode({ aid: sampleInstanceAid })).sw).toBe(0x6a82)
  expect(host.plain(select.encode({ aid: issuerAid }))).toMatchObject({
    sw: 0x6283,
    data: expect.objectContaining({ length: 18 }) as unknown,
  })
  host.open()
  expect(host.status('issuerSecurityDomain')[0]?.state).toBe(0x7f)
  expect(host.sendAll([card(cardState.secured), card(cardState.terminated)])).toBe(0x9000)
  expect(host.plain(select.encode({ aid: issuerAid })).sw).toBe(0x6985)
  expect(host.plain(getData.encode(cardData.cardRecognitionData)).sw).toBe(0x9000)
})

test('security level 00 is taken until the card is SECURED', () => {
  const host = new Host(makeCard({ state: cardState.initialized }))
  expect(host.authenticateOnly()).toBe(0x9000)
  expect(host.plain(installSsd(ssdAid, '80')).sw).toBe(0x9000)
  expect(host.plain(putKey.encode(sealKeys({ replaces: 0, version: 0x31, firstId: 1, keys: keysOf(0x10) }, dek))).sw).toBe(0x9000)
  expect(host.plain(setStatus.encode({ target: 'card', state: cardState.secured, aid: bytesOf() })).sw).toBe(0x9000)
  expect(host.authenticateOnly()).toBe(0x6a86)
  expect(host.plain(deletion.encode({ kind: 'content', aid: ssdAid, relatedObjects: false })).sw).toBe(0x6982)
})

test('GET DATA tells what is public, plain and in a channel', () => {
  const host = opened()
  const tagOf = (answer: ResponseApdu): string => toHex(answer.data.subarray(0, 3))
  const tags: [number, string][] = [
    [cardData.cardRecognitionData, '663173'],
    [cardData.cardCapabilities, '671ba0'],
    [cardData.extendedResources, 'ff2110'],
    [cardData.keyInformation, 'e012c0'],
    [cardData.sequenceCounter, 'c10300'],
    [cardData.keyDiversificationData, 'cf0a00'],
    [cardData.productionLifeCycle, '9f7f2a'],
  ]
  for (const [tag, begin] of tags) {
    expect(tagOf(host.send(getData.encode(tag)))).toBe(begin)
    expect(tagOf(host.plain(getData.encode(tag)))).toBe(begin)
    expect(tagOf(host.plain({ ...getData.encode(tag), cla: 0x00 }))).toBe(begin)
  }
  for (const tag of [cardData.issuerIdentificationNumber, cardData.cardImageNumber, 0x0101])
    expect(host.plain(getData.encode(tag)).sw).toBe(0x6a88)
  expect(host.send(storeData.encode({ block: 0, last: true, structure: 0x10, data: fromHex('4203898104') })).sw).toBe(0x9000)
  expect(toHex(host.plain(getData.encode(cardData.issuerIdentificationNumber)).data)).toBe('4203898104')
  expect(JSON.stringify(tags.map(([tag]) => toHex(host.plain(getData.encode(tag)).data)))).not.toMatch(
    new RegExp(Object.values(cardKeys).join('|')),
  )
  host.sendAll([...loadScript(sampleComponents()), installScript()])
  host.plain(select.encode({ aid: sampleInstanceAid }))
  expect(host.plain(getData.encode(cardData.cardRecognitionData)).sw).toBe(0x6d00)
})

test('SELECT goes through what begins alike; logical channels select and authenticate each for itself', () => {
  const host = opened()
  host.sendAll([installSsd(ssdAid, '80'), installSsd(otherSsdAid, '80')])
  const beginning = fromHex('A0000009')
  const nameIn = ({ data }: ResponseApdu): string => toHex(data.subarray(4, 4 + (data[3] ?? 0)))
  expect(nameIn(host.plain(select.encode({ aid: beginning })))).toBe(toHex(ssdAid))
  expect(nameIn(host.plain(select.encode({ aid: beginning, occurrence: 'next' })))).toBe(toHex(otherSsdAid))
  expect(host.plain(select.encode({ aid: beginning, occurrence: 'next' })).sw).toBe(0x6a82)
  expect(host.plain({ ...select.encode({ aid: ssdAid }), p2: 0x0c })).toEqual({ sw: 0x9000, data: bytesOf() })

  expect(host.plain(commandApdu(0x01, 0xa4, 0x04, 0x0c, ssdAid)).sw, 'SELECT opens a channel').toBe(0x9000)
  expect(host.plain(manageChannel.encode({ open: true }))).toEqual({ sw: 0x9000, data: bytesOf(2) })
  expect(host.plain({ ...manageChannel.encode({ open: true }), cla: 0x01 }).data).toEqual(bytesOf(3))
  const keyInformationOn = (channel: number): number => host.plain({ ...getData.encode(cardData.keyInformation), cla: 0x80 | channel }).sw
  expect([0, 1, 2, 3].map(keyInformationOn), 'the issuer has keys, the other has none').toEqual([0x6a88, 0x6a88, 0x9000, 0x6a88])
  expect(host.plain(manageChannel.encode({ open: true })).sw).toBe(0x6a81)
  expect(host.plain(commandApdu(0x03, 0xa4, 0x04, 0x00, ssdAid)).sw).toBe(0x9000)
  host.open()
  fails(host, deletion.encode({ kind: 'content', aid: ssdAid, relatedObjects: false }), 0x6985)
  const other = new Host(host.card)
  expect(other.open(0x33, issuerAid, 2)).toBe(0x9000)
  expect(other.status('issuerSecurityDomain')).toHaveLength(1)
  expect(host.plain(manageChannel.encode({ close: 3 })).sw).toBe(0x9000)
  expect(host.plain(manageChannel.encode({ close: 3 })).sw).toBe(0x6200)
  expect(host.plain(manageChannel.encode({ close: 1 })).sw).toBe(0x9000)
  expect(host.plain(manageChannel.encode({ close: 4 })).sw).toBe(0x6a86)
  expect(host.plain(commandApdu(0x83, 0xca, 0x00, 0x66, bytesOf(), leAny)).sw).toBe(0x6881)
  expect(host.status('applications'), 'the channel of the first goes on').toHaveLength(2)
  expect(host.send(deletion.encode({ kind: 'content', aid: ssdAid, relatedObjects: false })).sw).toBe(0x9000)
  host.card.reset()
  expect(host.plain(commandApdu(0x82, 0xca, 0x00, 0x66, bytesOf(), leAny)).sw).toBe(0x6881)
})

test('what this card has not is told apart: chaining, ISO secure messaging, channels above 3, extended length', () => {
  const { card } = opened()
  const sw = (hex: string): string => card.execute(fromHex(hex)).sw.toString(16)
  expect(
    ['9080000000', '88ca006600', '0ca4040000', 'c0ca006600', '00a40400000005a000000151', 'ffca0066', 'a0a40000023f00'].map(sw),
  ).toEqual(['6884', '6882', '6882', '6881', '6700', '6e00', '6e00'])
})

test('GET STATUS gives the fields that are asked for', () => {
  const host = opened()
  const { data } = host.send(commandApdu(0x80, 0xf2, 0x80, 0x02, fromHex('4f005c034f9f70'), leAny))
  expect(toHex(data)).toBe('e30e4f08a0000001510000009f70010f')
  const modules = host.status('loadFilesAndModules', fromHex(securityDomainPackage.aid))
  expect(modules[0]?.moduleAids.map(toHex)).toEqual([securityDomainPackage.moduleAid.toLowerCase()])
})

test('a card stored before it could have several key sets is read as it was', () => {
  const { nvm } = makeCard()
  const { keys, ...domain } = nvm.securityDomain
  const { diversificationData: _, ...rest } = nvm
  const stored = { ...rest, securityDomain: { ...domain, keyVersionNumber: keys[0]!.version, ...cardKeys } }
  expect(readStoredNvm(JSON.parse(JSON.stringify(stored)) as typeof stored)).toEqual(nvm)
})
