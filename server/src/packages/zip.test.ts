import { assert, asyncProperty, integer, uint8Array } from 'fast-check'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { readCap } from '@simdeck/protocol/cap/read-cap.ts'
import type { CapEntry } from '@simdeck/protocol/cap/read-cap.ts'
import { writeCap } from '@simdeck/protocol/cap/write-cap.ts'
import { ProtocolError } from '@simdeck/protocol/errors.ts'
import { makeCapFile, makeZip } from '../testing/cap-file.ts'
import { readZip, zipLimits } from './zip.ts'

const recipe = {
  packageAid: fromHex('F053494D4445434B00'),
  packageVersion: { major: 1, minor: 0 },
  applets: [fromHex('F053494D4445434B01')],
  codeSize: 300,
}
const file = (path: string, bytes: Uint8Array = new Uint8Array([1, 2, 3])): CapEntry => ({ path, bytes })
const noise = (length: number): Uint8Array => Uint8Array.from({ length }, (_, i) => Math.imul(i + 1, 2654435761) >>> 24)

async function reasonOf(bytes: Uint8Array): Promise<string> {
  try {
    readCap(await readZip(bytes))
  } catch (error) {
    if (error instanceof ProtocolError && error.code === 'cap') return error.message
    throw error
  }
  return 'accepted'
}

/** A zip with a file name replaced in place by another of the same length. */
function renamed(zip: Uint8Array, from: string, to: string): Uint8Array {
  const text = Buffer.from(zip).toString('latin1').replaceAll(from, to)
  return new Uint8Array(Buffer.from(text, 'latin1'))
}

function withDirectoryField(zip: Uint8Array, offset: number, value: number): Uint8Array {
  const out = Buffer.from(zip)
  const central = out.indexOf(Buffer.from('504b0102', 'hex'))
  out.writeUInt16LE(value, central + offset)
  return new Uint8Array(out)
}

test.each([true, false])('a CAP file is unpacked as it was packed, stored %s', async (stored) => {
  expect(await readZip(await makeCapFile({ ...recipe, stored }))).toEqual(writeCap(recipe))
})

test('the same input gives the same file', async () => {
  expect(await makeCapFile(recipe)).toEqual(await makeCapFile(recipe))
})

test('a zip with folders and with sizes after the data (bit 3), as the jar tool writes them, is read', async () => {
  const zip = new ZipFile()
  zip.addEmptyDirectory('com/example/sample/javacard/')
  for (const { path, bytes } of writeCap(recipe)) zip.addReadStream(Readable.from([Buffer.from(bytes)]), path)
  zip.end()
  const bytes = new Uint8Array(await buffer(zip.outputStream))
  const central = Buffer.from(bytes).lastIndexOf(Buffer.from('504b0102', 'hex'))
  expect(Buffer.from(bytes).readUInt16LE(central + 8) & 8).toBe(8)
  expect(await readZip(bytes)).toEqual(writeCap(recipe))
})

test.each([
  ['an empty file', new Uint8Array(), /not a zip file/],
  ['something else', noise(5000), /not a zip file/],
  ['too large a file', new Uint8Array(zipLimits.zippedBytes + 1), /larger than/],
])('refused: %s', async (_name, bytes, reason) => {
  expect(await reasonOf(bytes)).toMatch(reason)
})

test('names that leave the folder are refused', async () => {
  const zip = await makeZip([file('aa/bb/cc/name')])
  expect(await reasonOf(renamed(zip, 'aa/bb', '../bb'.slice(0, 5)))).toMatch(/relative path/)
  expect(await reasonOf(renamed(zip, 'aa/bb', '/a/bb'))).toMatch(/absolute path/)
  expect(await reasonOf(renamed(zip, 'aa/bb', 'C:/bb'))).toMatch(/absolute path/)
  expect(await reasonOf(renamed(zip, 'aa/bb', 'aa\\bb'))).toMatch(/invalid characters/)
  expect(await reasonOf(renamed(zip, 'aa/bb', 'aa\0bb'))).toMatch(/control characters/)
})

test('a repeated name is refused', async () => {
  expect(await reasonOf(renamed(await makeZip([file('one/a'), file('one/b')]), 'one/b', 'one/a'))).toMatch(/holds one\/a twice/)
})

test('encrypted files and other compression methods are refused', async () => {
  const zip = await makeZip([file('one')])
  expect(await reasonOf(withDirectoryField(zip, 8, 1))).toMatch(/one is encrypted/)
  expect(await reasonOf(withDirectoryField(zip, 10, 12))).toMatch(/method 12/)
})

test('zip bombs are refused before anything is unpacked', async () => {
  expect(await reasonOf(await makeZip([file('bomb', new Uint8Array(3_000_000))]))).toMatch(/100 times/)
  expect(await reasonOf(await makeZip([file('large', noise(900_000)), file('bomb', new Uint8Array(200_000))]))).toMatch(/100 times/)
  const parts = Array.from({ length: 9 }, (_, i) =>
    file(
      `part${i}`,
      new Uint8Array(500_000).map((_zero, at) => (at % 60 === 0 ? at >> 8 : 0)),
    ),
  )
  expect(await reasonOf(await makeZip(parts))).toMatch(/unpacks to more than 4194304 bytes/)
  expect(await reasonOf(await makeZip(Array.from({ length: 65 }, (_, i) => file(`file${i}`))))).toMatch(/more than 64 files/)
})

test('a directory that understates the unpacked size is refused', async () => {
  const zip = Buffer.from(await makeZip([file('lie', noise(4000))]))
  zip.writeUInt32LE(100, zip.indexOf(Buffer.from('504b0102', 'hex')) + 24)
  expect(await reasonOf(new Uint8Array(zip))).toMatch(/lie cannot be unpacked/)
})

test('a wrong checksum is refused', async () => {
  const zip = await makeCapFile({ ...recipe, stored: true })
  const at = Buffer.from(zip).indexOf(Buffer.from('decaffed', 'hex'))
  zip[at + 8] = (zip[at + 8] ?? 0) ^ 1
  expect(await reasonOf(zip)).toMatch(/Header\.cap is damaged/)
})

test('short runs of zeros are accepted', async () => {
  expect(await readZip(await makeZip([file('zeros', new Uint8Array(20_000)), file('rest', noise(3000))]))).toHaveLength(2)
})

test('a CAP file cut at any octet is refused', async () => {
  const zip = await makeCapFile({ ...recipe, codeSize: 60 })
  for (let length = 0; length < zip.length; length++) expect(await reasonOf(zip.subarray(0, length))).not.toBe('accepted')
})

test('a CAP file with changed octets is either read or refused with a reason', async () => {
  const zips = [await makeCapFile(recipe), await makeCapFile({ ...recipe, stored: true })]
  await assert(
    asyncProperty(
      integer({ min: 0, max: 1 }),
      integer({ min: 0, max: 20_000 }),
      uint8Array({ minLength: 1, maxLength: 4 }),
      async (which, at, noisy) => {
        const zip = zips[which]?.slice() ?? new Uint8Array()
        const from = at % (zip.length - noisy.length)
        zip.set(noisy, from)
        expect(await reasonOf(zip)).toBeTypeOf('string')
      },
    ),
    { numRuns: 400 },
  )
})
