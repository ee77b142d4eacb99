import { execFile } from 'node:child_process'
import { join } from 'node:path'

export type CommandOutcome = { code: number; output: string; failure: string }

/** Runs a command of `world/src/commands` as an operator does, with only PATH and `env` in its environment. */
export function runCommand(name: string, env: Record<string, string>, ...args: string[]): Promise<CommandOutcome> {
  const options = { cwd: join(import.meta.dirname, '../../..'), env: { PATH: process.env['PATH'] ?? '', ...env } }
  return new Promise((done) => {
    execFile(process.execPath, [`world/src/commands/${name}.ts`, ...args], options, (error, output, failure) =>
      done({ code: typeof error?.code === 'number' ? error.code : 0, output: output.trim(), failure: failure.trim() }),
    )
  })
}
