import { expect, test } from 'vitest'
import { decodeCommand, encodeCommand } from '../apdu.ts'
import { fromHex, toHex } from '../bytes.ts'
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
import {
  installForExtradition,
  installForInstall,
  installForLoad,
  installForMakeSelectable,
  installForPersonalization,
  installForRegistryUpdate,
  parseInstall,
} from './install.ts'
import {
  decodeRegistryEntries,
  encodeRegistryEntry,
  encodeRegistryFields,
  getStatus,
  parseGetStatus,
  parseSetStatus,
  setStatus,
} from './registry.ts'

const aid = fromHex('a00000006203010100')
const none = new Uint8Array(0)

test.each([
  ['SELECT', select(fromHex('a000000151000000')), '00a4040008a000000151000000'],
  ['SELECT, next occurrence of a beginning', select(fromHex('a0'), 'next'), '00a4040201a0'],
  ['MANAGE CHANNEL to open', manageChannel({ open: true }), '0070000001'],
  ['MANAGE CHANNEL to close', manageChannel({ close: 2 }), '00708002'],
  ['SET STATUS of the card', setStatus({ target: 'card', state: 0x7f, aid: none }), '80f0807f'],
  ['SET STATUS of an application', setStatus({ target: 'application', state: 0x80, aid }), '80f0408009a00000006203010100'],
  [
    'INSTALL [for extradition]',
    installForExtradition({ securityDomainAid: fromHex('a000000151000000'), aid }),
    '80e610001708a0000001510000000009a00000006203010100000000',
  ],
  [
    'INSTALL [for registry update]',
    installForRegistryUpdate({ aid, privileges: fromHex('200000') }),
    '80e6400012000009a00000006203010100032000000000',
  ],
  ['INSTALL [for make selectable]', installForMakeSelectable({ aid }), '80e608000f000009a00000006203010100000000'],
  ['DELETE', deleteContent({ aid: fromHex('a000000062030101'), relatedObjects: false }), '80e400000a4f08a000000062030101'],
  ['DELETE with related objects', deleteContent({ aid, relatedObjects: true }), '80e400800b4f09a00000006203010100'],
  ['LOAD', load({ block: 8, last: false, data: fromHex('aabb') }), '80e8000802aabb'],
  ['the last LOAD, block 257', load({ block: 257, last: true, data: fromHex('aabb') }), '80e8800102aabb'],
  ['GET STATUS', getStatus({ subset: 'applications', occurrence: 'first', aidPrefix: none }), '80f24002024f0000'],
  ['GET STATUS, next', getStatus({ subset: 'loadFilesAndModules', occurrence: 'next', aidPrefix: none }), '80f21003024f0000'],
  ['INSTALL [for load]', installForLoad({ loadFileAid: aid }), '80e602000e09a0000000620301010000000000'],
  [
    'INSTALL [for install and make selectable]',
    installForInstall({ loadFileAid: aid, moduleAid: aid, instanceAid: aid, parameters: fromHex('c900') }),
    '80e60c002409a0000000620301010009a0000000620301010009a00000006203010100010002c90000',
  ],
  ['INSTALL [for personalization]', installForPersonalization(aid), '80e620000f000009a00000006203010100000000'],
  ['STORE DATA', storeData({ block: 1, last: true, structure: 0x10, data: fromHex('01') }), '80e290010101'],
])('%s on the wire', (_, command, hex) => {
  expect(toHex(encodeCommand(command))).toBe(hex)
})

