import { expect, test } from 'vitest'
import { fromHex, toHex } from '../bytes.ts'
import { installParameters, systemParameters } from './install-parameters.ts'
import type { InstallParameters } from './install-parameters.ts'

const none = new Uint8Array(0)
const system = { codeSize: null, volatileSize: 0, nonVolatileSize: 256, simToolkit: null }
const toolkit = {
  priority: 255,
  maxTimers: 1,
  maxMenuTextLength: 16,
  menuEntries: [{ position: 0, id: 1 }],
  maxChannels: 2,
  minimumSecurityLevel: fromHex('0216'),
  tars: [fromHex('b00001'), fromHex('b00002')],
  maxServices: 0,
}

test.each<[string, InstallParameters, string]>([
  ['C9 alone, empty', { applet: none, system: null, uicc: null }, 'c900'],
  ['C9 and EF', { applet: fromHex('aabb'), system, uicc: null }, 'c902aabbef08c7020000c8020100'],
  [
    'UICC toolkit beside EF',
    { applet: none, system, uicc: { toolkit, access: fromHex('ff0001'), administrativeAccess: null } },
    'c900ef08c7020000c8020100ea198012ff01100100010202021606b00001b00002008103ff0001',
  ],
])('%s', (_, parameters, hex) => {
  expect(toHex(installParameters.encode(parameters))).toBe(hex)
  expect(installParameters.decode(fromHex(hex))).toEqual(parameters)
})

test('a memory size above 64 KB has four octets', () => {
  expect(toHex(systemParameters.encode({ ...system, codeSize: 0x12345, volatileSize: null, nonVolatileSize: null }))).toBe(
    'ef06c60400012345',
  )
})

test('EF and EA may come first; unknown tags are ignored, and the number of services may be missing', () => {
  expect(installParameters.decode(fromHex('ea098007ff000000000000b6021234c901aa'))).toMatchObject({
    applet: fromHex('aa'),
    system: null,
    uicc: { toolkit: { priority: 255, tars: [], maxServices: 0 }, access: null },
  })
})

test.each([
  ['a memory size of 3 octets', 'c900ef05c703000001', 'parameters'],
  ['cut toolkit parameters', 'c900ea048002ff00', 'parameters'],
  ['half a TAR', 'c900ea0b8009ff000000000002b000', 'parameters'],
  ['a cut field', 'c902aa', 'tlv'],
])('parameters with %s are refused', (_, hex, code) => {
  expect(() => installParameters.decode(fromHex(hex))).toThrowError(expect.objectContaining({ code }))
})
