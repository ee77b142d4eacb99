import { describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { startSmtp } from '@simdeck/server/testing/smtp.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { signInByForm, visit } from './testing/visit.ts'
import { admin, root, save, section, worldsWithPeople } from './people-settings.fixture.ts'

const withPeople = worldsWithPeople()

describe.skipIf(!findChromium())('the settings of mail in the browser', () => {
  test('a mail server is set, a test mail arrives, an error of the server is shown, and the settings are deleted', async () => {
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
  })

  test('a ROOT is notified of a mail server that an ADMIN set, confirms it with the password, and dismisses the notice', async () => {
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
  })

  test('a mail server of the environment is read-only', async () => {
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

  test('system mail is switched on for its destinations after each line is checked', async () => {
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

  test('the text of a mail is edited, previewed, kept after an error, and reset', async () => {
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

  test('without a mail server ROOT reads an invitation in the outbox, and resends it after setting one', async () => {
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
})
