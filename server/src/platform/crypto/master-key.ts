import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { keepFile } from '../keep-file.ts'

/** The master key beside an embedded database: 32 bytes in hex, in a file that is created once and that only its owner can read. */
export function embeddedMasterKey(dataDir: string): string {
  return keepFile(join(dataDir, 'master-key'), () => randomBytes(32).toString('hex')).trim()
}
