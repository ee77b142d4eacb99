import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The master key of the embedded mode: 32 bytes in hex, made once, readable by its owner alone. */
export function embeddedMasterKey(dataDir: string): string {
  const file = join(dataDir, 'master-key')
  mkdirSync(dataDir, { recursive: true })
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 })
  return readFileSync(file, 'utf8').trim()
}
