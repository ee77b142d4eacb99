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

const application = (aid: Uint8Array, state: number): CommandApdu => setStatus.encode({ target: 'application', state, aid })
const domain = (aid: Uint8Array, state: number): CommandApdu => setStatus.encode({ target: 'securityDomainAndApplications', state, aid })
const card = (state: number): CommandApdu => setStatus.encode({ target: 'card', state, aid: bytesOf() })

/** A card in OP_READY with a security domain and an application of the issuer's. */
function withApplication(): Host {
  const host = opened(makeCard({ state: cardState.opReady }))
  expect(host.sendAll([installSsd(ssdAid, '80'), ...loadScript(sampleComponents()), installScript()])).toBe(0x9000)
  return host
}

/** As `withApplication`, after the card passed through these states in order. */
function cardIn(...states: number[]): Host {
  const host = withApplication()
  expect(host.sendAll(states.map(card))).toBe(0x9000)
  return host
}

const locked = () => cardIn(cardState.initialized, cardState.secured, cardState.cardLocked)

test('the registry lists a locked application as LOCKED', () => {
  const host = withApplication()
  expect(host.send(application(sampleInstanceAid, 0x80))).toEqual({ sw: 0x9000, data: bytesOf() })
  expect(host.status('applications', sampleInstanceAid)[0]?.state).toBe(0x87)
})

test('a locked application cannot be personalized or selected until it is unlocked', () => {
  const host = withApplication()
  expect(host.send(application(sampleInstanceAid, 0x80)).sw).toBe(0x9000)
  fails(host, install.encode({ kind: 'personalization', applicationAid: sampleInstanceAid }), 0x6985)
  expect(host.plain(select.encode({ aid: sampleInstanceAid })).sw).toBe(0x6a82)
  host.open()
  expect(host.send(application(sampleInstanceAid, 0x00)).sw).toBe(0x9000)
  expect(host.status('applications', sampleInstanceAid)[0]?.state).toBe(0x07)
})

test.each([
  ['another state of an application than locked', application(sampleInstanceAid, 0x07), 0x6985],
  ['an unknown application', application(fromHex('A0000009990199'), 0x80), 0x6a88],
  ['an application as if it were a security domain', domain(sampleInstanceAid, 0x80), 0x6a88],
  ['an unknown state of the card', card(0x55), 0x6a86],
  ['a state of the card that skips one', card(cardState.cardLocked), 0x6985],
])('SET STATUS of %s fails and changes nothing', (_name, command, sw) => {
  fails(withApplication(), command, sw)
})

test('a security domain is locked and unlocked together with its applications', () => {
  const host = withApplication()
  expect(host.send(install.encode({ kind: 'extradition', aid: sampleInstanceAid, securityDomainAid: ssdAid })).sw).toBe(0x9000)
  const states = () => host.status('applications').map(({ state }) => state)
  expect(host.send(domain(ssdAid, 0x80)).sw).toBe(0x9000)
  expect(states()).toEqual([0x87, 0x87])
  expect(host.send(domain(ssdAid, 0x00)).sw).toBe(0x9000)
  expect(states()).toEqual([0x07, 0x07])
})

test('a security domain sets itself to PERSONALIZED, but not the state of the card', () => {
  const host = withApplication()
  host.open(0x33, ssdAid)
  expect(host.send(application(ssdAid, 0x0f)).sw).toBe(0x9000)
  fails(host, card(cardState.secured), 0x6985)
})

test('in CARD_LOCKED, only the issuer’s security domain is selected, with a warning, and nothing is installed', () => {
  const host = locked()
  fails(host, installSsd(otherSsdAid, '80'), 0x6985)
  expect(host.plain(select.encode({ aid: sampleInstanceAid })).sw).toBe(0x6a82)
  expect(host.plain(select.encode({ aid: issuerAid }))).toMatchObject({
    sw: 0x6283,
    data: expect.objectContaining({ length: 18 }) as unknown,
  })
})

test('a locked card reports its state and can be unlocked', () => {
  const host = locked()
  host.open()
  expect(host.status('issuerSecurityDomain')[0]?.state).toBe(0x7f)
  expect(host.send(card(cardState.secured)).sw).toBe(0x9000)
})

test('a TERMINATED card answers only GET DATA', () => {
  const host = cardIn(cardState.initialized, cardState.secured, cardState.terminated)
  expect(host.plain(select.encode({ aid: issuerAid })).sw).toBe(0x6985)
  expect(host.plain(getData.encode(cardData.cardRecognitionData)).sw).toBe(0x9000)
})

test('a card before the state SECURED accepts commands with security level 00', () => {
  const host = new Host(makeCard({ state: cardState.initialized }))
  expect(host.authenticateOnly()).toBe(0x9000)
  expect(host.plain(installSsd(ssdAid, '80')).sw).toBe(0x9000)
  expect(host.plain(putKey.encode(sealKeys({ replaces: 0, version: 0x31, firstId: 1, keys: keysOf(0x10) }, dek))).sw).toBe(0x9000)
})

test('a SECURED card refuses a channel of security level 00, and commands without a channel', () => {
  const host = new Host(makeCard({ state: cardState.initialized }))
  expect(host.authenticateOnly()).toBe(0x9000)
  expect(host.plain(installSsd(ssdAid, '80')).sw).toBe(0x9000)
  expect(host.plain(card(cardState.secured)).sw).toBe(0x9000)
  expect(host.authenticateOnly()).toBe(0x6a86)
  expect(host.plain(deletion.encode({ kind: 'content', aid: ssdAid, relatedObjects: false })).sw).toBe(0x6982)
})
