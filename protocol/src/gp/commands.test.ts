import { expect, test } from 'vitest'
import { decodeCommand, encodeCommand } from '../apdu.ts'
import { fromHex, toHex } from '../bytes.ts'
import { deletion } from './deletion.ts'
import { load, manageChannel, select, storeData } from './commands.ts'
import { install } from './install.ts'
import { encodeRegistryFields, getStatus, registryEntries, setStatus } from './registry.ts'

const aid = fromHex('a00000006203010100')
const none = new Uint8Array(0)

test.each([
  ['SELECT', select.encode({ aid: fromHex('a000000151000000') }), '00a4040008a000000151000000'],
  ['SELECT, next occurrence of a beginning', select.encode({ aid: fromHex('a0'), occurrence: 'next' }), '00a4040201a0'],
  ['MANAGE CHANNEL to open', manageChannel.encode({ open: true }), '0070000001'],
  ['MANAGE CHANNEL to close', manageChannel.encode({ close: 2 }), '00708002'],
  ['SET STATUS of the card', setStatus.encode({ target: 'card', state: 0x7f, aid: none }), '80f0807f'],
  ['SET STATUS of an application', setStatus.encode({ target: 'application', state: 0x80, aid }), '80f0408009a00000006203010100'],
  [
    'INSTALL [for extradition]',
    install.encode({ kind: 'extradition', securityDomainAid: fromHex('a000000151000000'), aid }),
    '80e610001708a0000001510000000009a00000006203010100000000',
  ],
  [
    'INSTALL [for registry update]',
    install.encode({ kind: 'registryUpdate', aid, privileges: fromHex('200000') }),
    '80e6400012000009a00000006203010100032000000000',
  ],
  ['INSTALL [for make selectable]', install.encode({ kind: 'makeSelectable', aid }), '80e608000f000009a00000006203010100000000'],
  [
    'DELETE',
    deletion.encode({ kind: 'content', aid: fromHex('a000000062030101'), relatedObjects: false }),
    '80e400000a4f08a000000062030101',
  ],
  ['DELETE with related objects', deletion.encode({ kind: 'content', aid, relatedObjects: true }), '80e400800b4f09a00000006203010100'],
  ['LOAD', load.encode({ block: 8, last: false, data: fromHex('aabb') }), '80e8000802aabb'],
  ['the last LOAD, block 257', load.encode({ block: 257, last: true, data: fromHex('aabb') }), '80e8800102aabb'],
  ['GET STATUS', getStatus.encode({ subset: 'applications', occurrence: 'first', aidPrefix: none }), '80f24002024f0000'],
  ['GET STATUS, next', getStatus.encode({ subset: 'loadFilesAndModules', occurrence: 'next', aidPrefix: none }), '80f21003024f0000'],
  ['INSTALL [for load]', install.encode({ kind: 'load', loadFileAid: aid }), '80e602000e09a0000000620301010000000000'],
  [
    'INSTALL [for install and make selectable]',
    install.encode({ kind: 'install', loadFileAid: aid, moduleAid: aid, instanceAid: aid, parameters: fromHex('c900') }),
    '80e60c002409a0000000620301010009a0000000620301010009a00000006203010100010002c90000',
  ],
  [
    'INSTALL [for personalization]',
    install.encode({ kind: 'personalization', applicationAid: aid }),
    '80e620000f000009a00000006203010100000000',
  ],
  ['STORE DATA', storeData.encode({ block: 1, last: true, structure: 0x10, data: fromHex('01') }), '80e290010101'],
])('%s has these octets on the wire', (_, command, hex) => {
  expect(toHex(encodeCommand(command))).toBe(hex)
})

test('INSTALL [for install] alone does not make the instance selectable', () => {
  const forInstall = { loadFileAid: aid, moduleAid: aid, instanceAid: aid, parameters: fromHex('c900') }
  const command = install.encode({ kind: 'install', ...forInstall, selectable: false })
  expect(command.p1).toBe(0x04)
  expect(install.decode(command)).toMatchObject({ kind: 'install', selectable: false })
})

test('GET STATUS names the fields that are wanted', () => {
  const query = { subset: 'loadFiles', occurrence: 'next', aidPrefix: aid, tags: [0x4f, 0x9f70, 0xc5] } as const
  const command = getStatus.encode(query)
  expect(toHex(command.data)).toBe('4f09a000000062030101005c044f9f70c5')
  expect(getStatus.decode(command)).toEqual(query)
})

test.each([
  ['DELETE without an AID', '80e40000', deletion.decode],
  ['DELETE of a short AID', '80e40000044f02a000', deletion.decode],
  ['DELETE with a broken TLV', '80e40000024f08', deletion.decode],
  ['LOAD with another P1', '80e8010001aa', load.decode],
  ['SELECT by path', '00a40804023f00', select.decode],
  ['INSTALL of another kind', '80e6010000', install.decode],
  ['INSTALL [for extradition] to nowhere', '80e610000f000009a00000006203010100000000', install.decode],
  ['SET STATUS of another kind', '80f0200000', setStatus.decode],
  ['MANAGE CHANNEL of another kind', '00704000', manageChannel.decode],
  ['INSTALL cut short', '80e602000209a0', install.decode],
  ['INSTALL with octets left over', '80e602000f09a000000062030101000000000000', install.decode],
  ['GET STATUS without 4F', '80f2400200', getStatus.decode],
  ['GET STATUS of another subset', '80f23002024f0000', getStatus.decode],
  ['STORE DATA with a reserved bit', '80e2820001aa', storeData.decode],
  ['a command of another instruction', '80ca006600', load.decode],
])('the card refuses %s', (_, hex, parse) => {
  expect(() => parse(decodeCommand(fromHex(hex)))).toThrowError(expect.objectContaining({ name: 'ProtocolError' }))
})

test('registry entries of an issuer security domain and of a load file with its modules are decoded', () => {
  const [domain] = registryEntries.decode(fromHex('e3134f08a0000001510000009f700101c5039efe80'))
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
  expect(registryEntries.decode(registryEntries.encode([loadFile]))).toEqual([loadFile])
  expect(toHex(encodeRegistryFields(loadFile, [0x4f, 0xce]))).toBe('e30f4f09a00000006203010100ce020102')
})

test.each(['4f05a000000062', 'e300', 'e3074f05a000000062', 'e3'])('registry data %s are refused', (hex) => {
  expect(() => registryEntries.decode(fromHex(hex))).toThrowError(expect.objectContaining({ code: 'tlv' }))
})
