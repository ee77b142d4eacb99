/** A PMTiles file of version 3 with a single vector tile of the whole world: land, a lake in the middle of Japan, and the name of a place. */
export function exampleMapFile(attribution: string): Buffer {
  const tile = Buffer.concat([
    layer('earth', [{ type: polygon, geometry: square(0, 0, extent) }]),
    layer('water', [{ type: polygon, geometry: square(3600, 1560, 60) }]),
    layer('places', [{ type: point, geometry: [moveTo(1), zigzag(3640), zigzag(1600)] }], ['name', 'Simdeck City']),
  ])
  const metadata = Buffer.from(JSON.stringify({ attribution, vector_layers: ['earth', 'water', 'places'].map((id) => ({ id })) }))
  // One entry: the tile 0, once, with its length and the offset 0.
  const root = Buffer.from([1, 0, 1, ...varint(tile.length), 1])
  const header = Buffer.alloc(127)
  header.write('PMTiles')
  header[7] = 3
  const parts = [header, root, metadata, tile]
  const offsetOf = (part: number) => parts.slice(0, part).reduce((sum, { length }) => sum + length, 0)
  const numbers = [offsetOf(1), root.length, offsetOf(2), metadata.length, 0, 0, offsetOf(3), tile.length, 1, 1, 1]
  for (const [at, number] of numbers.entries()) header.writeBigUInt64LE(BigInt(number), 8 + 8 * at)
  const [clustered, uncompressed, vectorTiles] = [1, 1, 1]
  for (const [at, number] of [clustered, uncompressed, uncompressed, vectorTiles, 0, 0].entries()) header[96 + at] = number
  for (const [at, degrees] of [-180, -85, 180, 85].entries()) header.writeInt32LE(degrees * 1e7, 102 + 4 * at)
  return Buffer.concat(parts)
}

const extent = 4096
const [point, polygon] = [1, 3]
const moveTo = (count: number): number => (count << 3) | 1
const lineTo = (count: number): number => (count << 3) | 2
const closePath = 15
const zigzag = (value: number): number => (value << 1) ^ (value >> 31)

const square = (x: number, y: number, width: number): number[] => [
  moveTo(1),
  ...[x, y].map(zigzag),
  lineTo(3),
  ...[width, 0, 0, width, -width, 0].map(zigzag),
  closePath,
]

function varint(value: number): number[] {
  const octets: number[] = []
  let left = value
  for (; left > 0x7f; left >>>= 7) octets.push((left & 0x7f) | 0x80)
  return [...octets, left]
}

/** A field of a protocol buffer: octets with their length. */
const field = (number: number, octets: Uint8Array | readonly number[] | string): Buffer => {
  const content = Buffer.from(octets as Uint8Array)
  return Buffer.concat([Buffer.from([(number << 3) | 2, ...varint(content.length)]), content])
}
const numberField = (number: number, value: number): Buffer => Buffer.from([number << 3, ...varint(value)])

type Feature = { type: number; geometry: readonly number[] }

/** A layer of a vector tile (Mapbox Vector Tile 2.1), whose features have one property or none. */
function layer(name: string, features: readonly Feature[], property?: readonly [key: string, value: string]): Buffer {
  return field(
    3,
    Buffer.concat([
      numberField(15, 2),
      field(1, name),
      ...features.map(({ type, geometry }) =>
        field(2, Buffer.concat([...(property ? [field(2, [0, 0])] : []), numberField(3, type), field(4, geometry.flatMap(varint))])),
      ),
      ...(property ? [field(3, property[0]), field(4, field(1, property[1]))] : []),
      numberField(5, extent),
    ]),
  )
}
