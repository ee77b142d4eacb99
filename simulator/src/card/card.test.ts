import { expect, test } from 'vitest'
import { commandApdu, encodeCommand } from '@simdeck/protocol/apdu.ts'
import { bytesOf, concat, fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { deletion } from '@simdeck/protocol/gp/deletion.ts'
import { select, storeData } from '@simdeck/protocol/gp/commands.ts'
import { install } from '@simdeck/protocol/gp/install.ts'
import { loadFileHash } from '@simdeck/protocol/gp/load-file.ts'
import { getStatus } from '@simdeck/protocol/gp/registry.ts'
import { initializeUpdateCommand } from '@simdeck/protocol/scp03/initialize-update.ts'
import { securityLevels } from '@simdeck/protocol/scp03/level.ts'
import {
  Host,
  installScript,
  issuerAid,
  loadScript,
  makeCard,
  sampleComponents,
  sampleInstanceAid,
  sampleModuleAid,
  samplePackageAid,
} from '../testing/host.ts'
import { VirtualCard } from './card.ts'
import { libraries } from './libraries.ts'
import { freeMemory } from './nvm.ts'
import type { CardNvm } from './nvm.ts'
import { Random } from '../random.ts'
import { opened } from './domains.fixture.ts'

const none: Uint8Array = new Uint8Array()

test('a CAP file loads, installs and shows in GET STATUS; DELETE frees all memory', () => {
  const host = opened()
  const before = freeMemory(host.card.nvm)
  const components = sampleComponents()
  expect(host.sendAll([...loadScript(components, loadFileHash(components)), installScript()])).toBe(0x9000)
  expect(freeMemory(host.card.nvm)).toBeLessThan(before - components.length)

  const [file] = host.status('loadFilesAndModules', samplePackageAid)
  expect(file).toMatchObject({ state: 1, loadFileVersion: { major: 1, minor: 2 } })
  expect(file?.moduleAids.map(toHex)).toEqual([toHex(sampleModuleAid)])
  const [application] = host.status('applications')
  expect(application?.state).toBe(7)
  expect(toHex(application?.aid ?? none)).toBe(toHex(sampleInstanceAid))
  expect(toHex(application?.loadFileAid ?? none)).toBe(toHex(samplePackageAid))
  expect(host.plain(select.encode({ aid: sampleInstanceAid })).sw).toBe(0x9000)

  host.open()
  expect(host.send(deletion.encode({ kind: 'content', aid: samplePackageAid, relatedObjects: false })).sw).toBe(0x6985)
  expect(host.send(deletion.encode({ kind: 'content', aid: samplePackageAid, relatedObjects: true }))).toEqual({
    sw: 0x9000,
    data: bytesOf(0),
  })
  expect(host.send(deletion.encode({ kind: 'content', aid: samplePackageAid, relatedObjects: true })).sw).toBe(0x6a88)
  expect(freeMemory(host.card.nvm)).toBe(before)
})

test.each(securityLevels)('every security level works: %d', (level) => {
  const host = new Host(makeCard())
  expect(host.open(level)).toBe(0x9000)
  expect(host.sendAll([...loadScript(sampleComponents()), installScript()])).toBe(0x9000)
  expect(host.status('applications')).toHaveLength(1)
})

test.each([0x00, 0x10, 0x71, 0x61])('other SCP03 variants work: i %d', (i) => {
  const host = new Host(makeCard({ i }))
  const level = i >= 0x60 ? 0x33 : 0x03
  expect(host.open(level)).toBe(0x9000)
  expect(host.status('issuerSecurityDomain')[0]?.state).toBe(0x0f)
})

test('the sequence counter rises with every INITIALIZE UPDATE and survives a reset, the channel does not', () => {
  const host = opened()
  host.card.reset()
  expect(host.plain(securedStatus()).sw).toBe(0x6982)
  host.open()
  expect(host.card.nvm.securityDomain.sequenceCounter).toBe(2)
  const again = new VirtualCard(JSON.parse(JSON.stringify(host.card.nvm)) as CardNvm, new Random('other'))
  expect(new Host(again).open()).toBe(0x9000)
  expect(again.nvm.securityDomain.sequenceCounter).toBe(3)
})

function securedStatus() {
  return commandApdu(0x84, 0xf2, 0x40, 0x02, concat(bytesOf(0x4f, 0x00), new Uint8Array(8)), 256)
}

test('without a secure channel content commands answer 6982, and a plain one ends an open channel', () => {
  const host = new Host(makeCard())
  const status = getStatus.encode({ subset: 'applications', occurrence: 'first', aidPrefix: none })
  expect(host.plain(status).sw).toBe(0x6982)
  expect(host.plain(install.encode({ kind: 'load', loadFileAid: samplePackageAid })).sw).toBe(0x6982)
  host.open()
  expect(host.plain(status).sw).toBe(0x6982)
  expect(host.send(status).sw).toBe(0x6982)
})

test('a wrong C-MAC, wrong keys and wrong parameters are refused with their status words', () => {
  const card = makeCard()
  const host = new Host(card)
  expect(host.plain(initializeUpdateCommand.encode({ keyVersionNumber: 0x31, hostChallenge: new Uint8Array(8) })).sw).toBe(0x6a88)
  expect(host.plain(commandApdu(0x80, 0x50, 0, 0, new Uint8Array(7))).sw).toBe(0x6700)
  expect(host.plain(commandApdu(0x84, 0x82, 0x01, 0, new Uint8Array(16))).sw).toBe(0x6985)
  host.plain(initializeUpdateCommand.encode({ keyVersionNumber: 0x30, hostChallenge: new Uint8Array(8) }))
  expect(host.plain(commandApdu(0x84, 0x82, 0x01, 0, new Uint8Array(16))).sw).toBe(0x6982)
  host.open()
  expect(host.plain(commandApdu(0x84, 0xf2, 0x40, 0x02, new Uint8Array(20))).sw).toBe(0x6982)
  expect(host.plain(commandApdu(0x80, 0x01, 0, 0)).sw).toBe(0x6d00)
  expect(host.plain(commandApdu(0xb0, 0xa4, 0, 0)).sw).toBe(0x6e00)
  expect(card.execute(bytesOf(0x80, 0x50)).sw).toBe(0x6700)
  expect(card.execute(bytesOf(0x80, 0x50, 0, 0, 8, 1)).sw).toBe(0x6700)
  const other = new Host(makeCard({ keys: { enc: '00'.repeat(16), mac: '00'.repeat(16), dek: '00'.repeat(16) } }))
  expect(() => other.open()).toThrow('cryptogram')
})

test('SELECT finds the issuer security domain, an application, or nothing', () => {
  const host = opened()
  expect(host.plain(select.encode({ aid: fromHex('A0000099990000') })).sw).toBe(0x6a82)
  expect(host.plain(commandApdu(0x00, 0xa4, 0x04, 0x00, none, 256)).sw).toBe(0x9000)
  expect(toHex(host.plain(select.encode({ aid: issuerAid })).data)).toBe('6f108408a000000151000000a5049f6501ff')
  expect(host.plain(commandApdu(0x00, 0xa4, 0x00, 0x0c, fromHex('3f00'))).sw).toBe(0x6a86)
})

test('STORE DATA reaches the application being personalised or selected, written at its last block', () => {
  const host = opened()
  host.sendAll([...loadScript(sampleComponents()), installScript()])
  const [application] = host.card.nvm.applications
  const blocks = [
    storeData.encode({ block: 0, last: false, data: bytesOf(1, 2) }),
    storeData.encode({ block: 1, last: true, data: bytesOf(3) }),
  ]
  expect(host.send(install.encode({ kind: 'personalization', applicationAid: fromHex('A0000009990177') })).sw).toBe(0x6a88)
  expect(host.sendAll([install.encode({ kind: 'personalization', applicationAid: sampleInstanceAid }), blocks[0]!])).toBe(0x9000)
  expect(application?.storedData).toBe('')
  expect(host.send(blocks[1]!).sw).toBe(0x9000)
  expect(application?.storedData).toBe('010203')
  expect(host.send(install.encode({ kind: 'personalization', applicationAid: sampleInstanceAid })).sw).toBe(0x9000)
  expect(host.send(blocks[1]!).sw).toBe(0x6a86)

  const third = storeData.encode({ block: 2, last: true, data: bytesOf(3) })
  expect([blocks[0]!, third, blocks[1]!].map((block) => host.send(block).sw)).toEqual([0x9000, 0x6a86, 0x6a86])
  expect(application?.storedData).toBe('010203')

  host.open(0x03, sampleInstanceAid)
  expect(host.send(storeData.encode({ block: 0, last: true, data: bytesOf(9) })).sw).toBe(0x9000)
  expect(application?.storedData).toBe('09')
  expect(host.send(installScript()).sw).toBe(0x6d00)
})

test('GET STATUS lists the registry over several answers and filters by AID', () => {
  const host = opened()
  expect(host.send(getStatus.encode({ subset: 'applications', occurrence: 'first', aidPrefix: none })).sw).toBe(0x6a88)
  expect(host.send(getStatus.encode({ subset: 'loadFiles', occurrence: 'next', aidPrefix: none })).sw).toBe(0x6985)
  expect(host.send(getStatus.encode({ subset: 'loadFiles', occurrence: 'first', aidPrefix: none })).sw).toBe(0x6310)
  const files = host.status('loadFiles').map(({ aid }) => toHex(aid).toUpperCase())
  expect(files).toEqual(libraries.map(({ aid }) => aid))
  expect(host.status('loadFiles', fromHex('A000000062')).length).toBe(files.filter((aid) => aid.startsWith('A000000062')).length)
  expect(host.status('issuerSecurityDomain')).toMatchObject([{ aid: issuerAid, state: 0x0f }])
  expect(host.send(commandApdu(0x80, 0xf2, 0x60, 0x02, bytesOf(0x4f, 0))).sw).toBe(0x6a86)
  expect(host.send(commandApdu(0x80, 0xf2, 0x40, 0x02, bytesOf(0x4f, 9))).sw).toBe(0x6a80)
})

test.each([
  ['a package in ROM', fromHex('A0000000620101')],
  ['the issuer security domain', issuerAid],
  ['the running application', sampleInstanceAid],
  ['the load file of the running application', samplePackageAid],
])('DELETE of %s answers 6985', (_, aid) => {
  const host = opened()
  host.sendAll([...loadScript(sampleComponents()), installScript()])
  host.card.running = 'A0000009990102'
  expect(host.send(deletion.encode({ kind: 'content', aid, relatedObjects: true })).sw).toBe(0x6985)
})

test('an application that ran can be deleted', () => {
  const host = opened()
  host.sendAll([...loadScript(sampleComponents()), installScript()])
  host.card.running = 'A0000009990102'
  host.card.running = null
  expect(host.send(deletion.encode({ kind: 'content', aid: sampleInstanceAid, relatedObjects: false })).sw).toBe(0x9000)
})

test('DELETE with an unknown P2 answers 6A86', () => {
  expect(opened().send(commandApdu(0x80, 0xe4, 0x00, 0x01, none)).sw).toBe(0x6a86)
})

test('any octets get an answer, never an exception', () => {
  const random = new Random('any')
  const card = makeCard()
  const host = new Host(card)
  for (let i = 0; i < 3000; i++) {
    const cla = [0x00, 0x80, 0x84, random.between(0, 255)][i % 4]!
    const ins = [0xa4, 0x50, 0x82, 0xe6, 0xe8, 0xe4, 0xf2, 0xe2, 0x70, 0xca, 0xd8, 0xf0][random.between(0, 11)]!
    const data = random.bytes(random.between(0, 40))
    const command = commandApdu(cla, ins, random.between(0, 255), random.between(0, 255), data)
    expect(card.execute(encodeCommand(command)).sw).toBeGreaterThan(0x6000)
    expect(card.execute(random.bytes(random.between(0, 20))).sw).toBeGreaterThan(0x6000)
  }
  host.open()
  for (let i = 0; i < 2000; i++) {
    const ins = [0xe6, 0xe8, 0xe4, 0xf2, 0xe2, 0xca, 0xd8, 0xf0][random.between(0, 7)]!
    const p1 = [0x02, 0x0c, 0x04, 0x08, 0x10, 0x20, 0x40, 0x00, 0x60][random.between(0, 8)]!
    const { sw } = host.send(commandApdu(0x80, ins, p1, random.between(0, 3), random.bytes(random.between(0, 40))))
    expect(sw).toBeGreaterThan(0x6000)
  }
})
