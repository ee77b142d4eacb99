import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** Replaces the file, which only its owner can read. If the process ends meanwhile, the file contains the old text or the new one. */
export function replaceFile(file: string, text: string): void {
  const beside = `${file}.new`
  rmSync(beside, { force: true })
  write(beside, text)
  renameSync(beside, file)
}

/** The text of the file. A missing file is created with the text of `make`; of several processes at the same time, one creates it. */
export function keepFile(file: string, make: () => string): string {
  if (!existsSync(file)) {
    const made = `${file}.${randomBytes(6).toString('hex')}`
    write(made, make())
    try {
      linkSync(made, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      rmSync(made)
    }
  }
  return readFileSync(file, 'utf8')
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o755 })
  const handle = openSync(file, 'wx', 0o600)
  try {
    writeSync(handle, text)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
