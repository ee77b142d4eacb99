import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

export type TowerFile = { path: string; name: string; bytes: number; modified: Date; isGzip: boolean }

/** Longest line that is read; a longer one ends the import, since the file is no such CSV. */
const maxLineCharacters = 10_000

/** Throws for a file that cannot be read. */
export async function openTowerFile(path: string): Promise<TowerFile> {
  const found = await stat(path)
  if (!found.isFile()) throw new Error(`${path} is not a file`)
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0)
    const isGzip = bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b
    return { path, name: basename(path), bytes: found.size, modified: found.mtime, isGzip }
  } finally {
    await handle.close()
  }
}

/** Lines of a file in batches, each with the octets of the file that were read so far. */
export async function* linesOf(file: TowerFile): AsyncGenerator<{ lines: string[]; octets: number }> {
  const source = createReadStream(file.path, { highWaterMark: 1 << 20 })
  let text: Readable = source
  if (file.isGzip) {
    const gunzip = createGunzip({ chunkSize: 1 << 20 })
    source.on('error', (error) => gunzip.destroy(error))
    text = source.pipe(gunzip)
  }
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for await (const chunk of text) {
      const lines = (rest + decoder.decode(chunk as Buffer, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > maxLineCharacters) throw new Error(`${file.name} has a line of more than ${maxLineCharacters} characters`)
      if (lines.length > 0) yield { lines, octets: source.bytesRead }
    }
    if (rest !== '') yield { lines: [rest], octets: source.bytesRead }
  } finally {
    source.destroy()
  }
}
