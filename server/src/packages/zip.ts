import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'
import { fromBufferPromise } from 'yauzl'
import type { Entry, ZipFile } from 'yauzl'
import type { CapEntry } from '@simdeck/protocol/cap/read-cap.ts'
import { CapError, type CapFault } from '@simdeck/protocol/cap/cap-error.ts'

/** Limits of a CAP file's zip, checked before anything is inflated. */
export const zipLimits = {
  zippedBytes: 1024 * 1024,
  unpackedBytes: 4 * 1024 * 1024,
  files: 64,
  ratio: 100,
} as const

/** Folders have no data and are not counted as files, but their number is limited, too. */
const maxEntries = 4 * zipLimits.files
/** Size from which the ratio is checked: that of the longest component. Short runs of zeros exceed the ratio legitimately. */
const ratioCheckedFrom = 64 * 1024 + 2

const stored = 0
const deflated = 8
const inflate = promisify(inflateRaw)

/**
 * The files of a zip, in the order of its directory, with verified checksums. Throws `ProtocolError('cap')` with the reason if the zip is
 * invalid, exceeds a limit, or has a name that leaves the folder.
 */
export async function readZip(bytes: Uint8Array): Promise<CapEntry[]> {
  if (bytes.length > zipLimits.zippedBytes)
    throw capError('tooLarge', String(zipLimits.zippedBytes), `it is larger than ${zipLimits.zippedBytes} bytes`)
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const zip = await fromBufferPromise(buffer, { strictFileNames: true })
    const entries = await listEntries(zip)
    checkTotals(entries, buffer.length)
    const files: CapEntry[] = []
    for (const entry of entries) files.push({ path: entry.fileName, bytes: await unpack(zip, entry, buffer) })
    return files
  } catch (error) {
    if (error instanceof CapError) throw error
    throw capError('noZip', '', `it is not a whole and sound zip: ${error instanceof Error ? error.message : 'it cannot be read'}`)
  }
}

function capError(fault: CapFault, what: string, reason: string): CapError {
  const shown = (text: string) => text.replace(/\p{Cc}/gu, '\u{FFFD}')
  return new CapError(fault, shown(what), shown(reason))
}

async function listEntries(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > maxEntries)
    throw capError('tooManyFiles', String(maxEntries), `it has ${zip.entryCount} entries; ${maxEntries} at most`)
  const files: Entry[] = []
  const names = new Set<string>()
  for await (const entry of zip.eachEntry()) {
    if (/\p{Cc}/u.test(entry.fileName)) throw capError('fileName', '', `a file name has control characters: ${entry.fileName}`)
    if (entry.fileName.endsWith('/')) continue
    if (names.has(entry.fileName)) throw capError('twice', entry.fileName, `it holds ${entry.fileName} twice`)
    names.add(entry.fileName)
    if (entry.isEncrypted()) throw capError('encrypted', entry.fileName, `${entry.fileName} is encrypted`)
    if (entry.compressionMethod !== stored && entry.compressionMethod !== deflated)
      throw capError(
        'compression',
        entry.fileName,
        `${entry.fileName} is compressed by method ${entry.compressionMethod}; stored and deflated are read`,
      )
    files.push(entry)
    if (files.length > zipLimits.files) throw capError('tooManyFiles', String(zipLimits.files), `it has more than ${zipLimits.files} files`)
  }
  return files
}

function checkTotals(entries: readonly Entry[], zippedBytes: number): void {
  let unpackedBytes = 0
  for (const entry of entries) {
    unpackedBytes += entry.uncompressedSize
    if (entry.uncompressedSize > ratioCheckedFrom && entry.uncompressedSize > entry.compressedSize * zipLimits.ratio)
      throw capError(
        'unpacksTooLarge',
        String(zipLimits.unpackedBytes),
        `${entry.fileName} unpacks to more than ${zipLimits.ratio} times its size`,
      )
  }
  if (unpackedBytes > zipLimits.unpackedBytes)
    throw capError('unpacksTooLarge', String(zipLimits.unpackedBytes), `it unpacks to more than ${zipLimits.unpackedBytes} bytes`)
  if (unpackedBytes > zippedBytes * zipLimits.ratio)
    throw capError('unpacksTooLarge', String(zipLimits.unpackedBytes), `it unpacks to more than ${zipLimits.ratio} times its size`)
}

/** Uses sizes and checksum of the zip's directory, because a local header with a data descriptor has none. */
async function unpack(zip: ZipFile, entry: Entry, buffer: Buffer): Promise<Uint8Array> {
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
  const data = buffer.subarray(fileDataStart, fileDataStart + entry.compressedSize)
  const bytes = entry.compressionMethod === stored ? data : await inflateWhole(entry, data)
  if (bytes.length !== entry.uncompressedSize)
    throw capError('damaged', entry.fileName, `${entry.fileName} has ${bytes.length} bytes, not ${entry.uncompressedSize}`)
  if (crc32(bytes) !== entry.crc32) throw capError('damaged', entry.fileName, `${entry.fileName} is damaged: its checksum is wrong`)
  return new Uint8Array(bytes)
}

async function inflateWhole(entry: Entry, data: Buffer): Promise<Buffer> {
  try {
    return await inflate(data, { maxOutputLength: Math.max(1, entry.uncompressedSize) })
  } catch (error) {
    throw capError(
      'damaged',
      entry.fileName,
      `${entry.fileName} cannot be unpacked: ${error instanceof Error ? error.message : 'broken data'}`,
    )
  }
}
