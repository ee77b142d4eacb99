import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toHex } from '../bytes.ts'
import { aids, octets, u8 } from '../codec.fixture.ts'
import { ProtocolError } from '../errors.ts'
import { readCap } from './read-cap.ts'
import { writeCap } from './write-cap.ts'

const version = { major: u8, minor: u8 }
const recipe = fc.record({
  packageAid: aids,
  packageVersion: fc.record(version),
  packageName: fc.stringMatching(/^[a-z]{1,8}(\.[a-z]{1,8}){0,3}$/),
  applets: fc.array(aids, { maxLength: 3 }),
  imports: fc.array(fc.record({ aid: aids, ...version }), { maxLength: 5 }),
  codeSize: fc.integer({ min: 200, max: 1200 }),
  seed: fc.nat(),
  format: fc.constantFrom('2.1' as const, '2.3' as const),
  debug: fc.boolean(),
})

test('every written CAP file is read back, and a truncated or changed file is read or refused', () => {
  const change = fc.record({ file: fc.nat(), at: fc.nat(), count: fc.nat(3), put: octets(0, 3) })
  fc.assert(
    fc.property(recipe, change, (given, { file, at, count, put }) => {
      const entries = writeCap(given)
      const cap = readCap(entries)
      expect({ ...cap, applets: cap.applets.map(({ aid }) => aid) }).toMatchObject({
        packageAid: given.packageAid,
        packageVersion: given.packageVersion,
        packageName: given.packageName,
        applets: given.applets,
        imports: given.imports,
      })
      const which = file % entries.length
      const { path, bytes } = entries[which]!
      const from = at % (bytes.length + 1)
      const changed = Uint8Array.from([...bytes.subarray(0, from), ...put, ...bytes.subarray(from + count)])
      for (const other of [changed, bytes.subarray(0, from)]) {
        if (other.length === bytes.length && toHex(other) === toHex(bytes)) continue
        try {
          readCap(entries.map((one, i) => (i === which ? { path, bytes: other } : one)))
          // A component states its length, so only other files may have another length.
          expect(path.endsWith('.cap') && other.length !== bytes.length).toBe(false)
        } catch (error) {
          expect(error).toBeInstanceOf(ProtocolError)
        }
      }
    }),
    { numRuns: 80 },
  )
})
