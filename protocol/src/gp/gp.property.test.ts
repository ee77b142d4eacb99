import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commandApdu, decodeCommand, encodeCommand } from '../apdu.ts'
import type { CommandApdu } from '../apdu.ts'
import { concat } from '../bytes.ts'
import { aids, checkCodec, octets, u8, u16 } from '../codec.fixture.ts'
import { ProtocolError } from '../errors.ts'
import { getData, parseGetData } from './card-data.ts'
import {
  deleteContent,
  load,
  manageChannel,
  parseDeleteContent,
  parseLoad,
  parseManageChannel,
  parseSelect,
  parseStoreData,
  select,
  storeData,
} from './commands.ts'
import { commandTitle, describeCommand } from './describe.ts'
import {
  installForExtradition,
  installForInstall,
  installForLoad,
  installForMakeSelectable,
  installForPersonalization,
  installForRegistryUpdate,
  parseInstall,
} from './install.ts'
import { decodeInstallParameters, encodeInstallParameters } from './install-parameters.ts'
import { decodeKeyInformation, deleteKeys, encodeKeyInformation, openKeyBlock, parseDeleteKeys, parsePutKey, putKey } from './keys.ts'
import { decodeLoadFile, encodeLoadFile, loadCommands } from './load-file.ts'
import {
  decodeRegistryEntries,
  encodeRegistryEntry,
  getStatus,
  parseGetStatus,
  parseSetStatus,
  registrySubsets,
  setStatus,
  statusTargets,
} from './registry.ts'

const field = octets(0, 20)
const names = <T extends object>(of: T) => fc.constantFrom(...(Object.keys(of) as (keyof T)[]))

/** What the host builds, the card reads; any other octets are refused with a `ProtocolError`, or read. */
function checkCommand<T>(
  values: fc.Arbitrary<T>,
  build: (value: T) => CommandApdu,
  parse: (command: CommandApdu) => unknown,
  read: (value: T) => unknown = (value) => value,
): void {
  fc.assert(
    fc.property(values, fc.nat(), u8, (value, at, octet) => {
      const wire = encodeCommand(build(value))
      expect(parse(decodeCommand(wire))).toEqual(read(value))
      for (const bytes of [wire.subarray(0, at % wire.length), wire.map((one, i) => (i === at % wire.length ? octet : one))]) {
        try {
          const command = decodeCommand(bytes)
          expect(commandTitle(describeCommand(command))).not.toBe('')
          parse(command)
        } catch (error) {
          expect(error).toBeInstanceOf(ProtocolError)
        }
      }
    }),
    { numRuns: 60 },
  )
}

test('SELECT, MANAGE CHANNEL, LOAD, DELETE, STORE DATA, GET DATA', () => {
  checkCommand(
    fc.record({ aid: octets(0, 16), occurrence: fc.constantFrom('first' as const, 'next' as const), fci: fc.constant(true) }),
    ({ aid, occurrence }) => select(aid, occurrence),
    parseSelect,
  )
  checkCommand(fc.oneof(fc.constant({ open: true } as const), fc.record({ close: u8 })), manageChannel, parseManageChannel)
  checkCommand(fc.record({ block: u8, last: fc.boolean(), data: octets(0, 255) }), load, parseLoad)
  checkCommand(fc.record({ aid: aids, relatedObjects: fc.boolean() }), deleteContent, parseDeleteContent)
  const store = { block: u8, last: fc.boolean(), encryption: fc.constantFrom(0, 0x20, 0x60), structure: fc.constantFrom(0, 8, 0x10) }
  checkCommand(fc.record({ ...store, responseExpected: fc.boolean(), data: octets(0, 255) }), storeData, parseStoreData)
  checkCommand(u16, getData, parseGetData)
})

test('INSTALL of every kind', () => {
  const forInstall = fc.record({
    loadFileAid: aids,
    moduleAid: aids,
    instanceAid: aids,
    privileges: octets(0, 3),
    parameters: octets(0, 100),
    token: field,
  })
  checkCommand(
    fc.record({ loadFileAid: aids, securityDomainAid: octets(0, 16), hash: octets(0, 64), parameters: field, token: field }),
    installForLoad,
    parseInstall,
    (one) => ({ kind: 'load', ...one }),
  )
  checkCommand(forInstall, installForInstall, parseInstall, (one) => ({ kind: 'install', selectable: true, ...one }))
  checkCommand(
    forInstall,
    (one) => ({ ...installForInstall(one), p1: 0x04 }),
    parseInstall,
    (one) => ({ kind: 'install', selectable: false, ...one }),
  )
  checkCommand(aids, installForPersonalization, parseInstall, (applicationAid) => ({ kind: 'personalization', applicationAid }))
  checkCommand(fc.record({ securityDomainAid: aids, aid: aids, token: field }), installForExtradition, parseInstall, (one) => ({
    kind: 'extradition',
    ...one,
  }))
  const more = { aid: aids, privileges: octets(0, 3), parameters: field, token: field }
  checkCommand(fc.record(more), installForMakeSelectable, parseInstall, (one) => ({ kind: 'makeSelectable', ...one }))
  checkCommand(fc.record({ securityDomainAid: octets(0, 16), ...more }), installForRegistryUpdate, parseInstall, (one) => ({
    kind: 'registryUpdate',
    ...one,
  }))
})

