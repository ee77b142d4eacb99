import { expect, test } from 'vitest'
import { commandApdu, encodeCommand } from '@simdeck/protocol/apdu.ts'
import { bytesOf, concat, fromHex, lv, toHex } from '@simdeck/protocol/bytes.ts'
import { deletion } from '@simdeck/protocol/gp/deletion.ts'
import { load, select, storeData } from '@simdeck/protocol/gp/commands.ts'
import { install } from '@simdeck/protocol/gp/install.ts'
import { installParameters, systemParameters } from '@simdeck/protocol/gp/install-parameters.ts'
import { loadCommands, loadFileStructure, loadFileHash } from '@simdeck/protocol/gp/load-file.ts'
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

function opened(options: Parameters<typeof makeCard>[0] = {}): Host {
  const host = new Host(makeCard(options))
  expect(host.open()).toBe(0x9000)
  return host
}

const none: Uint8Array = new Uint8Array()

test('a CAP file loads, installs and shows in GET STATUS; DELETE gives all memory back', () => {
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

test('a missing import, or one of a higher version, answers 6438 at the last block and leaves nothing', () => {
  for (const wanted of [
    { aid: fromHex('A0000099999999'), major: 1, minor: 0 },
    { aid: fromHex('A0000000620101'), major: 1, minor: 200 },
    { aid: fromHex('A0000000620101'), major: 2, minor: 0 },
  ]) {
    const host = opened()
    expect(host.sendAll(loadScript(sampleComponents({ imports: [wanted] })))).toBe(0x6438)
    expect(host.card.nvm.loadFiles).toEqual([])
    expect(host.sendAll(loadScript(sampleComponents()))).toBe(0x9000)
  }
})

test('every library in ROM resolves at its own version, and a loaded library resolves too', () => {
  const host = opened()
  const imports = libraries.map(({ aid, major, minor }) => ({ aid: fromHex(aid), major, minor }))
  expect(host.sendAll(loadScript(sampleComponents({ applets: [], imports, packageAid: samplePackageAid })))).toBe(0x9000)
  const user = fromHex('A00000099907')
  const module = fromHex('A0000009990701')
  const needsIt = sampleComponents({ packageAid: user, applets: [module], imports: [{ aid: samplePackageAid, major: 1, minor: 1 }] })
  expect(host.sendAll(loadScript(needsIt, none, user))).toBe(0x9000)
  expect(host.send(deletion.encode({ kind: 'content', aid: samplePackageAid, relatedObjects: true })).sw).toBe(0x6985)
})

test('too little memory answers 6A84: where the size is announced, while loading, and at install', () => {
  const components = sampleComponents({ codeSize: 3000 })
  const announced = systemParameters.encode({ codeSize: components.length, volatileSize: null, nonVolatileSize: null, simToolkit: null })
  const small = opened({ memoryTotal: 2000 })
  expect(small.send(install.encode({ kind: 'load', loadFileAid: samplePackageAid, parameters: announced })).sw).toBe(0x6a84)
  expect(small.sendAll(loadScript(components))).toBe(0x6a84)
  expect(freeMemory(small.card.nvm)).toBe(2000)
  const tight = opened({ memoryTotal: components.length + 200 })
  expect(tight.sendAll(loadScript(components))).toBe(0x9000)
  expect(tight.send(installScript()).sw).toBe(0x6a84)
})

test('LOAD wants INSTALL [for load] before it, and its blocks in order; any error ends the load', () => {
  const host = opened()
  const [install, first, second, third] = loadScript(sampleComponents())
  expect(host.send(first!).sw).toBe(0x6985)
  expect(host.sendAll([install!, first!, third!])).toBe(0x6a86)
  expect(host.send(second!).sw).toBe(0x6985)
  expect(host.sendAll([install!, first!, first!])).toBe(0x6a86)
  expect(host.sendAll([install!, load.encode({ block: 0, last: false, data: none })])).toBe(0x6700)
  expect(host.sendAll([install!, commandApdu(0x80, 0xe8, 0x01, 0x00, bytesOf(1))])).toBe(0x6a86)
  expect(host.sendAll(loadScript(sampleComponents()))).toBe(0x9000)
  expect(host.sendAll([install!])).toBe(0x6985)
})

test('more than 256 blocks are counted modulo 256', () => {
  const host = opened()
  const components = sampleComponents({ codeSize: 4000 })
  const blocks = loadCommands(loadFileStructure.encode({ dapBlocks: [], components }), 10)
  expect(blocks.length).toBeGreaterThan(256)
  expect(host.sendAll([install.encode({ kind: 'load', loadFileAid: samplePackageAid }), ...blocks])).toBe(0x9000)
})

test('a reset or a new INSTALL [for load] ends a half-done load without a trace', () => {
  const host = opened()
  const script = loadScript(sampleComponents())
  host.sendAll(script.slice(0, 3))
  expect(host.sendAll(script)).toBe(0x9000)
  host.send(deletion.encode({ kind: 'content', aid: samplePackageAid, relatedObjects: false }))
  host.sendAll(script.slice(0, 3))
  host.card.reset()
  expect(freeMemory(host.card.nvm)).toBe(host.card.nvm.memoryTotal)
  host.open()
  expect(host.send(script[3]!).sw).toBe(0x6985)
})

test('a wrong hash, wrong AID, DAP block or broken CAP data is refused and leaves nothing', () => {
  const host = opened()
  const components = sampleComponents()
  expect(host.sendAll(loadScript(components, new Uint8Array(32)))).toBe(0x6a80)
  expect(host.sendAll(loadScript(components, new Uint8Array(7)))).toBe(0x6a80)
  expect(host.sendAll(loadScript(components, none, fromHex('A00000099909')))).toBe(0x6a80)
  expect(host.sendAll(loadScript(components.slice(0, -5)))).toBe(0x6a80)
  expect(host.sendAll(loadScript(concat(components, bytesOf(1, 2, 3))))).toBe(0x6a80)
  expect(host.sendAll(loadScript(new Uint8Array(300)))).toBe(0x6a80)
  const unordered = components.slice()
  unordered[0] = 2
  expect(host.sendAll(loadScript(unordered))).toBe(0x6a80)
  const dap = loadFileStructure.encode({ dapBlocks: [{ securityDomainAid: issuerAid, signature: new Uint8Array(16) }], components })
  expect(host.sendAll([install.encode({ kind: 'load', loadFileAid: samplePackageAid }), ...loadCommands(dap, 200)])).toBe(0x6985)
  expect(
    host.sendAll([
      install.encode({ kind: 'load', loadFileAid: samplePackageAid }),
      load.encode({ block: 0, last: true, data: bytesOf(0xc4) }),
    ]),
  ).toBe(0x6a80)
  expect(host.send(install.encode({ kind: 'load', loadFileAid: samplePackageAid, securityDomainAid: fromHex('A0000001510001') })).sw).toBe(
    0x6a88,
  )
  expect(host.card.nvm.loadFiles).toEqual([])
})

test('INSTALL [for install] refuses what is unknown, in use or malformed', () => {
  const host = opened()
  expect(host.send(installScript()).sw).toBe(0x6a88)
  host.sendAll(loadScript(sampleComponents()))
  const base = { loadFileAid: samplePackageAid, moduleAid: sampleModuleAid, instanceAid: sampleInstanceAid }
  const parameters = installParameters.encode({ applet: none, system: null, uicc: null })
  expect(host.send(install.encode({ kind: 'install', ...base, moduleAid: fromHex('A0000009990199'), parameters })).sw).toBe(0x6a88)
  expect(host.send(install.encode({ kind: 'install', ...base, instanceAid: samplePackageAid, parameters })).sw).toBe(0x6985)
  expect(host.send(install.encode({ kind: 'install', ...base, parameters: none })).sw).toBe(0x6a80)
  expect(host.send(install.encode({ kind: 'install', ...base, parameters: bytesOf(0xc9, 9) })).sw).toBe(0x6a80)
  expect(host.send(install.encode({ kind: 'install', ...base, parameters, privileges: bytesOf(1, 2) })).sw).toBe(0x6a80)
  expect(host.send(install.encode({ kind: 'install', ...base, parameters, privileges: bytesOf(0x80) })).sw).toBe(0x6a80)
  expect(host.send(installScript()).sw).toBe(0x9000)
  expect(host.send(installScript()).sw).toBe(0x6985)
  expect(host.send(commandApdu(0x80, 0xe6, 0x01, 0, bytesOf(0))).sw).toBe(0x6a86)
})

test('install and make selectable may come one after the other', () => {
  const host = opened()
  host.sendAll(loadScript(sampleComponents()))
  expect(host.send({ ...installScript(), p1: 0x04 }).sw).toBe(0x9000)
  expect(host.status('applications')[0]?.state).toBe(3)
  expect(host.plain(select.encode({ aid: sampleInstanceAid })).sw).toBe(0x6a82)
  host.open()
  expect(host.send(install.encode({ kind: 'personalization', applicationAid: sampleInstanceAid })).sw).toBe(0x6985)
  const makeSelectable = (aid: Uint8Array) => commandApdu(0x80, 0xe6, 0x08, 0, concat(bytesOf(0, 0), lv(aid), bytesOf(1, 0, 0, 0)))
  expect(host.send(makeSelectable(samplePackageAid)).sw).toBe(0x6a88)
  expect(host.send(makeSelectable(sampleInstanceAid)).sw).toBe(0x9000)
  expect(host.send(makeSelectable(sampleInstanceAid)).sw).toBe(0x6985)
  expect(host.status('applications')[0]?.state).toBe(7)
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

test('what is in ROM, the security domain and the running application cannot be deleted', () => {
  const host = opened()
  host.sendAll([...loadScript(sampleComponents()), installScript()])
  host.card.running = 'A0000009990102'
  for (const aid of [fromHex('A0000000620101'), issuerAid, sampleInstanceAid, samplePackageAid])
    expect(host.send(deletion.encode({ kind: 'content', aid, relatedObjects: true })).sw).toBe(0x6985)
  host.card.running = null
  expect(host.send(deletion.encode({ kind: 'content', aid: sampleInstanceAid, relatedObjects: false })).sw).toBe(0x9000)
  expect(host.send(commandApdu(0x80, 0xe4, 0x00, 0x01, none)).sw).toBe(0x6a86)
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
