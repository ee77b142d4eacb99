import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import type { CapEntry } from '@simdeck/protocol/cap/read-cap.ts'
import { writeCap } from '@simdeck/protocol/cap/write-cap.ts'
import type { CapRecipe } from '@simdeck/protocol/cap/write-cap.ts'

const mtime = new Date('2026-01-01T00:00:00Z')

/** A zip of the files, deflated by default; the same files give the same octets. */
export async function makeZip(entries: readonly CapEntry[], options: { stored?: boolean } = {}): Promise<Uint8Array> {
  const zip = new ZipFile()
  const compress = options.stored !== true
  for (const { path, bytes } of entries)
    zip.addBuffer(Buffer.from(bytes), path, { mtime, mode: 0o100644, compress, forceDosTimestamp: true })
  zip.end()
  return new Uint8Array(await buffer(zip.outputStream))
}

/** A CAP file: the zip of the components of `writeCap`. */
export function makeCapFile(recipe: CapRecipe & { stored?: boolean }): Promise<Uint8Array> {
  const { stored, ...rest } = recipe
  return makeZip(writeCap(rest), { stored })
}
