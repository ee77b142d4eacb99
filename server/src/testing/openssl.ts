import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { childEnvironment } from '../config.ts'

/** A folder with files for OpenSSL, as a peer that judges certificates by itself. */
export class OpenSsl implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'openssl-'))

  /** Writes a file and returns its path. */
  file(name: string, content: string | Uint8Array): string {
    const path = join(this.folder, name)
    writeFileSync(path, content)
    return path
  }

  read(name: string): Uint8Array {
    return new Uint8Array(readFileSync(join(this.folder, name)))
  }

  /** Everything that OpenSSL prints, and its exit code. File names are those of the folder. */
  run(...args: string[]): { code: number; text: string } {
    const { status, stdout, stderr, error } = spawnSync('openssl', args, {
      cwd: this.folder,
      env: childEnvironment(),
      encoding: 'utf8',
    })
    if (error) throw error
    return { code: status ?? -1, text: stdout + stderr }
  }

  /** The text that OpenSSL prints, for a command that talks to a server of this process. */
  connect(...args: string[]): Promise<string> {
    return new Promise((resolve) => {
      const options = { cwd: this.folder, env: childEnvironment(), timeout: 60_000 }
      execFile('openssl', args, options, (_error, stdout, stderr) => resolve(stdout + stderr))
    })
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true })
  }
}
