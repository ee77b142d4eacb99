import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { startSmtp } from '@simdeck/server/testing/smtp.ts'
import { builtConsole } from './console-build.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { startWorld, type World } from './testing/start-world.ts'
import { setAppearance, signInByForm, visit } from './testing/visit.ts'

const root = { email: 'root@example.com', password: 'Operator-pass-1' }
const admin = { email: 'admin@example.com', password: 'Operator-pass-2' }
const run = promisify(execFile)

let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
}, 120_000)

async function withPeople(env: Record<string, string> = {}): Promise<World> {
  const world = await startWorld({ consoleFolder, env })
  await makeAccount(world.server.db, { ...root, name: '最上位 太郎', role: 'ROOT' })
  await makeAccount(world.server.db, { ...admin, name: '管理 花子', role: 'ADMIN' })
  return world
}

const inEnglish = (page: Page) => setAppearance(page, { language: 'en', theme: 'light', width: 1440, height: 900 })
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const save = (page: Page, name: string) => section(page, name).getByRole('button', { name: '保存' }).click()

describe.skipIf(!findChromium())('settings about people in the browser', () => {
  test('password rules are previewed as users will see them, and then apply to the personal settings', { timeout: 60_000 }, async () => {
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

  test('an ADMIN is sent home from settings of ROOT, and sees them disabled with the reason', { timeout: 60_000 }, async () => {
    await using world = await withPeople()
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const { url } = world.server
    await signInByForm(page, url, admin)
    for (const path of ['password', 'generate', 'access-restrictions', 'outbox', 'health']) {
      await visit(page, `${url}/settings/${path}`)
      await page.getByRole('heading', { name: 'SIM一覧' }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/')
    }
    await visit(page, `${url}/settings/mail`)
    const side = page.getByRole('navigation', { name: '設定' })
    expect(await side.getByRole('link').allInnerTexts()).toEqual(['テーマ', 'メール', '通知メール'])
    expect(await side.getByRole('note', { name: 'この設定を変更する権限がありません' }).count()).toBe(5)
  })

  test(
    'the secret of an API ID is shown once, works with curl, and is refused after the API ID is revoked',
    { timeout: 90_000 },
    async () => {
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
    },
  )

  test('the form refuses access rules that would lock out their author', { timeout: 60_000 }, async () => {
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

  test(
    'a mail server is set, a test mail arrives, an error of the server is shown, and the settings are deleted',
    { timeout: 60_000 },
    async () => {
      await using smtp = await startSmtp({ user: { name: 'simdeck', password: 'Mail-pass-1' } })
      await using world = await withPeople()
      await using browser = await openBrowser()
      const page = await browser.context.newPage()
      const { url } = world.server
      await signInByForm(page, url, root)
      await visit(page, `${url}/settings/mail`)
      await page.getByText('メールサーバーが設定されていません').waitFor()
      const server = section(page, 'メールサーバー')
      await server.getByRole('textbox', { name: 'ホスト' }).fill('127.0.0.1')
      await server.getByRole('textbox', { name: 'ポート' }).fill(String(smtp.port))
      await server.getByRole('combobox', { name: '暗号化' }).click()
      await page.getByRole('option', { name: 'なし' }).click()
      await server.getByRole('textbox', { name: 'ユーザー名' }).fill('simdeck')
      await server.getByLabel('パスワード', { exact: true }).fill('wrong')
      await save(page, 'メールサーバー')
      await page.getByText('メールアドレスの形式が正しくありません').waitFor()
      await server.getByRole('textbox', { name: '差出人のアドレス' }).fill('no-reply@example.com')
      await server.getByRole('textbox', { name: '差出人の名前' }).fill('運用 "通知"')
      await save(page, 'メールサーバー')
      await page.getByText('メールサーバーの設定を保存しました').waitFor()
      expect(await page.content()).not.toContain('"wrong"')
      await server.getByRole('button', { name: 'テストメールを送信' }).click()
      await page.getByText('テストメールを送信できませんでした').waitFor()
      await server.getByRole('alert').getByText(/535/).waitFor()
      await server.getByLabel('パスワード', { exact: true }).fill('Mail-pass-1')
      await save(page, 'メールサーバー')
      await server.getByText('設定済みです').waitFor()
      await server.getByRole('button', { name: 'テストメールを送信' }).and(page.locator(':enabled')).click()
      await page.getByText(`${root.email} にテストメールを送信しました`).waitFor()
      const { from } = await smtp.mailTo(root.email)
      expect(from).toEqual({ name: '運用 "通知"', address: 'no-reply@example.com' })
      await server.getByRole('button', { name: 'メールサーバーの設定を削除' }).click()
      await page.getByRole('dialog').getByRole('button', { name: '削除' }).click()
      await page.getByText('メールサーバーの設定を削除しました').waitFor()
      await page.getByText('メールサーバーが設定されていません').waitFor()
    },
  )

  test(
    'a ROOT is notified of a mail server that an ADMIN set, confirms it with the password, and dismisses the notice',
    { timeout: 60_000 },
    async () => {
      await using smtp = await startSmtp()
      await using world = await withPeople()
      await using browser = await openBrowser()
      const page = await browser.context.newPage()
      const { url, db } = world.server
      await signInByForm(page, url, root)
      const { id } = await db.selectFrom('members').select('id').where('email', '=', root.email).executeTakeFirstOrThrow()
      const longAgo = new Date(Date.now() - 11 * 60_000)
      await db.updateTable('sign_ins').set({ verified_at: longAgo }).where('member_id', '=', id).execute()
      const settings = {
        host: '127.0.0.1',
        port: smtp.port,
        security: 'none',
        username: '',
        from_address: 'a@example.com',
        from_name: '',
      } as const
      await world.admin(endpoints.putMailSettings, { body: settings })
      const notice = page.getByRole('alert').filter({ hasText: 'がメールサーバーの設定を変更しました' }).first()
      await notice.getByRole('link', { name: '内容を見る' }).click()
      const server = section(page, 'メールサーバー')
      await server.getByRole('button', { name: '承認' }).click()
      const proof = page.getByRole('dialog', { name: 'ご本人の確認' })
      await proof.getByLabel('現在のパスワード').fill(root.password)
      await proof.getByRole('button', { name: '確認' }).click()
      await page.getByText('承認しました', { exact: true }).waitFor()
      expect(await server.getByRole('button', { name: '承認' }).count()).toBe(0)
      await world.server.anonymous(endpoints.requestPasswordReset, { body: { email: root.email } })
      expect((await smtp.mailTo(root.email)).text).toMatch(/\b\d{8}\b/)
      await notice.getByRole('button', { name: '確認しました' }).click()
      await notice.waitFor({ state: 'hidden' })
    },
  )

  test('a mail server of the environment is read-only', { timeout: 60_000 }, async () => {
    await using smtp = await startSmtp()
    await using world = await withPeople({ SMTP_URL: smtp.url })
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, world.server.url, root)
    await visit(page, `${world.server.url}/settings/mail`)
    await page.getByText('環境変数（SMTP_URL）で設定されているため').waitFor()
    const server = section(page, 'メールサーバー')
    expect(await server.getByRole('textbox', { name: 'ホスト' }).isDisabled()).toBe(true)
    expect(await server.getByRole('button', { name: '保存' }).count()).toBe(0)
    await server.getByRole('button', { name: 'テストメールを送信' }).click()
    await smtp.mailTo(root.email)
  })

  test('system mail is switched on for its destinations after each line is checked', { timeout: 60_000 }, async () => {
    await using world = await withPeople()
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, world.server.url, admin)
    await visit(page, `${world.server.url}/settings/mail`)
    const system = section(page, 'システムメール')
    await system.getByRole('checkbox', { name: 'システムメールを送信する' }).check()
    await system.getByText('送信先がないため').waitFor()
    const lines = system.getByRole('textbox', { name: '送信先' })
    await lines.fill('ops@example.com\n<script>@example.com')
    await save(page, 'システムメール')
    await system.getByText('2行目：メールアドレスの形式が正しくありません').waitFor()
    await lines.fill(Array.from({ length: 21 }, (_, index) => `ops${index}@example.com`).join('\n'))
    await system.getByText('送信先は20件までです').waitFor()
    await lines.fill('ops@example.com\nnight@example.com\n')
    await save(page, 'システムメール')
    await page.getByText('システムメールの設定を保存しました').waitFor()
    expect(await world.admin(endpoints.getMailDestinations, {})).toEqual(['night@example.com', 'ops@example.com'])
    expect(await world.admin(endpoints.getUserConfig, { query: { key: 'system_mail' } })).toMatchObject([{ value: '1' }])
  })

  test('the text of a mail is edited, previewed, kept after an error, and reset', { timeout: 60_000 }, async () => {
    await using world = await withPeople()
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const { url } = world.server
    await signInByForm(page, url, root)
    await visit(page, `${url}/settings/notify-password`)
    const mail = section(page, '招待メール')
    const japanese = mail.getByRole('group', { name: '日本語' })
    const body = japanese.getByRole('textbox', { name: '本文' })
    await body.fill('<script>alert(1)</script> ようこそ ')
    await save(page, '招待メール')
    await japanese.getByText('本文に {username} {password} を入れてください').waitFor()
    expect(await body.inputValue()).toBe('<script>alert(1)</script> ようこそ ')
    await japanese.getByRole('button', { name: '{username}' }).click()
    await japanese.getByRole('button', { name: '{password}' }).click()
    expect(await body.inputValue()).toContain('{username}')
    await mail.getByRole('button', { name: 'プレビュー' }).click()
    await mail.getByRole('figure', { name: 'プレビュー: 日本語' }).getByText('<script>alert(1)</script> ようこそ').waitFor()
    await mail.getByText('x7Kp2mQe!wRt').first().waitFor()
    await save(page, '招待メール')
    await page.getByText('メールのテンプレートを保存しました').waitFor()
    const changed = await world.admin(endpoints.getMailTemplates, {})
    expect(changed.find(({ name }) => name === 'invitation')).toMatchObject({ isDefault: false })
    await mail.getByRole('button', { name: '初期の文面に戻す' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '元に戻す' }).click()
    await page.getByText('初期の文面に戻しました').waitFor()
    await mail.getByText('初期の文面です').waitFor()
    const reset = await world.admin(endpoints.getMailTemplates, {})
    expect(reset.every(({ isDefault }) => isDefault)).toBe(true)
  })

  test('without a mail server ROOT reads an invitation in the outbox, and resends it after setting one', { timeout: 60_000 }, async () => {
    await using smtp = await startSmtp()
    await using world = await withPeople()
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const { url } = world.server
    await world.admin(endpoints.createMember, {
      body: { email: 'new@example.com', name: '新人', role_id: 3, language: 'ja' },
    })
    await signInByForm(page, url, root)
    await visit(page, `${url}/settings/outbox`)
    await page.getByText('ここに保管されます').waitFor()
    const row = page.getByRole('row').filter({ hasText: 'new@example.com' })
    await row.getByText('保管').waitFor()
    expect(await row.getByRole('button', { name: /を再送$/ }).isDisabled()).toBe(true)
    await row.getByRole('note', { name: '先にメールサーバーを設定してください' }).waitFor()
    await row.getByRole('button', { name: /の本文を表示$/ }).click()
    await page.getByRole('dialog').getByText('仮パスワード：').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: '閉じる' }).click()
    await world.admin(endpoints.putMailSettings, {
      body: {
        host: '127.0.0.1',
        port: smtp.port,
        security: 'none',
        username: '',
        from_address: 'no-reply@example.com',
        from_name: '',
      },
    })
    await visit(page, `${url}/settings/outbox`)
    await row.getByRole('button', { name: /を再送$/ }).click()
    await page.getByText('メールを再送します').waitFor()
    expect((await smtp.mailTo('new@example.com')).text).toContain('仮パスワード：')
  })

  test('errors are shown in English too', { timeout: 60_000 }, async () => {
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
