import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { keepFile } from './keep-file.ts'

/** The master key of the embedded mode: 32 bytes in hex, made once, readable by its owner alone. */
export function embeddedMasterKey(dataDir: string): string {
  return keepFile(join(dataDir, 'master-key'), () => randomBytes(32).toString('hex')).trim()
}
