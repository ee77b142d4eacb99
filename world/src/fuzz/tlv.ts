import type { Random } from '@simdeck/simulator/random.ts'
import { multiImsiParameters } from '@simdeck/protocol/applets/multi-imsi.ts'
import { decodeReportParameters, encodeReportParameters } from '@simdeck/protocol/applets/report-parameters.ts'
import { bytesOf, concat, equalBytes, fromHex } from '@simdeck/protocol/bytes.ts'
import type { Codec } from '@simdeck/protocol/codec.ts'
import { cardCapabilities, cardRecognition, extendedResources } from '@simdeck/protocol/gp/card-data.ts'
import { keyInformation } from '@simdeck/protocol/gp/keys.ts'
import { installParameters } from '@simdeck/protocol/install-tree/install-parameters.ts'
import { flatten, readInstallTree } from '@simdeck/protocol/install-tree/install-tree.ts'
import { loadFileStructure } from '@simdeck/protocol/gp/load-file.ts'
import { registryEntries } from '@simdeck/protocol/gp/registry.ts'
import { decodeTlvs, encodeTlv } from '@simdeck/protocol/tlv.ts'
import type { Tlv } from '@simdeck/protocol/tlv.ts'
import { edgeOctet, mutate, onceIn, pick } from './mutate.ts'
import { assertInvariant, readOrNull } from './target.ts'
import type { FuzzTarget } from './target.ts'

const samples = [
  'c902aabbef08c7020000c8020100ea198012ff01100100010202021606b00001b00002008103ff0001',
  'ef06c60400012345',
  'e3134f08a0000001510000009f700101c5039efe80e3184f05a0000000019f700101ce0201028405a000000002cc05a000000003',
  'e2104f08a000000151000000c30400000000c4820003aabbcc',
  '800e6f74612e6578616d706c652e6a708102005082010283020205840101',
  'e006c00401308810',
  'a00a80034410f0810344f001a00c800800101021436587f9810081010382010583021800',
].map(fromHex)
samples.push(cardRecognition.encode([{ protocol: 3, i: 0x70 }]))
const constructed = [0x66, 0x73, 0x64, 0xe0, 0xe2, 0xe3, 0xea, 0xef, 0xc9]
const primitive = [0x06, 0xc0, 0x4f, 0x80, 0x81, 0x82, 0x83, 0x84, 0x9f70, 0xc3, 0xc4, 0xc5, 0xc6, 0xc7, 0xc8, 0xca, 0xcc, 0xce, 0x7f8101]

function objects(random: Random, depth: number): Uint8Array {
  const parts = Array.from({ length: random.between(0, 4) }, () =>
    depth > 0 && onceIn(random, 2)
      ? encodeTlv(pick(random, constructed), objects(random, depth - 1))
      : encodeTlv(pick(random, primitive), random.bytes(pick(random, [0, 1, 1, 2, 2, 4, 5, 8, 16, 17]))),
  )
  return concat(...parts)
}

function make(random: Random): Uint8Array {
  // More octets than the number of arguments that a function call allows.
  if (onceIn(random, 5000))
    return concat(encodeTlv(0x80, new Uint8Array(random.between(100_000, 200_000)).fill(0x61)), samples[4]!.subarray(16))
  const made = onceIn(random, 2) ? pick(random, samples) : objects(random, 3)
  const input = onceIn(random, 4) ? made : mutate(random, made, samples)
  return onceIn(random, 8) ? encodeTlv(0xc9, concat(input, bytesOf(edgeOctet(random)))) : input
}

const dataObjects: Codec<Tlv[]> = {
  encode: (tlvs) => concat(...tlvs.map(({ tag, value }) => encodeTlv(tag, value))),
  decode: decodeTlvs,
}

const codecs: readonly [string, Codec<unknown>][] = [
  ['data objects', dataObjects],
  ['install parameters', installParameters],
  ['registry entries', registryEntries],
  ['load file', loadFileStructure],
  ['key information', keyInformation],
  ['card recognition', cardRecognition],
  ['card capabilities', cardCapabilities],
  ['extended resources', extendedResources],
  ['multi-IMSI parameters', multiImsiParameters],
  ['report parameters', { encode: encodeReportParameters, decode: decodeReportParameters }],
]

/** Readers of data objects. Output that is read and written again must stay the same. */
export const tlvTarget: FuzzTarget = {
  make,
  run(input) {
    const read: string[] = []
    for (const type of ['Poller', 'MultiIMSI', 'custom'] as const)
      for (const { start, valueStart, end } of flatten(readInstallTree(input, type).nodes))
        assertInvariant(start <= valueStart && valueStart <= end && end <= input.length, `${type}: a node outside of the octets`)
    for (const [name, { encode, decode }] of codecs) {
      const written = readOrNull(() => encode(decode(input)))
      if (!written) continue
      read.push(name)
      assertInvariant(equalBytes(encode(decode(written)), written), `${name}: the octets change when they are decoded and encoded again`)
      if (name === 'data objects') assertInvariant(written.length <= input.length, 'lengths are not written in the shortest form')
    }
    return read.join(', ') || 'refused'
  },
}
