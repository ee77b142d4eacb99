import { assert, constantFrom, array, boolean, integer, property, record, uint8Array, uniqueArray } from 'fast-check'
import { expect, test } from 'vitest'
import { bytesOf, concat, equalBytes, fromHex, toHex, uint } from '../bytes.ts'
import { ProtocolError } from '../errors.ts'
import { readCap } from './read-cap.ts'
import type { Cap, CapEntry } from './read-cap.ts'
import { writeCap } from './write-cap.ts'
import type { CapRecipe } from './write-cap.ts'

const framework = { aid: fromHex('A0000000620101'), major: 1, minor: 6 }
const recipe: CapRecipe = {
  packageAid: fromHex('F053494D4445434B0002010000000001'),
  packageVersion: { major: 1, minor: 4 },
  packageName: 'com.example.telemetry',
  applets: [fromHex('F053494D4445434B0002010000000002')],
  imports: [framework, { aid: fromHex('A0000000620001'), major: 1, minor: 0 }],
  codeSize: 700,
}

const fileOf = (path: string): string => path.split('/').at(-1) ?? ''

function changed(entries: readonly CapEntry[], file: string, change: (bytes: Uint8Array) => Uint8Array): CapEntry[] {
  return entries.map((entry) => (fileOf(entry.path) === file ? { ...entry, bytes: change(entry.bytes.slice()) } : entry))
}

const without = (entries: readonly CapEntry[], file: string): CapEntry[] => entries.filter(({ path }) => fileOf(path) !== file)

function at(bytes: Uint8Array, index: number, ...octets: number[]): Uint8Array {
  bytes.set(octets, index)
  return bytes
}

/** Replaces a component and corrects its size in Directory, so that the change is the only fault. */
function replaced(entries: readonly CapEntry[], file: string, tag: number, info: Uint8Array): CapEntry[] {
  const renewed = changed(entries, file, () => concat(bytesOf(tag), uint(info.length, 2), info))
  return changed(renewed, 'Directory.cap', (bytes) => at(bytes, 3 + 2 * (tag - 1), info.length >> 8, info.length & 0xff))
}

const infoOf = (entries: readonly CapEntry[], file: string): Uint8Array =>
  entries.find(({ path }) => fileOf(path) === file)?.bytes.slice(3) ?? bytesOf()

function reasonOf(entries: readonly CapEntry[]): string {
  try {
    readCap(entries)
  } catch (error) {
    if (error instanceof ProtocolError && error.code === 'cap') return error.message
    throw error
  }
  return 'accepted'
}

const aids = uint8Array({ minLength: 5, maxLength: 16 })
const versions = record({ major: integer({ min: 0, max: 255 }), minor: integer({ min: 0, max: 255 }) })
const recipes = record({
  packageAid: aids,
  packageVersion: versions,
  packageName: constantFrom('a', 'com.example.x', 'jp.co.simdeck.very_long_package_name.with.many.parts.for.the.manifest'),
  applets: uniqueArray(aids, { maxLength: 5, selector: toHex }),
  imports: array(record({ aid: aids, major: integer({ min: 0, max: 255 }), minor: integer({ min: 0, max: 255 }) }), { maxLength: 8 }),
  codeSize: integer({ min: 80, max: 40_000 }),
  seed: integer(),
  format: constantFrom('2.1' as const, '2.3' as const),
  debug: boolean(),
  createdAt: integer({ min: 0, max: 4_000_000_000 }).map((seconds) => new Date(seconds * 1000)),
})

test('a CAP file that was written from a recipe is read back', () => {
  assert(
    property(recipes, (made) => {
      const cap = readCap(writeCap(made))
      expect(cap.packageAid).toEqual(made.packageAid)
      expect(cap.packageVersion).toEqual(made.packageVersion)
      expect(cap.packageName).toBe(made.packageName)
      expect(`${cap.format.major}.${cap.format.minor}`).toBe(made.format)
      expect(cap.applets.map(({ aid }) => toHex(aid))).toEqual(made.applets.map(toHex))
      expect(cap.imports).toEqual(made.imports)
      expect(cap.manifest.createdAt).toEqual(made.createdAt)
      expect(cap.components.find(({ name }) => name === 'Method')?.size).toBe(made.codeSize)
      expect(cap.components.some(({ name }) => name === 'Debug')).toBe(made.debug)
    }),
    { numRuns: 60 },
  )
})

