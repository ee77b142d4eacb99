import { expect, test } from 'vitest'
import { commandApdu } from '@simdeck/protocol/apdu.ts'
import { bytesOf, concat, fromHex, lv } from '@simdeck/protocol/bytes.ts'
import { deletion } from '@simdeck/protocol/gp/deletion.ts'
import { load, select } from '@simdeck/protocol/gp/commands.ts'
import { install } from '@simdeck/protocol/gp/install.ts'
import { installParameters, systemParameters } from '@simdeck/protocol/install-tree/install-parameters.ts'
import { loadCommands, loadFileStructure } from '@simdeck/protocol/gp/load-file.ts'
import {
  installScript,
  issuerAid,
  loadScript,
  makeCard,
  sampleComponents,
  sampleInstanceAid,
  sampleModuleAid,
  samplePackageAid,
} from '../testing/host.ts'
import { libraries } from './libraries.ts'
import { freeMemory } from './nvm.ts'
import { opened } from './domains.fixture.ts'

const none: Uint8Array = new Uint8Array()

test.each([
  ['of an unknown package', { aid: fromHex('A0000099999999'), major: 1, minor: 0 }],
  ['of a higher minor version', { aid: fromHex('A0000000620101'), major: 1, minor: 200 }],
  ['of a higher major version', { aid: fromHex('A0000000620101'), major: 2, minor: 0 }],
])('an import %s answers 6438 at the last block and leaves nothing', (_, wanted) => {
  const host = opened()
  expect(host.sendAll(loadScript(sampleComponents({ imports: [wanted] })))).toBe(0x6438)
  expect(host.card.nvm.loadFiles).toEqual([])
  expect(host.sendAll(loadScript(sampleComponents()))).toBe(0x9000)
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

test('the card answers 6A84 when memory is short: where the size is announced, while loading, and at install', () => {
  const components = sampleComponents({ codeSize: 3000 })
  const announced = systemParameters.encode({ codeSize: components.length, volatileSize: null, nonVolatileSize: null, simToolkit: null })
  const small = opened(makeCard({ memoryTotal: 2000 }))
  expect(small.send(install.encode({ kind: 'load', loadFileAid: samplePackageAid, parameters: announced })).sw).toBe(0x6a84)
  expect(small.sendAll(loadScript(components))).toBe(0x6a84)
  expect(freeMemory(small.card.nvm)).toBe(2000)
  const tight = opened(makeCard({ memoryTotal: components.length + 200 }))
  expect(tight.sendAll(loadScript(components))).toBe(0x9000)
  expect(tight.send(installScript()).sw).toBe(0x6a84)
})

test('LOAD requires INSTALL [for load] before it and its blocks in order, and any error ends the load', () => {
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

test('a reset or a new INSTALL [for load] ends an unfinished load, which leaves nothing on the card', () => {
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

test('INSTALL [for install] refuses unknown modules, AIDs in use and malformed data', () => {
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

test('an applet can be installed by one command and made selectable by a later one', () => {
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
