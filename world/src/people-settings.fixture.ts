import type { Page } from 'playwright-core'
import { beforeAll } from 'vitest'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { builtConsole } from './console-build.ts'
import { findChromium } from './testing/chromium.ts'
import { startWorld, type World } from './testing/start-world.ts'

export const root = { email: 'root@example.com', password: 'Operator-pass-1' }
export const admin = { email: 'admin@example.com', password: 'Operator-pass-2' }

/** Starts a `World` with the built console and the two members above. */
export function worldsWithPeople(): (env?: Record<string, string>) => Promise<World> {
  let consoleFolder = ''
  beforeAll(async () => {
    if (findChromium()) consoleFolder = await builtConsole()
  })
  return async (env = {}) => {
    const world = await startWorld({ consoleFolder, env })
    await makeAccount(world.server.db, { ...root, name: '最上位 太郎', role: 'ROOT' })
    await makeAccount(world.server.db, { ...admin, name: '管理 花子', role: 'ADMIN' })
    return world
  }
}

export const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
export const save = (page: Page, name: string) => section(page, name).getByRole('button', { name: '保存' }).click()
