import { createHash } from 'node:crypto'
import { bytesOf, concat, fromHex } from '../bytes.ts'

/** An entry of a card's registry: the AID and, of an application, the life cycle state in hex. */
interface DigestedEntry {
  aid: string
  state: string
}
/** A load file with its version, such as `1.2`; null if the card reports none. */
interface DigestedFile {
  aid: string
  version: string | null
}

/** The bits of a life cycle state that GlobalPlatform defines: an applet changes the others by itself. */
const definedBits = 0x87
const kinds = { application: 1, loadFile: 2 } as const

/**
 * A short hash of what GET STATUS lists (TLV 07 of POLL, ours): the first four octets of the SHA-256 of all entries in the order of their
 * octets. An application is `01 | L AID | state`, a load file `02 | L AID | L version`, with an empty version if the card reports none. The
 * states of load files, modules and privileges do not count.
 */
export function contentDigest({
  applications,
  loadFiles,
}: {
  applications: readonly DigestedEntry[]
  loadFiles: readonly DigestedFile[]
}): number {
  const entries = [
    ...applications.map(({ aid, state }) => {
      const octets = fromHex(aid)
      return concat(bytesOf(kinds.application, octets.length), octets, bytesOf(Number.parseInt(state, 16) & definedBits))
    }),
    ...loadFiles.map(({ aid, version }) => {
      const [octets, parts] = [fromHex(aid), version === null ? [] : version.split('.').map(Number)]
      return concat(bytesOf(kinds.loadFile, octets.length), octets, bytesOf(parts.length, ...parts))
    }),
  ]
  const hash = createHash('sha256')
  for (const entry of entries.toSorted((a, b) => Buffer.compare(a, b))) hash.update(entry)
  return hash.digest().readUInt32BE(0)
}
