import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** A planted file with forbidden code, and the lint rule that must report it. */
const violations: [path: string, code: string, rule: string][] = [
  ['contract/src/a.ts', "import { readFileSync } from 'fastify'\nexport const a = readFileSync", 'no-restricted-imports'],
  ['contract/src/b.ts', "import { a } from '@simdeck/protocol/aid.ts'\nexport const b = a", 'no-restricted-imports'],
  ['protocol/src/fs.ts', "import { readFileSync } from 'node:fs'\nexport const a = readFileSync", 'no-restricted-imports'],
  ['protocol/src/net.ts', "import { connect } from 'node:net'\nexport const a = connect", 'no-restricted-imports'],
  ['protocol/src/zod.ts', "import { z } from 'zod'\nexport const a = z", 'no-restricted-imports'],
  ['protocol/src/contract.ts', "import { a } from '@simdeck/contract/list.ts'\nexport const b = a", 'no-restricted-imports'],
  ['protocol/src/out.ts', "import { a } from '../../server/src/config.ts'\nexport const b = a", 'no-restricted-imports'],
  ['protocol/src/clock.ts', 'export const now = () => Date.now()', 'no-restricted-properties'],
  ['protocol/src/dice.ts', 'export const dice = () => Math.random()', 'no-restricted-properties'],
  ['console/src/keys.ts', "import { a } from '@simdeck/protocol/scp03/kdf.ts'\nexport const b = a", 'no-restricted-imports'],
  ['console/src/frames.ts', "import { a } from '@simdeck/protocol/ota/frame.ts'\nexport const b = a", 'no-restricted-imports'],
  ['console/src/server.ts', "import { a } from '@simdeck/server/config.ts'\nexport const b = a", 'no-restricted-imports'],
  ['console/src/node.ts', "import { a } from 'node:crypto'\nexport const b = a", 'no-restricted-imports'],
  ['server/src/sims/simulator.ts', "import { a } from '@simdeck/simulator/fleet.ts'\nexport const b = a", 'no-restricted-imports'],
  ['server/src/sims/sql.ts', "import { sql } from 'kysely'\nexport const b = sql", 'no-restricted-imports'],
  ['server/src/sims/pg.ts', "import pg from 'pg'\nexport const b = pg", 'no-restricted-imports'],
  ['server/src/sims/web.ts', "import Fastify from 'fastify'\nexport const b = Fastify", 'no-restricted-imports'],
  ['server/src/sims/private.ts', "import { a } from '../packages/queries.ts'\nexport const b = a", 'no-restricted-imports'],
  ['server/src/sims/list/private.ts', "import { a } from '../../packages/queries.ts'\nexport const b = a", 'no-restricted-imports'],
  ['server/src/sims/sql/web.ts', "import Fastify from 'fastify'\nexport const b = Fastify", 'no-restricted-imports'],
  ['server/src/sims/named.ts', "import { a } from '../auth/sweep-queries.ts'\nexport const b = a", 'no-restricted-imports'],
  ['server/src/private.ts', "import { a } from './packages/queries.ts'\nexport const b = a", 'no-restricted-imports'],
  ['server/src/sims/queries.ts', "import Fastify from 'fastify'\nexport const b = Fastify", 'no-restricted-imports'],
  ['server/src/platform/http/sql.ts', "import { sql } from 'kysely'\nexport const b = sql", 'no-restricted-imports'],
  ['server/src/platform/http/feature.ts', "import { a } from '../../sims/sims.ts'\nexport const b = a", 'no-restricted-imports'],
  ['server/src/platform/feature.ts', "import type { a } from '../auth/me.ts'\nexport type B = typeof a", 'no-restricted-imports'],
  ['server/src/sims/interval.ts', 'export const timer = setInterval(() => undefined, 1000)', 'no-restricted-globals'],
  ['server/src/sims/env.ts', "export const b = process.env['HOME']", 'no-process-env'],
  ['server/src/sims/print.ts', "console.log('x')\nexport const b = 1", 'no-console'],
  ['simulator/src/contract.ts', "import { a } from '@simdeck/contract/list.ts'\nexport const b = a", 'no-restricted-imports'],
  ['simulator/src/server.ts', "import { a } from '@simdeck/server/config.ts'\nexport const b = a", 'no-restricted-imports'],
  ['simulator/src/card/curve.ts', "import { p256 } from '@noble/curves/nist.js'\nexport const b = p256", 'no-restricted-imports'],
  ['simulator/src/library.ts', "import { a } from 'fast-check'\nexport const b = a", 'no-restricted-imports'],
  [
    'simulator/src/applets/iot-safe/server.ts',
    "import { a } from '@simdeck/server/config.ts'\nexport const b = a",
    'no-restricted-imports',
  ],
  ['server/src/sims/world.ts', "import { a } from '@simdeck/world/main.ts'\nexport const b = a", 'no-restricted-imports'],
  ['server/src/barrel.ts', "export * from './log.ts'", 'no-barrel-file'],
  ['server/src/one.ts', "import { two } from './two.ts'\nexport const one = () => two", 'no-cycle'],
  ['server/src/two.ts', "import { one } from './one.ts'\nexport const two = () => one", 'no-cycle'],
]

