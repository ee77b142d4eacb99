import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { builtConsole } from './console-build.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { startWorld, type World } from './testing/start-world.ts'
import { setAppearance, signInByForm, visit } from './testing/visit.ts'

const root = { email: 'root@example.com', password: 'Operator-pass-1' }
const admin = { email: 'admin@example.com', password: 'Operator-pass-2' }
const member = { email: 'member@example.com', password: 'Operator-pass-3' }

let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

async function withPeople(): Promise<World> {
  const world = await startWorld({ consoleFolder })
  await makeAccount(world.server.db, { ...root, name: '最上位 太郎', role: 'ROOT' })
  await makeAccount(world.server.db, { ...admin, name: '管理 花子', role: 'ADMIN' })
  await makeAccount(world.server.db, { ...member, name: '閲覧 一郎', role: 'MEMBER' })
  return world
}

const rowOf = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text })
const openMenu = (page: Page, name: string) => page.getByRole('button', { name: `${name}の操作` }).click()
const item = (page: Page, name: string): Locator => page.getByRole('menuitem', { name })

async function inviteByForm(page: Page, email: string, name: string): Promise<void> {
  await page.getByRole('button', { name: 'メンバーを招待' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'メールアドレス' }).fill(email)
  await dialog.getByRole('textbox', { name: '名前' }).fill(name)
  await dialog.getByRole('button', { name: '招待を送信' }).click()
}

/** Keeps the timers of the page until `run` is called; runs in the page. */
function holdTimers(): { run: () => void } {
  const setNow = window.setTimeout.bind(window)
  const clearNow = window.clearTimeout.bind(window)
  const held = new Map<number, () => void>()
  let last = 0
  window.setTimeout = ((work: () => void) => {
    held.set(--last, work)
    return last
  }) as typeof setTimeout
  window.clearTimeout = (timer) => {
    if (!held.delete(timer as number)) clearNow(timer)
  }
  return {
    run: () => {
      window.setTimeout = setNow
      for (const [timer, work] of held) {
        held.delete(timer)
        work()
      }
    },
  }
}