test('GET STATUS, SET STATUS and registry entries', () => {
  checkCommand(
    fc.record({
      subset: names(registrySubsets),
      occurrence: fc.constantFrom('first' as const, 'next' as const),
      aidPrefix: octets(0, 16),
    }),
    getStatus,
    (command) => {
      const { subset, occurrence, aidPrefix } = parseGetStatus(command)
      return { subset, occurrence, aidPrefix }
    },
  )
  checkCommand(fc.record({ target: names(statusTargets), state: u8, aid: aids }), setStatus, parseSetStatus, ({ target, state, aid }) => ({
    target,
    state,
    aid: target === 'card' ? new Uint8Array(0) : aid,
  }))
  const entry = fc.record({
    aid: aids,
    state: u8,
    privileges: fc.option(octets(1, 3)),
    loadFileAid: fc.option(aids),
    loadFileVersion: fc.option(fc.record({ major: u8, minor: u8 })),
    moduleAids: fc.array(aids, { maxLength: 3 }),
    securityDomainAid: fc.option(aids),
  })
  checkCodec({
    values: fc.array(entry, { maxLength: 3 }),
    encode: (entries) => concat(...entries.map(encodeRegistryEntry)),
    decode: decodeRegistryEntries,
    oneForm: false,
  })
})

test('PUT KEY, DELETE [key] and the key information template', () => {
  const key = fc.constantFrom(16, 24, 32).chain((length) => octets(length))
  const dek = new Uint8Array(16).fill(9)
  const version = fc.integer({ min: 1, max: 0x7f })
  const values = fc.record({
    replaces: fc.integer({ min: 0, max: 0x7f }),
    version,
    firstId: fc.integer({ min: 1, max: 0x7d }),
    keys: fc.array(key, { minLength: 1, maxLength: 3 }),
  })
  const parse = (command: CommandApdu) => {
    const { keys, ...rest } = parsePutKey(command)
    return { ...rest, keys: keys.map((one) => new Uint8Array(openKeyBlock(one, dek))) }
  }
  checkCommand(values, (one) => putKey(one, dek), parse)
  checkCommand(
    fc.record({ id: fc.option(u8), version: fc.option(u8) }).filter(({ id, version: one }) => id !== null || one !== null),
    deleteKeys,
    parseDeleteKeys,
  )
  const information = fc.record({ id: u8, version: u8, type: u8, length: u8 })
  checkCodec({
    values: fc.array(information, { maxLength: 4 }),
    encode: encodeKeyInformation,
    decode: decodeKeyInformation,
    oneForm: false,
  })
})

test('install parameters', () => {
  const size = fc.option(fc.integer({ min: 0, max: 0xffffffff }))
  const toolkit = fc.record({
    priority: u8,
    maxTimers: u8,
    maxMenuTextLength: u8,
    menuEntries: fc.array(fc.record({ position: u8, id: u8 }), { maxLength: 4 }),
    maxChannels: u8,
    minimumSecurityLevel: octets(0, 2),
    tars: fc.array(octets(3), { maxLength: 3 }),
    maxServices: u8,
  })
  const system = fc.record({ codeSize: size, volatileSize: size, nonVolatileSize: size, simToolkit: fc.option(field) })
  const uicc = fc.record({ toolkit: fc.option(toolkit), access: fc.option(field), administrativeAccess: fc.option(field) })
  const values = fc.record({ applet: octets(0, 140), system: fc.option(system), uicc: fc.option(uicc) })
  checkCodec({ values, encode: encodeInstallParameters, decode: decodeInstallParameters, oneForm: false, mayEndEarly: true, numRuns: 150 })
})

test('load files, and the blocks that carry them', () => {
  const dapBlocks = fc.array(fc.record({ securityDomainAid: aids, signature: octets(0, 130) }), { maxLength: 2 })
  const values = fc.record({ dapBlocks, components: octets(0, 600) })
  checkCodec({ values, encode: encodeLoadFile, decode: decodeLoadFile, oneForm: false })
  fc.assert(
    fc.property(octets(1, 900), fc.integer({ min: 1, max: 255 }), (file, blockSize) => {
      const blocks = loadCommands(file, blockSize).map((command) => parseLoad(decodeCommand(encodeCommand(command))))
      expect(concat(...blocks.map(({ data }) => data))).toEqual(file)
      expect(blocks.map(({ block, last }) => [block, last])).toEqual(blocks.map((_, i) => [i % 256, i === blocks.length - 1]))
    }),
  )
  expect(() => parseLoad(commandApdu(0x80, 0xe8, 0x01, 0))).toThrow(ProtocolError)
})
