import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { makeCapFile } from '@simdeck/server/testing/cap-file.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { type OpenLink, openTcpLink } from '@simdeck/simulator/link.ts'
import { builtConsole } from './console-build.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { customAid, customCap } from './testing/recipes.ts'
import { startWorld, type World } from './testing/start-world.ts'
import { signInByForm } from './testing/visit.ts'

const account = { email: 'operator@example.com', password: 'Operator-pass-1' }
const folder = mkdtempSync(join(tmpdir(), 'simdeck-e2e-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

async function withOperator(world: World): Promise<void> {
  await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
}

/** Number of a card's frames after which its OTA has begun but is far from its end. */
const framesToBegin = 3

/** Link between cards and server that sends a limited number of frames per connection and delays the rest. */
class FrameLimiter {
  #allowed = Infinity
  #delayed: (() => void)[] = []

  readonly openLink: OpenLink = (to, listener) => {
    const link = openTcpLink(to, listener)
    let sent = 0
    const pass = (frame: Uint8Array, at: number): void => {
      if (at < this.#allowed) link.send(frame)
      else this.#delayed.push(() => pass(frame, at))
    }
    return { send: (frame) => pass(frame, sent++), close: link.close }
  }

  allow(frames: number): void {
    this.#allowed = frames
    for (const again of this.#delayed.splice(0)) again()
  }
}

/** Collects every OTA status that each row of the page ever shows, without a reload. */
async function watchStatuses(page: Page): Promise<() => Promise<Record<string, string[]>>> {
  await page.evaluate(() => {
    const seen: Record<string, string[]> = {}
    Object.assign(globalThis, { seenStatuses: seen, notReloaded: true })
    const look = () => {
      for (const row of document.querySelectorAll('tbody tr')) {
        const name = /SIM \d+/.exec(row.textContent)?.[0]
        const status = /待機中|実行中|成功|失敗|中断/.exec(row.textContent)?.[0]
        if (name && status && seen[name]?.at(-1) !== status) seen[name] = [...(seen[name] ?? []), status]
      }
    }
    look()
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  return () =>
    page.evaluate(() => {
      const shared = globalThis as unknown as { seenStatuses: Record<string, string[]>; notReloaded?: boolean }
      return shared.notReloaded ? shared.seenStatuses : {}
    })
}

describe.skipIf(!findChromium())('in the browser', () => {
  test('an operator uploads a CAP file, installs it on 20 SIMs with live statuses, reads a trace and removes it again', async () => {
    const limiter = new FrameLimiter()
    await using world = await startWorld({
      sims: 20,
      consoleFolder,
      profile: () => ({ receiveBuffer: 255, poller: { intervalMinutes: 60 } }),
      fleet: { openLink: limiter.openLink, speed: 5 },
    })
    await withOperator(world)
    const capPath = join(folder, 'agent.cap')
    writeFileSync(capPath, await makeCapFile(customCap({ codeSize: 12_000 })))
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    const { url } = world.server

    await signInByForm(page, url, account)
    await page.getByRole('heading', { name: 'SIM一覧' }).waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'OTA' }).click()
    await page.locator('input[type="file"]').setInputFiles(capPath)
    await page.getByText('読み取りました').waitFor()
    await page.getByRole('textbox', { name: 'ラベル' }).fill('stable')
    await page.getByRole('button', { name: '登録', exact: true }).click()
    await page.getByRole('cell', { name: 'stable', exact: true }).waitFor()

    await page.getByRole('link', { name: '一括OTA' }).click()
    expect(await page.getByRole('button', { name: '20台で次へ' }).isDisabled()).toBe(true)
    await page.getByText('条件で絞り込むか、すべてのSIMを選択してください').waitFor()
    await page.getByRole('checkbox', { name: 'すべてのSIM（20台）を対象にする' }).check()
    await page.getByRole('button', { name: '20台で次へ' }).click()
    await page.getByText('カスタム', { exact: true }).click()
    await page.getByRole('radio').last().check()
    await page.getByRole('button', { name: '次へ' }).click()
    limiter.allow(0)
    await page.getByText('全台に一度に').click()
    await page.getByRole('button', { name: /20台に配信を開始/ }).click()
    await page.getByRole('link', { name: '配信を開く' }).click()
    await page.getByRole('row', { name: /SIM 20/ }).waitFor()
    const statuses = await watchStatuses(page)
    limiter.allow(framesToBegin)
    await until(async () => {
      for (const sim of world.fleet.sims) sim.pollNow()
      return Object.values(await statuses()).every((seen) => seen.at(-1) === '実行中')
    })
    limiter.allow(Infinity)
    await until(async () => Object.values(await statuses()).filter((seen) => seen.at(-1) === '成功').length === 20)
    for (const [name, seen] of Object.entries(await statuses())) expect([name, seen]).toEqual([name, ['待機中', '実行中', '成功']])
    for (const sim of world.fleet.sims) {
      expect(sim.registry().applications).toContainEqual(expect.objectContaining({ aid: customAid.module, selectable: true }))
    }

    await page.getByRole('link', { name: 'SIM 7', exact: true }).click()
    await page.getByRole('heading', { name: 'SIM 7' }).waitFor()
    await page.getByRole('link', { name: 'セッション記録' }).click()
    for (const text of ['SCP_INIT', 'INSTALL [for load]', 'INSTALL [for install', '正常終了', 'CLOSE_SESSION']) {
      await page.getByText(text).first().waitFor()
    }

    await page.getByRole('button', { name: 'その他の操作' }).click()
    await page.getByRole('menuitem', { name: 'アンインストール' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'アンインストール' }).click()
    await page.getByText('アンインストールを登録しました').waitFor()
    await until(() => {
      const sim = world.fleet.sims[6]!
      sim.pollNow()
      return !sim.registry().loadFiles.some(({ aid }) => aid === customAid.package)
    })
    expect(problems).toEqual([])
  })
})
