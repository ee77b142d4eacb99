import { expect, test } from 'vitest'
import { knownFile } from './file-names.ts'
import { readScript } from './rfm-script.ts'

const select = (path: string): string => `00A40804${(path.length / 2).toString(16).padStart(2, '0')}${path}`

test.each([
  ['EF.Keys', '7FFF6F08'],
  ['EF.EPSNSC', '7FFF6FE4'],
  ['EF.Kc', '7F206F20'],
  ['EF.Kc', '7F216F20'],
  ['EF.Kc', '7FFF5F3B4F20'],
  ['EF.KcGPRS', '7FFF5F3B4F52'],
  ['EF.WRI', '7FFF5F404F46'],
  ['EF.5GS3GPPNSC', '7FFF5FC04F03'],
  ['EF.5GSN3GPPNSC', '7FFF5FC04F04'],
  ['EF.5GAUTHKEYS', '7FFF5FC04F05'],
])('no script reads the keys of %s at %s', (what, path) => {
  const fault = { line: 1, fault: 'keyFile', what }
  expect(readScript([select(path), '00B0000009']).faults).toEqual([fault])
  expect(readScript([select(path), '00B2010409']).faults).toEqual([fault])
  expect(readScript([select(path), '00D6000001FF']).faults).toEqual([])
})

test('files without keys can be read, also those that are not known', () => {
  expect(readScript([select('7FFF6F46'), '00B0000006', select('7FFF5FC04F07'), '00B0000006', select('2FE2'), '00B000000A']).faults).toEqual(
    [],
  )
})

test('files are known by their path from the MF', () => {
  const names = [[], [0x7fff], [0x2fe2], [0x7fff, 0x6f07], [0x7fff, 0x5fc0], [0x6f07], [0x2fe2, 0x6f07], [0x7f10, 0x5fc0]]
  expect(names.map((path) => knownFile(path)?.name)).toEqual([
    'MF',
    'ADF.USIM',
    'EF.ICCID',
    'EF.IMSI',
    'DF.5GS',
    undefined,
    undefined,
    undefined,
  ])
})