describe.skipIf(!findChromium())('members in the browser', () => {
  test('an invited member is listed, edited, deactivated, invited again and deleted', async () => {
    await using world = await withPeople()
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    await signInByForm(page, world.server.url, root)
    await page.getByRole('navigation').getByRole('link', { name: 'メンバー' }).click()

    await inviteByForm(page, 'new@example.com', '新人 次郎')
    await page.getByText('new@example.com を招待しましたが、招待メールは送信されていません').waitFor()
    await page.getByText('メールは送信ボックスに保管されました').waitFor()
    await page.getByRole('button', { name: '送信ボックスを見る' }).click()
    await page.waitForURL('**/settings/outbox')
    await rowOf(page, 'new@example.com').waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'メンバー' }).click()
    const row = rowOf(page, 'new@example.com')
    await row.getByText('未確認').waitFor()
    await row.getByText('確認待ち').waitFor()
    await inviteByForm(page, 'NEW@example.com', '二人目')
    await page.getByRole('dialog').getByText('このメンバーはすでに登録されています').waitFor()
    const again = page.getByRole('dialog').getByRole('textbox', { name: 'メールアドレス' })
    expect(await again.inputValue()).toBe('NEW@example.com')
    await until(() => again.evaluate((input) => input === document.activeElement))
    await page.getByRole('dialog').getByRole('button', { name: 'キャンセル' }).click()

    await openMenu(page, '新人 次郎')
    await item(page, '編集').click()
    await page.getByRole('dialog').getByRole('textbox', { name: '名前' }).fill('新人 三郎')
    await page.getByRole('combobox', { name: '権限' }).click()
    await page.getByRole('option', { name: '管理者', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
    await page.getByText('メンバーを更新しました').first().waitFor()
    await rowOf(page, '新人 三郎').getByText('管理者').waitFor()

    await openMenu(page, '新人 三郎')
    await item(page, '招待メールを再送').click()
    await page.getByText('新しい招待メールを作成しましたが、送信されていません').waitFor()

    await openMenu(page, '閲覧 一郎')
    await item(page, '編集').click()
    await page.getByRole('checkbox', { name: 'アカウントを有効にする' }).uncheck()
    await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
    await rowOf(page, member.email).getByText('無効').waitFor()

    for (const name of ['新人 三郎', '閲覧 一郎']) await page.getByRole('checkbox', { name: `${name}を選択` }).check()
    await page.getByText('2名を選択中').waitFor()
    await page.getByRole('button', { name: '削除', exact: true }).click()
    const ask = page.getByRole('dialog')
    await ask.getByText('2名のメンバーを削除しますか').waitFor()
    expect(await ask.getByRole('button', { name: '2名を削除' }).isDisabled()).toBe(true)
    await ask.getByRole('textbox').fill('2')
    await ask.getByRole('button', { name: '2名を削除' }).click()
    await page.getByText('2名のメンバーを削除しました').waitFor()
    await rowOf(page, 'new@example.com').waitFor({ state: 'detached' })
    await rowOf(page, member.email).waitFor({ state: 'detached' })
    expect(problems).toEqual([])
  })

  test('an ADMIN sees the reason why a ROOT and the own account are protected, and a MEMBER can only read', async () => {
    await using world = await withPeople()
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const { url } = world.server
    await signInByForm(page, url, admin)
    await visit(page, `${url}/members`)
    await openMenu(page, '最上位 太郎')
    for (const act of ['編集', 'ロックを解除', '多要素認証をリセット', '削除']) {
      expect([act, await item(page, act).isDisabled()]).toEqual([act, true])
      expect(await item(page, act).innerText()).toContain('最上位管理者だけが行えます')
    }
    await page.keyboard.press('Escape')
    await openMenu(page, '管理 花子')
    expect(await item(page, '削除').innerText()).toContain('自分自身のアカウント')
    expect(await item(page, '削除').isDisabled()).toBe(true)
    await item(page, '編集').click()
    expect(await page.getByRole('combobox', { name: '権限' }).isDisabled()).toBe(true)
    expect(await page.getByRole('checkbox', { name: 'アカウントを有効にする' }).isDisabled()).toBe(true)
    await page.getByRole('dialog').getByRole('button', { name: 'キャンセル' }).click()
    await inviteByForm(page, 'new@example.com', '新人 次郎')
    await page.getByText('最上位管理者に確認を依頼してください').waitFor()
    expect(await page.getByRole('button', { name: '送信ボックスを見る' }).count()).toBe(0)
    await page.getByRole('checkbox', { name: '最上位 太郎を選択' }).check()
    await page.getByRole('note', { name: '最上位管理者に対する操作は、最上位管理者だけが行えます' }).waitFor()
    expect(await page.getByRole('button', { name: '削除', exact: true }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'メンバーを招待' }).click()
    await page.getByRole('combobox', { name: '権限' }).click()
    await page.getByRole('option', { name: /最上位管理者だけが選択できます/, disabled: true }).waitFor()

    await using other = await openBrowser()
    const reading = await other.context.newPage()
    await signInByForm(reading, url, member)
    await visit(reading, `${url}/members`)
    await rowOf(reading, root.email).waitFor()
    expect(await reading.getByRole('button', { name: 'メンバーを招待' }).isDisabled()).toBe(true)
    await reading.getByRole('note', { name: 'この操作を行う権限がありません' }).waitFor()
    expect(await reading.getByRole('checkbox').count()).toBe(0)
    expect(await reading.getByRole('button', { name: /の操作$/ }).count()).toBe(0)
  })

  test('a dialog that opens again leaves the focus in the field that the user has chosen', async () => {
    await using world = await withPeople()
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, world.server.url, root)
    await visit(page, `${world.server.url}/members`)
    const invite = page.getByRole('button', { name: 'メンバーを招待' })
    const dialog = page.getByRole('dialog')
    await invite.click()
    await until(() => dialog.getByRole('textbox', { name: 'メールアドレス' }).evaluate((input) => input === document.activeElement))
    // The page is as slow as on a busy machine: its timers wait until the list of the roles is open.
    const timers = await page.evaluateHandle(holdTimers)
    await dialog.getByRole('button', { name: 'キャンセル' }).click()
    await dialog.waitFor({ state: 'detached' })
    await invite.click()
    const role = dialog.getByRole('combobox', { name: '権限' })
    await role.click()
    await page.getByRole('option').first().waitFor()
    await timers.evaluate((held) => held.run())
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    expect(await role.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await page.getByRole('option').first().isVisible()).toBe(true)
  })

  test('filters, sort and page are in the address, and the page size is remembered', async () => {
    await using world = await withPeople()
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const { url } = world.server
    await signInByForm(page, url, root)
    await visit(page, `${url}/members?role_id=3&sort=email:ASC`)
    await rowOf(page, member.email).waitFor()
    expect(await rowOf(page, admin.email).count()).toBe(0)
    await page.getByRole('columnheader', { name: 'メールアドレス' }).and(page.locator('[aria-sort="ascending"]')).waitFor()
    await page.getByRole('button', { name: 'すべて解除' }).click()
    await rowOf(page, admin.email).waitFor()
    await page.getByRole('button', { name: '条件を追加' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '権限' }).click()
    await page.getByRole('radio', { name: '管理者', exact: true }).check()
    await page.getByRole('button', { name: '適用' }).click()
    await page.waitForURL('**/members?*role_id=2*')
    await rowOf(page, root.email).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '20名ずつ表示' }).click()
    await page.getByRole('menuitem', { name: '5名ずつ表示', exact: true }).click()
    await visit(page, `${url}/members`)
    await page.getByRole('button', { name: '5名ずつ表示' }).waitFor()
    await page.getByRole('searchbox').fill('花子')
    await page.waitForURL(/name=/)
    await rowOf(page, root.email).waitFor({ state: 'detached' })
    await rowOf(page, admin.email).waitFor()
  })

  test('an MFA state that cannot be read is reported above the list in both languages', async () => {
    await using world = await withPeople()
    await world.server.db
      .updateTable('members')
      .set({ mfa_secret: Buffer.alloc(60, 1), mfa_enabled_at: new Date() } as never)
      .where('email', '=', member.email)
      .execute()
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const { url } = world.server
    await signInByForm(page, url, root)
    await visit(page, `${url}/members`)
    await page.getByText('メンバーの多要素認証の状態を取得できませんでした').waitFor()
    await rowOf(page, member.email).getByText('不明').waitFor()
    await setAppearance(page, { language: 'en', theme: 'light', width: 1440, height: 900 })
    await visit(page, `${url}/members`)
    await page.getByText("Failed to retrieve member's MFA status. Please retry with fewer rows per page").waitFor()
  })

  test('a locked member is unlocked, and errors appear in the user’s language', async () => {
    await using world = await withPeople()
    const { url, anonymous } = world.server
    for (let wrong = 0; wrong < 10; wrong++) {
      await anonymous(endpoints.login, { body: { email: member.email, password: 'wrong-pass-1' } }).catch(() => null)
    }
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, url, root)
    await setAppearance(page, { language: 'en', theme: 'light', width: 1440, height: 900 })
    await visit(page, `${url}/members`)
    await rowOf(page, member.email).getByText('Locked').waitFor()
    await page.getByRole('button', { name: 'Actions for 閲覧 一郎' }).click()
    await item(page, 'Unlock').click()
    await page.getByText('The member was unlocked').waitFor()
    await rowOf(page, member.email).getByText('Active').waitFor()

    // Another user has already deleted the member that the list still shows.
    await page.getByRole('button', { name: 'Actions for 閲覧 一郎' }).click()
    await item(page, 'Edit').click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Ichiro')
    await world.server.db.deleteFrom('members').where('email', '=', member.email).execute()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText('The member could not be updated').waitFor()
    await page.getByText('User not existed').waitFor()
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Ichiro')
  })

  test('hostile names are shown as text, and long names do not widen the page', async () => {
    await using world = await withPeople()
    const { url } = world.server
    const names = ['<img src=x onerror=document.title=1>', 'abc\u202Egnp.exe', '👩‍👩‍👧‍👦 家族', "'; DROP TABLE members; --", 'あ'.repeat(100)]
    const call = await world.server.signIn('ROOT')
    // New members cannot have some of these names, but members of an older version may.
    for (const [index, name] of names.entries()) {
      const email = `hostile-${index}@example.com`
      await call(endpoints.createMember, { body: { email, name: 'Taro', role_id: 3 } })
      await world.server.db.updateTable('members').set({ name }).where('email', '=', email).execute()
    }
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, url, root)
    for (const width of [1440, 390]) {
      await setAppearance(page, { language: 'ja', theme: 'light', width, height: 844 })
      await visit(page, `${url}/members`)
      for (const name of names) await page.locator('bdi', { hasText: name }).first().waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(true)
    }
    expect(await page.locator('img[src="x"]').count()).toBe(0)
    expect(await page.title()).toBe('メンバー · Simdeck')
  })
})
