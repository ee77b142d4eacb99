import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { concat, fromHex } from '@simdeck/protocol/bytes.ts'
import { writeCap } from '@simdeck/protocol/cap/write-cap.ts'
import { makeCapFile } from '@simdeck/server/testing/cap-file.ts'

const command = new URL('./inspect.ts', import.meta.url).pathname
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspect-'))
})

afterAll(() => rm(folder, { recursive: true }))

interface Run {
  status: number | null
  stdout: string
  stderr: string
}

function inspect(...args: string[]): Promise<Run> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [command, ...args], { cwd: folder, env: { INIT_CWD: folder } }, (_error, stdout, stderr) =>
      resolve({ status: child.exitCode, stdout, stderr }),
    )
  })
}

const recipe = {
  packageAid: fromHex('a00000006203010c01'),
  packageVersion: { major: 1, minor: 10 },
  applets: [fromHex('a00000006203010c0101'), fromHex('a00000006203010c0102')],
  imports: [{ aid: fromHex('a0000000620101'), major: 1, minor: 3 }],
  codeSize: 900,
}

test('prints the content of a CAP file whose path is relative to the caller', async () => {
  await writeFile(join(folder, 'good.cap'), await makeCapFile(recipe))
  const { status, stdout, stderr } = await inspect('good.cap')
  expect(stderr).toBe('')
  expect(status).toBe(0)

  const file = (name: string): Uint8Array => writeCap(recipe).find(({ path }) => path.endsWith(`/${name}.cap`))?.bytes ?? new Uint8Array()
  const order = ['Header', 'Directory', 'Import', 'Applet', 'Class', 'Method', 'StaticField', 'ConstantPool', 'RefLocation']
  const load = concat(...order.map(file))
  expect(JSON.parse(stdout)).toEqual({
    packageAid: 'A00000006203010C01',
    packageVersion: '1.10',
    applets: ['A00000006203010C0101', 'A00000006203010C0102'],
    imports: ['A0000000620101 1.3'],
    loadLength: load.length,
    loadSha256: createHash('sha256').update(load).digest('hex'),
    components: {
      ...Object.fromEntries(order.map((name) => [name === 'RefLocation' ? 'ReferenceLocation' : name, file(name).length])),
      Descriptor: file('Descriptor').length,
    },
  })
})

test('prints in one line why a file cannot be read, and exits with 1', async () => {
  await writeFile(join(folder, 'noise.cap'), 'not a zip')
  await writeFile(join(folder, 'huge.cap'), new Uint8Array(1024 * 1024 + 1))
  const runs: [string[], RegExp][] = [
    [['noise.cap'], /^Invalid structure of zip file: .+\n$/],
    [['huge.cap'], /^Invalid structure of zip file: it is larger than 1048576 bytes\n$/],
    [['missing.cap'], /^missing\.cap does not exist\n$/],
    [['.'], /is not a file\n$/],
    [[], /^usage: .+\n$/],
    [['/dev/zero'], /is not a file\n$/],
  ]
  for (const [args, reason] of runs) {
    const run = await inspect(...args)
    expect(run.stdout).toBe('')
    expect(run.stderr).toMatch(reason)
    expect(run.stderr.trimEnd()).not.toContain('\n')
    expect(run.status).toBe(1)
  }
})
