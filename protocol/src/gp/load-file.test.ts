import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeCommand, encodeCommand } from '../apdu.ts'
import { concat, fromHex, toHex } from '../bytes.ts'
import { octets } from '../codec.fixture.ts'
import { load } from './commands.ts'
import { loadCommands, loadFileStructure, loadFileHash } from './load-file.ts'

const components = Uint8Array.from({ length: 300 }, (_, at) => at & 0xff)
const dap = { securityDomainAid: fromHex('a000000151000000'), signature: new Uint8Array(128).fill(7) }

test('a load file is C4 and its components, after the DAP blocks', () => {
  expect(toHex(loadFileStructure.encode({ dapBlocks: [], components }).subarray(0, 6))).toBe('c482012c0001')
  const file = { dapBlocks: [dap], components }
  expect(loadFileStructure.decode(loadFileStructure.encode(file))).toEqual(file)
})

test.each(['', 'e200', 'c401aae200', 'c401aac401aa', 'c402aa'])('the card refuses load file %s', (hex) => {
  expect(() => loadFileStructure.decode(fromHex(hex))).toThrowError(expect.objectContaining({ code: 'tlv' }))
})

test('the LOAD blocks together are the load file, and only the last one is marked', () => {
  const file = loadFileStructure.encode({ dapBlocks: [], components })
  const blocks = loadCommands(file, 76).map(load.decode)
  expect(concat(...blocks.map((block) => block.data))).toEqual(file)
  expect(blocks.map(({ block, last, data }) => [block, last, data.length])).toEqual([
    [0, false, 76],
    [1, false, 76],
    [2, false, 76],
    [3, true, 76],
  ])
  expect(() => loadCommands(file, 256)).toThrowError(expect.objectContaining({ code: 'range' }))
})

test('the blocks of any load file add up to the load file', () => {
  fc.assert(
    fc.property(octets(1, 900), fc.integer({ min: 1, max: 255 }), (file, blockSize) => {
      const blocks = loadCommands(file, blockSize).map((command) => load.decode(decodeCommand(encodeCommand(command))))
      expect(concat(...blocks.map(({ data }) => data))).toEqual(file)
      expect(blocks.map(({ block, last }) => [block, last])).toEqual(blocks.map((_, i) => [i % 256, i === blocks.length - 1]))
    }),
  )
})

test('block numbers wrap modulo 256', () => {
  const blocks = loadCommands(new Uint8Array(600), 2).map(load.decode)
  expect([blocks[255]?.block, blocks[256]?.block, blocks.length]).toEqual([255, 0, 300])
})

test('the hash is SHA-256 over the components alone', () => {
  expect(toHex(loadFileHash(fromHex('616263')))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})
