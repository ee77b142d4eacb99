import type { Random } from '@simdeck/simulator/random.ts'
import { readComponentStream } from '@simdeck/simulator/card/cap-stream.ts'
import { formatAid } from '@simdeck/protocol/aid.ts'
import { bytesOf, concat, fromHex, lv } from '@simdeck/protocol/bytes.ts'
import { readCap } from '@simdeck/protocol/cap/read-cap.ts'
import type { Cap, CapEntry } from '@simdeck/protocol/cap/read-cap.ts'
import { writeCap } from '@simdeck/protocol/cap/write-cap.ts'
import { ApiError } from '@simdeck/contract/errors.ts'
import { readUpload } from '@simdeck/server/packages/read-upload.ts'
import { Feed } from './feed.ts'
import { HostileZip } from './hostile-zip.ts'
import { block, mutate, onceIn, pick } from './mutate.ts'
import { assertInvariant, readOrNull } from './target.ts'
import type { FuzzTarget } from './target.ts'

const library = { aid: fromHex('a0000000620101'), major: 1, minor: 3 }
const common = { packageAid: fromHex('a00000006203010c01'), packageVersion: { major: 1, minor: 10 }, codeSize: 80 }
const samples: readonly (readonly CapEntry[])[] = [
  writeCap({ ...common, applets: [fromHex('a00000006203010c0101')], imports: [library], createdAt: new Date(0) }),
  writeCap({ ...common, format: '2.1', imports: [library, { ...library, aid: fromHex('a0000000620001') }] }),
  writeCap({ ...common, codeSize: 160, applets: [fromHex('a00000006203010c0101'), fromHex('a00000006203010c0102')], debug: true }),
]
const allBytes = samples.flatMap((entries) => entries.map(({ bytes }) => bytes))
const strangePaths = [
  'META-INF/MANIFEST.MF',
  'com/example/sample/javacard/StaticResources.capx',
  'x/javacard/Header.cap',
  'javacard/Header.cap',
]
/** Entry that is small in the zip and unpacks to more than the limit. */
const bomb = new Uint8Array(5 * 1024 * 1024)

const inputKind = { zip: 0, components: 1 } as const

/** Changes up to two components. Half of them get a matching size field, so that the code behind the size check runs too. */
function changed(random: Random, entries: readonly CapEntry[]): CapEntry[] {
  const out = [...entries]
  for (let left = random.between(0, 2); left > 0; left--) {
    const at = random.between(0, out.length - 1)
    const { path, bytes } = out[at]!
    const body = mutate(random, bytes, allBytes)
    const sized = body.length >= 3 && onceIn(random, 2)
    if (sized) body.set([(body.length - 3) >> 8, (body.length - 3) & 0xff], 1)
    out[at] = { path: onceIn(random, 10) ? pick(random, strangePaths) : path, bytes: body }
  }
  if (onceIn(random, 30)) out.splice(random.between(0, out.length - 1), 1)
  if (onceIn(random, 30)) out.push(pick(random, out))
  return out
}

function make(random: Random): Uint8Array {
  const entries = changed(random, pick(random, samples))
  if (!onceIn(random, 8))
    return concat(bytesOf(inputKind.components), ...entries.map(({ path, bytes }) => concat(lv(Buffer.from(path)), block(bytes))))
  if (onceIn(random, 500)) entries.push({ path: 'bomb', bytes: bomb })
  const zip = new HostileZip(random, pick(random, [0, 0.05, 0.01])).write(entries)
  return concat(bytesOf(inputKind.zip), onceIn(random, 3) ? mutate(random, zip, [zip, ...allBytes]) : zip)
}

function entriesOf(feed: Feed): CapEntry[] {
  const entries: CapEntry[] = []
  while (!feed.done) {
    const path = Buffer.from(feed.take(feed.octet())).toString()
    entries.push({ path, bytes: feed.block() })
  }
  return entries
}

/** Checks that a card reads the same AIDs from the load file as the server does from the CAP file, or refuses the file. */
function compareWithCard(cap: Cap): string {
  const onCard = readOrNull(() => readComponentStream(cap.loadFileData({ descriptor: true })))
  assertInvariant(
    readOrNull(() => readComponentStream(cap.loadFileData({ descriptor: false }))) !== null || onCard === null,
    'the card refuses the file only without the Descriptor component',
  )
  if (!onCard) return 'read, but refused by the card'
  assertInvariant(onCard.aid === formatAid(cap.packageAid), 'the card reads another AID')
  assertInvariant(onCard.moduleAids.join() === cap.applets.map(({ aid }) => formatAid(aid)).join(), 'the card reads other modules')
  assertInvariant(
    onCard.imports.map(({ aid }) => aid).join() === cap.imports.map(({ aid }) => formatAid(aid)).join(),
    'the card reads other imports',
  )
  return 'read'
}

async function upload(zip: Uint8Array): Promise<string> {
  try {
    const { facts, loadFile } = await readUpload(zip)
    assertInvariant(facts.loadLength === loadFile.length, 'the stated length of the load file is wrong')
    assertInvariant(!/\p{Cc}/u.test(JSON.stringify(facts)) && JSON.stringify(facts).isWellFormed(), 'text that cannot be stored')
    return 'zip read'
  } catch (error) {
    if (error instanceof ApiError && error.code === 'invalidZip') return 'zip refused'
    throw error
  }
}

/** Uploads of CAP files as a zip, and the components alone as `readCap` gets them. */
export const capTarget: FuzzTarget = {
  make,
  run(input) {
    const feed = new Feed(input)
    if (feed.octet() === inputKind.zip) return upload(feed.rest())
    const cap = readOrNull(() => readCap(entriesOf(feed)))
    return cap ? compareWithCard(cap) : 'refused'
  },
}
