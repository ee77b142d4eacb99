import { expect, test } from 'vitest'
import { decodeCommand } from '../apdu.ts'
import { fromHex } from '../bytes.ts'
import { commandTitle, describeCommand } from './describe.ts'

test.each([
  ['80e8000802aabb', 'LOAD block 8', { name: 'LOAD', block: 8, last: false, length: 2 }],
  ['80e8800902aabb', 'LOAD block 9', { name: 'LOAD', block: 9, last: true, length: 2 }],
  [
    '80e602000e09a0000000620301010000000000',
    'INSTALL [for load]',
    { name: 'INSTALL [for load]', loadFileAid: 'A00000006203010100', securityDomainAid: '' },
  ],
  ['80e400800b4f09a00000006203010100', 'DELETE', { name: 'DELETE', aid: 'A00000006203010100', relatedObjects: true }],
  ['80f24002024f0000', 'GET STATUS', { name: 'GET STATUS', subset: 'applications', occurrence: 'first' }],
  ['8050300008010203040506070800', 'INITIALIZE UPDATE', { name: 'INITIALIZE UPDATE', keyVersionNumber: 0x30 }],
  ['848233000101', 'EXTERNAL AUTHENTICATE', { name: 'EXTERNAL AUTHENTICATE', securityLevel: 0x33 }],
  ['00a40804047fff6f07', 'SELECT [by path]', { name: 'SELECT [by path]', path: '7FFF6F07' }],
  ['00d6000001aa', 'UPDATE BINARY', { name: 'other', instruction: 'UPDATE BINARY' }],
  ['80d8308101aa', 'PUT KEY', { name: 'PUT KEY', replacedKeyVersionNumber: 0x30, keyIdentifier: 1 }],
  ['80e4000003d20130', 'DELETE [key]', { name: 'DELETE [key]', keyIdentifier: null, keyVersionNumber: 0x30 }],
  ['80ca9f7f00', 'GET DATA', { name: 'GET DATA', tag: 0x9f7f }],
  ['80f0408005a000000151', 'SET STATUS', { name: 'SET STATUS', target: 'application', state: 0x80, aid: 'A000000151' }],
  [
    '80e610001005a0000001510005a000000152000000',
    'INSTALL [for extradition]',
    { name: 'INSTALL [for extradition]', securityDomainAid: 'A000000151', aid: 'A000000152' },
  ],
  ['84e6020008aabbccddaabbccdd', 'INSTALL', { name: 'other', instruction: 'INSTALL' }],
  ['80120000', 'INS 12', { name: 'other', instruction: 'INS 12' }],
])('%s is %s', (hex, title, description) => {
  const described = describeCommand(decodeCommand(fromHex(hex)))
  expect(described).toEqual(description)
  expect(commandTitle(described)).toBe(title)
})