test('the same recipe gives the same octets, and another seed gives other octets', () => {
  const load = (made: CapRecipe): string => toHex(readCap(writeCap(made)).loadFileData({ descriptor: false }))
  expect(load(recipe)).toBe(load({ ...recipe }))
  expect(load(recipe)).not.toBe(load({ ...recipe, seed: 2 }))
})

test('the install method of every applet lies in Method', () => {
  const cap = readCap(writeCap({ ...recipe, applets: [fromHex('0102030405'), fromHex('0102030406'), fromHex('0102030407')] }))
  const method = cap.components.find(({ name }) => name === 'Method')
  const offsets = cap.applets.map(({ installMethodOffset }) => installMethodOffset)
  expect(offsets[0]).toBe(1)
  expect(new Set(offsets).size).toBe(3)
  expect(Math.max(...offsets)).toBeLessThan(method?.size ?? 0)
})

test('components are loaded in the order of the specification: Descriptor when wanted, Debug never', () => {
  const cap = readCap(writeCap({ ...recipe, debug: true }))
  const tags = (data: Uint8Array): number[] => {
    const found: number[] = []
    for (let i = 0; i < data.length; i += 3 + ((data[i + 1] ?? 0) << 8) + (data[i + 2] ?? 0)) found.push(data[i] ?? 0)
    return found
  }
  expect(tags(cap.loadFileData({ descriptor: false }))).toEqual([1, 2, 4, 3, 6, 7, 8, 5, 9])
  expect(tags(cap.loadFileData({ descriptor: true }))).toEqual([1, 2, 4, 3, 6, 7, 8, 5, 9, 11])
  const library = readCap(writeCap({ ...recipe, applets: [] }))
  expect(library.applets).toEqual([])
  expect(tags(library.loadFileData({ descriptor: false }))).toEqual([1, 2, 4, 6, 7, 8, 10, 5, 9])
})

test('Directory has 31 octets in format 2.1 and 37 in 2.3', () => {
  const size = (cap: Cap): number | undefined => cap.components.find(({ name }) => name === 'Directory')?.size
  expect(size(readCap(writeCap({ ...recipe, format: '2.1' })))).toBe(31)
  expect(size(readCap(writeCap({ ...recipe, format: '2.3' })))).toBe(37)
})

test('format 2.2 has a size for Debug and none for StaticResources', () => {
  const entries = replaced(
    writeCap({ ...recipe, format: '2.1' }),
    'Header.cap',
    1,
    at(infoOf(writeCap({ ...recipe, format: '2.1' }), 'Header.cap'), 4, 2),
  )
  const old = infoOf(entries, 'Directory.cap')
  const info = concat(old.subarray(0, 22), bytesOf(0, 0), old.subarray(22))
  const cap = readCap(replaced(entries, 'Directory.cap', 2, info))
  expect(cap.format).toEqual({ major: 2, minor: 2 })
})

test('an empty package name in Header, which some converters write in 2.1, leaves the name to the folder', () => {
  const entries = writeCap({ ...recipe, format: '2.1' })
  const cap = readCap(replaced(entries, 'Header.cap', 1, concat(infoOf(entries, 'Header.cap'), bytesOf(0))))
  expect(cap.packageName).toBe('com.example.telemetry')
})

test('StaticResources, with its size of four octets, is loaded after ReferenceLocation', () => {
  const entries = writeCap(recipe)
  const resources = concat(bytesOf(13), uint(12, 4), bytesOf(0, 1, 0, 1, 0, 0, 0, 4, 9, 9, 9, 9))
  const sized = changed(entries, 'Directory.cap', (bytes) => at(bytes, 3 + 24, 0, 0, 0, 12))
  const cap = readCap([...sized, { path: 'com/example/telemetry/javacard/StaticResources.capx', bytes: resources }])
  const load = cap.loadFileData({ descriptor: false })
  expect(equalBytes(load.subarray(-resources.length), resources)).toBe(true)
})

