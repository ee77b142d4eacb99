import { expect, test } from 'vitest'
import type { CommandApdu } from '@simdeck/protocol/apdu.ts'
import { bytesOf, fromHex } from '@simdeck/protocol/bytes.ts'
import { cardData, getData } from '@simdeck/protocol/gp/card-data.ts'
import { deletion } from '@simdeck/protocol/gp/deletion.ts'
import { select } from '@simdeck/protocol/gp/commands.ts'
import { install } from '@simdeck/protocol/gp/install.ts'
import { putKey, sealKeys } from '@simdeck/protocol/gp/keys.ts'
import { cardState, setStatus } from '@simdeck/protocol/gp/registry.ts'
import { Host, installScript, issuerAid, loadScript, makeCard, sampleComponents, sampleInstanceAid } from '../testing/host.ts'
import { ssdAid, otherSsdAid, dek, keysOf, installSsd, opened, fails } from './domains.fixture.ts'

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