test('the card reads what the host built', () => {
  expect(parseSelect(select(aid))).toEqual({ aid, occurrence: 'first', fci: true })
  expect(parseSelect(select(aid, 'next'))).toEqual({ aid, occurrence: 'next', fci: true })
  expect(parseManageChannel(manageChannel({ close: 3 }))).toEqual({ close: 3 })
  const status = { target: 'securityDomainAndApplications', state: 0x80, aid } as const
  expect(parseSetStatus(setStatus(status))).toEqual(status)
  expect(parseDeleteContent(deleteContent({ aid, relatedObjects: true }))).toEqual({ aid, relatedObjects: true })
  const block = { block: 3, last: true, data: fromHex('aa') }
  expect(parseLoad(load(block))).toEqual(block)
  const store = { block: 3, last: false, encryption: 0x60, structure: 0x08, responseExpected: true, data: fromHex('aa') }
  expect(parseStoreData(storeData(store))).toEqual(store)
  const forLoad = { loadFileAid: aid, securityDomainAid: aid, hash: new Uint8Array(32), parameters: fromHex('ef00'), token: none }
  expect(parseInstall(installForLoad(forLoad))).toEqual({ kind: 'load', ...forLoad })
  const forInstall = {
    loadFileAid: aid,
    moduleAid: aid,
    instanceAid: aid,
    privileges: fromHex('040000'),
    parameters: fromHex('c900'),
    token: none,
  }
  expect(parseInstall(installForInstall(forInstall))).toEqual({ kind: 'install', selectable: true, ...forInstall })
  expect(parseInstall({ ...installForInstall(forInstall), p1: 0x04 })).toMatchObject({ kind: 'install', selectable: false })
  const make = { aid, privileges: fromHex('04'), parameters: fromHex('c900'), token: none }
  expect(parseInstall(installForMakeSelectable(make))).toEqual({ kind: 'makeSelectable', ...make })
  const update = { ...make, securityDomainAid: fromHex('a000000151000000') }
  expect(parseInstall(installForRegistryUpdate(update))).toEqual({ kind: 'registryUpdate', ...update })
  const extradition = { securityDomainAid: update.securityDomainAid, aid, token: fromHex('0102') }
  expect(parseInstall(installForExtradition(extradition))).toEqual({ kind: 'extradition', ...extradition })
  expect(parseInstall(installForPersonalization(aid))).toEqual({ kind: 'personalization', applicationAid: aid })
  const query = { subset: 'loadFiles', occurrence: 'next', aidPrefix: aid } as const
  expect(parseGetStatus(getStatus(query))).toEqual({ ...query, tags: null })
  expect(parseGetStatus({ ...getStatus(query), data: fromHex('4f005c044f9f70c5') }).tags).toEqual([0x4f, 0x9f70, 0xc5])
})

test.each([
  ['DELETE without an AID', '80e40000', parseDeleteContent],
  ['DELETE of a short AID', '80e40000044f02a000', parseDeleteContent],
  ['DELETE with a broken TLV', '80e40000024f08', parseDeleteContent],
  ['LOAD with another P1', '80e8010001aa', parseLoad],
  ['SELECT by path', '00a40804023f00', parseSelect],
  ['INSTALL of another kind', '80e6010000', parseInstall],
  ['INSTALL [for extradition] to nowhere', '80e610000f000009a00000006203010100000000', parseInstall],
  ['SET STATUS of another kind', '80f0200000', parseSetStatus],
  ['MANAGE CHANNEL of another kind', '00704000', parseManageChannel],
  ['INSTALL cut short', '80e602000209a0', parseInstall],
  ['INSTALL with octets left over', '80e602000f09a000000062030101000000000000', parseInstall],
  ['GET STATUS without 4F', '80f2400200', parseGetStatus],
  ['GET STATUS of another subset', '80f23002024f0000', parseGetStatus],
  ['STORE DATA with a reserved bit', '80e2820001aa', parseStoreData],
  ['a command of another instruction', '80ca006600', parseLoad],
])('the card refuses %s', (_, hex, parse) => {
  expect(() => parse(decodeCommand(fromHex(hex)))).toThrowError(expect.objectContaining({ name: 'ProtocolError' }))
})

test('registry entries of an issuer security domain and of a load file with its modules', () => {
  const [domain] = decodeRegistryEntries(fromHex('e3134f08a0000001510000009f700101c5039efe80'))
  expect(domain).toMatchObject({ aid: fromHex('a000000151000000'), state: 1, privileges: fromHex('9efe80'), moduleAids: [] })
  const loadFile = {
    aid,
    state: 1,
    privileges: null,
    loadFileAid: null,
    loadFileVersion: { major: 1, minor: 2 },
    moduleAids: [aid, fromHex('a0000000620301')],
    securityDomainAid: fromHex('a000000151000000'),
  }
  expect(decodeRegistryEntries(encodeRegistryEntry(loadFile))).toEqual([loadFile])
  expect(toHex(encodeRegistryFields(loadFile, [0x4f, 0xce]))).toBe('e30f4f09a00000006203010100ce020102')
})

test.each(['4f05a000000062', 'e300', 'e3074f05a000000062', 'e3'])('refuses registry data %s', (hex) => {
  expect(() => decodeRegistryEntries(fromHex(hex))).toThrowError(expect.objectContaining({ code: 'tlv' }))
})