test('custom components are declared in Directory and never loaded', () => {
  const entries = writeCap({ ...recipe, format: '2.1' })
  const info = concat(infoOf(entries, 'Directory.cap').subarray(0, 30), bytesOf(1, 200, 0, 1, 5, 1, 2, 3, 4, 5))
  const custom = { path: 'com/example/telemetry/javacard/vendor.cap', bytes: bytesOf(200, 0, 1, 7) }
  const cap = readCap([...replaced(entries, 'Directory.cap', 2, info), custom])
  expect(cap.components.map(({ tag }) => tag)).toEqual([1, 2, 4, 3, 6, 7, 8, 5, 9, 11])
})

test('component names are compared without case, and other files are ignored', () => {
  const upperCase = writeCap(recipe).map(({ path, bytes }) => ({ path: path.replace(/[^/]+\.cap$/, (file) => file.toUpperCase()), bytes }))
  const beside = [
    { path: 'APPLET-INF/classes/com/example/javacard/Header.cap', bytes: bytesOf(1) },
    { path: 'META-INF/javacard/Header.cap', bytes: bytesOf(1) },
    { path: 'APPLET-INF/applet.xml', bytes: bytesOf(1) },
    { path: 'com/example/telemetry/javacard/telemetry.exp', bytes: bytesOf(1) },
    { path: '__MACOSX/com/example/telemetry/javacard/._Header.cap', bytes: bytesOf(1) },
  ]
  expect(toHex(readCap([...upperCase, ...beside]).packageAid)).toBe(toHex(recipe.packageAid))
})

test('a CAP file whose Debug component was taken out is accepted', () => {
  expect(reasonOf(without(writeCap({ ...recipe, debug: true }), 'Debug.cap'))).toBe('accepted')
})

test('a Debug component of a wrong size is refused', () => {
  const entries = writeCap({ ...recipe, debug: true })
  expect(reasonOf(replacedDebug(entries))).toMatch(/gives Debug a size of/)
})

function replacedDebug(entries: readonly CapEntry[]): CapEntry[] {
  return changed(entries, 'Debug.cap', () => bytesOf(12, 0, 1, 0))
}

const folder = 'com/example/telemetry/javacard'
const whole = writeCap(recipe)
const header = infoOf(whole, 'Header.cap')
const refusals: [string, CapEntry[], RegExp][] = [
  ['no files', [], /not a CAP file/],
  ['components outside a javacard folder', whole.map(({ path, bytes }) => ({ path: fileOf(path), bytes })), /not a CAP file/],
  ['a duplicate component', [...whole, { path: `${folder}/HEADER.cap`, bytes: bytesOf(1) }], /Header\.cap twice/],
  [
    'two packages',
    [...whole, { path: 'org/other/javacard/Header.cap', bytes: bytesOf(1) }],
    /two packages, com.example.telemetry.javacard and org.other/,
  ],
  ['an extended component', [...whole, { path: `${folder}/Method.capx`, bytes: bytesOf(7) }], /extended CAP/],
  ['the flag of extended CAP files', replaced(whole, 'Header.cap', 1, at(header.slice(), 6, 0x0c)), /extended CAP/],
  ['a wrong magic', replaced(whole, 'Header.cap', 1, at(header.slice(), 0, 0xca)), /DECAFFED/],
  ['an unknown format', replaced(whole, 'Header.cap', 1, at(header.slice(), 5, 3)), /CAP format 3\.3 is unknown/],
  ['a wrong tag', changed(whole, 'Class.cap', (bytes) => at(bytes, 0, 7)), /Class\.cap begins with tag 7, not 6/],
  ['a component cut short', changed(whole, 'Method.cap', (bytes) => bytes.subarray(0, -1)), /Method\.cap states a size of 700, but 699/],
  [
    'a component with more than its size',
    changed(whole, 'Method.cap', (bytes) => concat(bytes, bytesOf(0))),
    /states a size of 700, but 701/,
  ],
  ['an empty component file', changed(whole, 'Import.cap', () => bytesOf()), /Import\.cap ends before its size/],
  [
    'a package AID of 4 octets',
    replaced(whole, 'Header.cap', 1, at(header.slice(0, 14), 9, 4)),
    /Header component: an AID has 5 to 16 octets, not 4/,
  ],
  ['a package AID longer than Header', replaced(whole, 'Header.cap', 1, header.slice(0, 14)), /Header component: 16 octets wanted/],
  [
    'an applet AID of 17 octets',
    replaced(whole, 'Applet.cap', 3, concat(bytesOf(1, 17), new Uint8Array(19))),
    /Applet component: an AID has/,
  ],
  ['an import AID of 3 octets', replaced(whole, 'Import.cap', 4, bytesOf(1, 0, 1, 3, 1, 2, 3)), /Import component: an AID has/],
  ['fewer imports than counted', replaced(whole, 'Import.cap', 4, bytesOf(2, 0, 1, 5, 1, 2, 3, 4, 5)), /Import component: 1 octets wanted/],
  [
    'octets after the last applet',
    replaced(whole, 'Applet.cap', 3, concat(infoOf(whole, 'Applet.cap'), bytesOf(0))),
    /Applet component: 1 octets left over/,
  ],
  [
    'a size in Directory that is not the component’s',
    changed(whole, 'Directory.cap', (bytes) => at(bytes, 3 + 12, 0, 1)),
    /gives Method a size of 1, but it is 700/,
  ],
  ['a size in Directory of a component that is not there', without(whole, 'Applet.cap'), /gives Applet a size of 20, but it is 0/],
  [
    'a component that Directory does not list',
    [...whole, { path: `${folder}/Export.cap`, bytes: bytesOf(10, 0, 1, 0) }],
    /gives Export a size of 0, but it is 1/,
  ],
  ['Directory of another format', replaced(whole, 'Directory.cap', 2, new Uint8Array(31)), /Directory component/],
]

