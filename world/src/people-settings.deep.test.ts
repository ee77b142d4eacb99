import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { setAppearance, signInByForm, visit } from './testing/visit.ts'
import { admin, root, worldsWithPeople } from './people-settings.fixture.ts'

const withPeople = worldsWithPeople()
const run = promisify(execFile)
const inEnglish = (page: Page) => setAppearance(page, { language: 'en', theme: 'light', width: 1440, height: 900 })

describe.skipIf(!findChromium())('settings about people in the browser', () => {
  test('password rules are previewed as users will see them, and then apply to the personal settings', async () => {
    await using world = await withPeople()
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const { url } = world.server
    await signInByForm(page, url, root)
    await visit(page, `${url}/settings/password`)
    const preview = page.getByRole('group', { name: 'メンバーに表示される条件' })
    await preview.getByText('8文字以上').waitFor()
    await page.getByRole('checkbox', { name: '記号' }).check()
    await preview.getByText('記号（!@#$%^&*()_+）を含む').waitFor()
    const minimum = page.getByRole('textbox', { name: '最小文字数' })
    await minimum.fill('7')
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText('8から64までの整数を入力してください').waitFor()
    expect(await minimum.evaluate((input) => input === document.activeElement)).toBe(true)
    await page.getByRole('button', { name: '15文字以上にする' }).click()
    await preview.getByText('15文字以上').waitFor()
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText('パスワードの設定を保存しました').waitFor()
    const call = await world.server.signIn('MEMBER')
    const saved = await call(endpoints.getUserConfig, { query: { key: 'system_password_minimum' } })
    expect(saved.map(({ value }) => value)).toEqual(['15'])
    await visit(page, `${url}/personal/setting/security`)
    await page.getByRole('list', { name: 'パスワードの条件' }).getByText('15文字以上').first().waitFor()
    await page.getByRole('list', { name: 'パスワードの条件' }).getByText('記号（').first().waitFor()
  })

  test('an ADMIN is sent home from settings of ROOT, and sees them disabled with the reason', async () => {
    await using world = await withPeople()
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const { url } = world.server
    await signInByForm(page, url, admin)
    for (const path of ['password', 'approval', 'generate', 'access-restrictions', 'outbox', 'health']) {
      await visit(page, `${url}/settings/${path}`)
      await page.getByRole('heading', { name: 'SIM一覧' }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/')
    }
    await visit(page, `${url}/settings/mail`)
    const side = page.getByRole('navigation', { name: '設定' })
    expect(await side.getByRole('link').allInnerTexts()).toEqual([
      'テーマ',
      'SIM設定',
      'タグ',
      'メール',
      '通知メール',
      'IoT SAFE設定',
      'プライベートCA',
      '証明書テンプレート',
      'SMS',
    ])
    expect(await side.getByRole('note', { name: 'この設定を変更する権限がありません' }).count()).toBe(6)
  })

  test('the secret of an API ID is shown once, works with curl, and is refused after the API ID is revoked', async () => {
    await using world = await withPeople()
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const { url } = world.server
    await signInByForm(page, url, root)
    await visit(page, `${url}/settings/generate`)
    await page.getByText('0 / 10件').waitFor()
    await page.getByRole('button', { name: 'API IDを発行' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '発行', exact: true }).click()
    await page.getByText('名前を入力してください').waitFor()
    await page.getByRole('dialog').getByRole('textbox', { name: '名前' }).fill('<b>課金</b>')
    await page.getByRole('dialog').getByRole('button', { name: '発行', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'API IDを発行しました' })
    const copy = dialog.getByRole('button', { name: 'コピー', exact: true })
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      const [code, button] = await Promise.all([dialog.locator('pre').boundingBox(), copy.last().boundingBox()])
      expect(button!.x, `at ${width}`).toBeGreaterThanOrEqual(code!.x + code!.width)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    const command = await dialog.locator('pre').innerText()
    const secret = /-u '[^:]+:([^']+)'/.exec(command)![1]!
    expect(JSON.parse((await run('bash', ['-c', command])).stdout)).toMatchObject({ data: [], totalItems: 0 })
    await dialog.getByRole('button', { name: '保管したので閉じる' }).click()
    await page.getByText('1 / 10件').waitFor()
    expect(await page.content()).not.toContain(secret)
    await page.reload()
    await page.getByRole('button', { name: '<b>課金</b>を失効' }).click()
    expect(await page.content()).not.toContain(secret)
    const ask = page.getByRole('dialog')
    expect(await ask.getByRole('button', { name: '失効' }).isDisabled()).toBe(true)
    await ask.getByRole('textbox').fill('<b>課金</b>')
    await ask.getByRole('button', { name: '失効' }).click()
    await page.getByText('API IDを失効させました').waitFor()
    await page.getByText('0 / 10件').waitFor()
    const refused = await run('bash', ['-c', command.split('\n')[0]!.replace('TOKEN=$(', '').replace(/\\$/, '')])
    expect(JSON.parse(refused.stdout)).toMatchObject({ error: 'invalid_client' })

    const call = await world.server.signIn('ROOT')
    for (let count = 0; count < 9; count++) await call(endpoints.createApiCredential, { body: { name: `API ${count}`, role_id: 3 } })
    await inEnglish(page)
    await visit(page, `${url}/settings/generate`)
    await page.getByRole('button', { name: 'Create an API ID' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('one too many')
    await call(endpoints.createApiCredential, { body: { name: 'API 9', role_id: 3 } })
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByText('The API ID could not be created').waitFor()
    await page.getByText('There can be at most 10 API IDs', { exact: true }).waitFor()
    await visit(page, `${url}/settings/generate`)
    expect(await page.getByRole('button', { name: 'Create an API ID' }).isDisabled()).toBe(true)
    await page.getByRole('note', { name: /There can be at most 10 API IDs/ }).waitFor()
  })

  test('the form refuses access rules that would lock out their author', async () => {
    await using world = await withPeople()
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const { url } = world.server
    await signInByForm(page, url, root)
    await visit(page, `${url}/settings/access-restrictions`)
    await page.getByText('127.0.0.1').waitFor()
    const ranges = page.getByRole('textbox', { name: 'コンソールを使えるIPアドレス' })
    await ranges.fill('192.0.2.0/24\n\n300.1.1.1')
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText('3行目：IPアドレスまたはCIDRの形式が正しくありません').waitFor()
    await ranges.fill('192.0.2.0/24')
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText('アクセス制限を保存できませんでした').waitFor()
    await page
      .getByRole('alert')
      .filter({ hasText: /^この設定では、あなた自身がアクセスできなくなります$/ })
      .waitFor()
    expect(await ranges.inputValue()).toBe('192.0.2.0/24')
    await ranges.fill('192.0.2.0/24\n127.0.0.0/8')
    await page.getByRole('textbox', { name: '許可するメールドメイン' }).fill('Example.CO.jp')
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText('アクセス制限を保存しました').waitFor()
    const call = await world.server.signIn('ROOT')
    expect(await call(endpoints.getAccessRestrictions, {})).toMatchObject({
      domains: ['example.co.jp'],
      console_ranges: ['127.0.0.0/8', '192.0.2.0/24'],
    })
    await visit(page, `${url}/members`)
    await page.getByRole('button', { name: 'メンバーを招待' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'メールアドレス' }).fill('someone@elsewhere.example')
    await page.getByRole('dialog').getByRole('textbox', { name: '名前' }).fill('よその人')
    await page.getByRole('dialog').getByRole('button', { name: '招待を送信' }).click()
    await page.getByRole('dialog').getByText('メールアドレスが正しくありません').waitFor()
  })

  test('errors are shown in English too', async () => {
    await using world = await withPeople()
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const { url } = world.server
    await signInByForm(page, url, root)
    await inEnglish(page)
    const broken = ['access-restrictions', 'mail-settings', 'mail-destinations', 'mail-templates/*', 'user-config']
    for (const path of broken) {
      await page.route(`**/v1/${path}`, (route) => (route.request().method() === 'GET' ? route.continue() : route.abort()))
    }
    const failure = async (path: string, change: () => Promise<unknown>, words: string): Promise<void> => {
      await visit(page, url + path)
      await change()
      await page.getByRole('button', { name: 'Save' }).and(page.locator(':enabled')).first().click()
      await page.getByText(words).waitFor()
      await page.getByText('The server could not be reached').first().waitFor()
      page.once('dialog', (dialog) => void dialog.accept())
    }
    await failure(
      '/settings/access-restrictions',
      () => page.getByRole('textbox', { name: 'Allowed e-mail domains' }).fill('example.com'),
      'The access restrictions could not be saved',
    )
    await failure(
      '/settings/password',
      () => page.getByRole('checkbox', { name: 'Digits' }).check(),
      'The password settings could not be saved',
    )
    await failure(
      '/settings/mail',
      () => page.getByRole('checkbox', { name: 'Send system mail' }).check(),
      'The system mail settings could not be saved',
    )
    await failure(
      '/settings/notify-password',
      () => page.getByRole('textbox', { name: 'Subject' }).first().fill('Changed'),
      'The mail template could not be saved',
    )
  })
})
