import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { formatAid } from '@simdeck/protocol/aid.ts'
import { toHex } from '@simdeck/protocol/bytes.ts'
import { readCap } from '@simdeck/protocol/cap/read-cap.ts'
import type { Cap, CapVersion } from '@simdeck/protocol/cap/read-cap.ts'
import { ProtocolError } from '@simdeck/protocol/errors.ts'
import { readZip, zipLimits } from '@simdeck/server/packages/zip.ts'

const dotted = ({ major, minor }: CapVersion): string => `${major}.${minor}`

/**
 * JSON that `npm run -s inspect -- FILE.cap` prints. AIDs are upper-case hex. `loadLength` and `loadSha256` describe the value of C4
 * without Descriptor. `components` has the length of each component's file in loading order, including its tag and size (3 octets, or 5
 * for StaticResources); the lengths of the loaded components add up to `loadLength`.
 */
function describeCap(cap: Cap): Record<string, unknown> {
  const load = cap.loadFileData({ descriptor: false })
  return {
    packageAid: formatAid(cap.packageAid),
    packageVersion: dotted(cap.packageVersion),
    applets: cap.applets.map(({ aid }) => formatAid(aid)),
    imports: cap.imports.map((one) => `${formatAid(one.aid)} ${dotted(one)}`),
    loadLength: load.length,
    loadSha256: toHex(createHash('sha256').update(load).digest()),
    components: Object.fromEntries(cap.components.map(({ name, bytes }) => [name, bytes.length])),
  }
}

/** Reads regular files only: reading a pipe or a device might never end. */
async function readCapFile(path: string): Promise<Uint8Array> {
  const info = await stat(path)
  if (!info.isFile()) throw new Error(`${path} is not a file`)
  if (info.size > zipLimits.zippedBytes) throw new ProtocolError('cap', `it is larger than ${zipLimits.zippedBytes} bytes`)
  return readFile(path)
}

function reasonOf(error: unknown, path: string): string {
  if (error instanceof ProtocolError) return `Invalid structure of zip file: ${error.message}`
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return `${path} does not exist`
  return error instanceof Error ? error.message : `${path} cannot be read`
}

if (import.meta.main) {
  const [file, ...others] = process.argv.slice(2)
  if (file === undefined || others.length > 0) {
    console.error('usage: npm run -s inspect -- FILE.cap')
    process.exitCode = 1
  } else {
    try {
      // npm runs scripts in the project's folder, while the path is relative to the caller's folder.
      const bytes = await readCapFile(resolve(process.env.INIT_CWD ?? '.', file))
      console.log(JSON.stringify(describeCap(readCap(await readZip(bytes))), null, 2))
    } catch (error) {
      console.error(reasonOf(error, file).replace(/\p{Cc}+/gu, ' '))
      process.exitCode = 1
    }
  }
}
