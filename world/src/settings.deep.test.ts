import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { builtConsole } from './console-build.ts'
import { type Browser, openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { newAccount } from './testing/people.ts'
import { sharedInFile } from './testing/shared-in-file.ts'
import { startWorld } from './testing/start-world.ts'
import { signInByForm, visit } from './testing/visit.ts'
import { CallError } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'

let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

const shared = sharedInFile(() => startWorld({ sims: 1, consoleFolder, env: { DOCS_URL: 'https://docs.example.com/' } }))

/** A picture as a file, drawn by the browser itself. */
async function logoFile(page: Page): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 240
    canvas.height = 80
    const pen = canvas.getContext('2d')!
    pen.fillStyle = '#c0392b'
    pen.fillRect(20, 20, 200, 40)
    return canvas.toDataURL('image/png').split(',')[1]!
  })
  return { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(base64, 'base64') }
}

/** Marks the page; a reload removes the mark. */
const markPage = (page: Page) => page.evaluate(() => void Object.assign(globalThis, { notReloaded: true }))
const isMarked = (page: Page) => page.evaluate(() => 'notReloaded' in globalThis)

async function showsNewLook(page: Page, title: string): Promise<void> {
  await page.locator('html[data-theme="theme_8"]').waitFor()
  await page.locator('img[src^="data:image/png;base64,"]').first().waitFor()
  await page.waitForFunction((expected) => document.title === expected, title)
  await page.locator('link[rel="icon"][href^="data:image/png"]').waitFor({ state: 'attached' })
}

async function newPage(browser: Browser, problems: string[]): Promise<Page> {
  const page = await browser.context.newPage()
  page.on('pageerror', (error) => problems.push(error.message))
  return page
}