/** Code that must stay allowed, so that the rules do not forbid too much. */
const allowed: [path: string, code: string][] = [
  ['contract/src/fine.ts', "import { z } from 'zod'\nexport const a = z.string()"],
  ['protocol/src/scp03/fine.ts', "import { createHash } from 'node:crypto'\nexport const a = createHash"],
  ['console/src/fine.ts', "import { a } from '@simdeck/protocol/applets/poller.ts'\nexport const b = a"],
  ['server/src/groups/queries.ts', "import { sql } from 'kysely'\nexport const a = sql"],
  ['server/src/groups/view-queries.ts', "import { sql } from 'kysely'\nexport const a = sql"],
  ['server/src/groups/list/views.ts', "import { a } from '../view-queries.ts'\nexport const b = a"],
  ['server/src/platform/jobs/fine.ts', 'export const timer = setInterval(() => undefined, 1000)'],
  ['server/src/sims/sql/fine.ts', "import { sql } from 'kysely'\nexport const a = sql"],
  ['server/src/sims/list/fine.ts', "import { a } from '../queries.ts'\nexport const b = a"],
  ['server/src/groups/groups.ts', "import { a } from './queries.ts'\nexport const b = a"],
  ['server/src/platform/db/fine.ts', "import pg from 'pg'\nexport const a = pg"],
  ['server/src/platform/http/fine.ts', "import Fastify from 'fastify'\nexport const a = Fastify"],
  ['simulator/src/applets/iot-safe/fine.ts', "import { p256 } from '@noble/curves/nist.js'\nexport const a = p256"],
  ['world/src/fine.ts', "import { a } from '@simdeck/server/server.ts'\nexport const b = a"],
]

test('every import rule reports its planted violation, and allowed code passes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'simdeck-import-rules-'))
  try {
    copyFileSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
    for (const [path, code] of [...violations, ...allowed]) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), `${code}\n`)
    }
    const { stdout } = spawnSync(join(root, 'node_modules/.bin/oxlint'), ['--format', 'json'], { cwd: folder, encoding: 'utf8' })
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] }
    const reportedRules = (path: string) =>
      diagnostics.filter(({ filename }) => filename === path).map(({ code }) => /\(([^)]*)\)/.exec(code)?.[1] ?? code)
    for (const [path, , rule] of violations) expect([path, reportedRules(path)]).toEqual([path, expect.arrayContaining([rule])])
    for (const [path] of allowed) expect([path, reportedRules(path)]).toEqual([path, []])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

/** Modules of `protocol` without keys and node: modules, which the browser may load. */
const freeOfKeys =
  /^(bytes|errors|tlv|aid|apdu|status-words|applets\/[\w-]+|cap\/[\w-]+|card-files\/[\w-]+|gp\/describe|install-tree\/[\w-]+|ota\/(message-codes|idle-poll-octets)|scp80\/response-status)\.ts$/

test('the console imports only modules of protocol without keys', () => {
  const imports = execFileSync('git', ['grep', '-hoE', "@simdeck/protocol/[^']+", '--', 'console/src'], { cwd: root, encoding: 'utf8' })
  const paths = imports
    .trim()
    .split('\n')
    .map((line) => line.replace('@simdeck/protocol/', ''))
  expect(paths.filter((path) => !freeOfKeys.test(path))).toEqual([])
})

test('no file has a catch-all name', () => {
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')
  expect(files.filter((file) => /(^|\/)(utils?|helpers?|misc|index)\.tsx?$/.test(file))).toEqual([])
})