test.each(refusals)('refused: %s', (_name, entries, reason) => {
  expect(reasonOf(entries)).toMatch(reason)
})

test.each(['Header', 'Directory', 'Import', 'ConstantPool', 'Class', 'Method', 'StaticField', 'RefLocation', 'Descriptor'])(
  'refused: %s is missing',
  (name) => {
    expect(reasonOf(without(whole, `${name}.cap`))).toBe(`${name}.cap is missing`)
  },
)

test('every component cut at every octet is refused with a reason', () => {
  const small = writeCap({ ...recipe, codeSize: 100, format: '2.1' })
  for (const { path, bytes } of small) {
    if (!path.endsWith('.cap')) continue
    for (let length = 0; length < bytes.length; length++)
      expect(reasonOf(changed(small, fileOf(path), () => bytes.subarray(0, length)))).not.toBe('accepted')
  }
})

test('a CAP file with any octet changed is read or refused with a reason', () => {
  const files = whole.map(({ path }) => fileOf(path))
  assert(
    property(constantFrom(...files), integer({ min: 0, max: 800 }), integer({ min: 1, max: 255 }), (file, index, flip) => {
      const entries = changed(whole, file, (bytes) => at(bytes, index % bytes.length, (bytes[index % bytes.length] ?? 0) ^ flip))
      expect(reasonOf(entries)).toBeTypeOf('string')
    }),
    { numRuns: 500 },
  )
})

test('arbitrary files in the place of components are refused', () => {
  assert(
    property(array(uint8Array({ maxLength: 60 }), { minLength: 12, maxLength: 12 }), (contents) => {
      const entries = whole.map(({ path }, i) => ({ path, bytes: contents[i] ?? bytesOf() }))
      expect(reasonOf(entries)).not.toBe('accepted')
    }),
  )
})

test('a recipe that fits no CAP file is refused', () => {
  expect(() => writeCap({ ...recipe, packageAid: bytesOf(1, 2, 3, 4) })).toThrow(/5 to 16 octets/)
  expect(() => writeCap({ ...recipe, codeSize: 5 })).toThrow(/too few/)
  expect(() => writeCap({ ...recipe, codeSize: 70_000 })).toThrow(/does not fit/)
  expect(() => writeCap({ ...recipe, packageName: '../x' })).toThrow(/not a package name/)
})