describe.skipIf(!findChromium())('settings in the browser', () => {
  test('theme, logo and name are saved once the logo is read, and appear in another browser and on a login page without a reload', async () => {
    await using world = await startWorld({ consoleFolder })
    const { url } = world.server
    const problems: string[] = []
    await using first = await openBrowser()
    await using second = await openBrowser()
    await using third = await openBrowser()
    const page = await newPage(first, problems)
    const other = await newPage(second, problems)
    const login = await newPage(third, problems)
    await signInByForm(other, url, await newAccount(world.server, 'MEMBER'))
    await visit(login, `${url}/login`)
    await markPage(other)
    await markPage(login)

    await signInByForm(page, url, await newAccount(world.server, 'ROOT'))
    await page.getByRole('navigation').getByRole('link', { name: '設定' }).click()
    await page.waitForURL('**/settings/theme')
    await page.getByRole('radio', { name: '常盤' }).check()
    await page.locator('html[data-theme="theme_8"]').waitFor()
    expect(await other.locator('html').getAttribute('data-theme')).toBe('light')
    const logo = await logoFile(page)
    await page.evaluate(() => {
      const decode = globalThis.createImageBitmap
      globalThis.createImageBitmap = async (image: ImageBitmapSource) => {
        await new Promise((resolve) => addEventListener('decode', resolve, { once: true }))
        return await decode(image)
      }
    })
    await page.locator('input[type="file"]').setInputFiles(logo)
    await page.getByRole('textbox', { name: 'アプリケーション名' }).fill('監視 卓')
    await page.getByText('保存していない変更があります').waitFor()
    expect(await page.getByRole('button', { name: '保存', exact: true }).isEnabled()).toBe(false)
    await page.evaluate(() => dispatchEvent(new Event('decode')))
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await page.getByText('設定を保存しました').waitFor()
    await showsNewLook(page, 'テーマ · 設定 · 監視 卓')

    await showsNewLook(other, 'SIM一覧 · 監視 卓')
    await login.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await showsNewLook(login, 'ログイン · 監視 卓')
    await login.getByRole('heading', { name: '監視 卓' }).waitFor()
    expect([await isMarked(other), await isMarked(login)]).toEqual([true, true])

    await page.getByRole('button', { name: '初期ロゴに戻す' }).click()
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await other.locator('header img').waitFor({ state: 'detached' })
    expect(problems).toEqual([])
  })

  test('a previewed theme ends with its page, which asks before the user leaves it', async () => {
    const world = await shared()
    const problems: string[] = []
    await using browser = await openBrowser()
    const page = await newPage(browser, problems)
    await signInByForm(page, world.server.url, await newAccount(world.server, 'ROOT'))
    await visit(page, `${world.server.url}/settings/theme`)
    await page.getByRole('radio', { name: '紺青' }).check()
    await page.locator('html[data-theme="theme_7"]').waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'SIM', exact: true }).click()
    const ask = page.getByRole('dialog')
    await ask.getByRole('button', { name: 'この画面に残る' }).click()
    await page.locator('html[data-theme="theme_7"]').waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'SIM', exact: true }).click()
    await ask.getByRole('button', { name: '保存せずに移動' }).click()
    await page.getByRole('heading', { name: 'SIM一覧' }).waitFor()
    await page.locator('html[data-theme="light"]').waitFor()
    expect(problems).toEqual([])
  })

  test('an invalid logo and a name that is too long are refused at their fields', async () => {
    const world = await shared()
    await using browser = await openBrowser()
    const page = await newPage(browser, [])
    await signInByForm(page, world.server.url, await newAccount(world.server, 'ROOT'))
    await visit(page, `${world.server.url}/settings/theme`)
    const drop = page.locator('input[type="file"]')
    await drop.setInputFiles({
      name: 'logo.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    })
    await page.getByText('PNG、JPEG、WebPの画像を選択してください').waitFor()
    await drop.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('<script>alert(1)</script>') })
    await page.getByText('画像として読み取れませんでした').waitFor()
    await drop.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.alloc(1_000_001) })
    await page.getByText('ファイルが大きすぎます（1,000,001バイト）').waitFor()
    // A browser can show this picture, but it ends in other data, so the server refuses it.
    const picture = await logoFile(page)
    await drop.setInputFiles({ ...picture, buffer: Buffer.concat([picture.buffer, Buffer.from('<script>alert(1)</script>')]) })
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await page.getByRole('group', { name: 'ロゴ' }).getByRole('alert').waitFor()
    const name = page.getByRole('textbox', { name: 'アプリケーション名' })
    await name.fill('あ'.repeat(65))
    await page.getByText('アプリケーション名は64文字以内で入力してください').waitFor()
    await page.getByRole('button', { name: '保存', exact: true }).click()
    expect(await name.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await name.inputValue()).toHaveLength(65)
  })

  test('a MEMBER sees the theme page disabled, and the server refuses the change', async () => {
    const world = await shared()
    await using browser = await openBrowser()
    const page = await newPage(browser, [])
    const { url } = world.server
    await signInByForm(page, url, await newAccount(world.server, 'MEMBER'))
    await visit(page, `${url}/settings`)
    await page.getByText('変更できる設定がありません').waitFor()
    expect(await page.getByRole('navigation', { name: '設定' }).getByRole('link').count()).toBe(0)
    await page.getByRole('note', { name: 'この設定を変更する権限がありません' }).first().waitFor()
    await visit(page, `${url}/settings/theme`)
    await page.getByRole('heading', { name: 'この設定を変更する権限がありません' }).waitFor()
    expect(await page.getByRole('radio').count()).toBe(0)
    const call = await world.server.signIn('MEMBER')
    const refused = await call(endpoints.postUserConfig, { body: [{ key: 'system_theme', value: 'red' }] }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(CallError)
    expect(refused).toMatchObject({ status: 403 })
  })

  test('a member’s name, language and time zone are stored and apply at once in every browser', async () => {
    const world = await shared()
    const { url } = world.server
    const problems: string[] = []
    await using first = await openBrowser()
    await using second = await openBrowser()
    const page = await newPage(first, problems)
    const other = await newPage(second, problems)
    const member = await newAccount(world.server, 'MEMBER')
    await signInByForm(page, url, member)
    await signInByForm(other, url, member)
    await page.getByRole('button', { name: 'ユーザーメニュー' }).click()
    expect(await page.getByRole('link', { name: '公式ドキュメント' }).getAttribute('href')).toBe('https://docs.example.com/')
    await page.getByRole('link', { name: '個人設定' }).click()
    await page.getByRole('textbox', { name: '名前' }).fill('新しい 名前')
    await page.getByRole('radio', { name: '選択する' }).check()
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await page.getByText('タイムゾーンを選択してください').waitFor()
    const zone = page.getByRole('combobox', { name: '選択するタイムゾーン' })
    await zone.fill('St_Johns')
    await page.getByRole('option', { name: /America\/St_Johns/ }).click()
    await page.getByRole('radio', { name: 'English' }).check()
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await page.getByText('The settings were saved').waitFor()
    await page.getByRole('button', { name: /新しい 名前/ }).waitFor()
    await other.getByRole('heading', { name: 'SIM list' }).waitFor()
    const shown = other
      .getByRole('table')
      .locator('time')
      .filter({ hasText: /^\d\d-\d\d-\d{4} \d\d:\d\d/ })
      .first()
    const at = (await shown.getAttribute('datetime'))!
    const there = new Intl.DateTimeFormat('en-US', { timeZone: 'America/St_Johns', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    expect(await shown.innerText()).toContain(` ${there.format(new Date(at))}`)
    const call = await world.server.signIn('MEMBER')
    const own = await call(endpoints.getUserConfig, { query: { key: 'user_config_timezone' } })
    expect(own).toEqual([])

    await page.reload()
    await page.getByRole('heading', { name: 'Personal settings' }).waitFor()
    await page.getByRole('button', { name: /User menu/ }).click()
    await page.getByRole('button', { name: '日本語' }).click()
    await page.getByRole('heading', { name: '個人設定' }).waitFor()
    await other.getByRole('heading', { name: 'SIM一覧' }).waitFor()
    expect(problems).toEqual([])
  })

  test('the screens of a disabled feature do not exist', async () => {
    await using world = await startWorld({ consoleFolder, env: { FEATURES: 'iot-safe' } })
    await using browser = await openBrowser()
    const page = await newPage(browser, [])
    const { url } = world.server
    await signInByForm(page, url, await newAccount(world.server, 'ROOT'))
    await page.getByRole('heading', { name: 'SIM一覧' }).waitFor()
    expect(await page.getByRole('link', { name: 'OTA', exact: true }).count()).toBe(0)
    for (const path of ['/otas', '/otas/execute', '/otas/campaigns/1']) {
      await visit(page, url + path)
      await page.getByRole('heading', { name: 'ページが見つかりません' }).waitFor()
    }
  })
})
