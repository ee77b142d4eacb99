import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { toHex } from '@simdeck/protocol/bytes.ts'
import { wrapKey } from '@simdeck/protocol/crypto/key-wrap.ts'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { builtConsole } from './console-build.ts'
import { axeViolations } from './testing/axe.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { startWorld } from './testing/start-world.ts'
import { setAppearance, settled, signInByForm, visit } from './testing/visit.ts'

const account = { email: 'operator@example.com', password: 'Operator-pass-1' }
const member = { email: 'member@example.com', password: 'Operator-pass-2' }
const transportKey = new Uint8Array(randomBytes(16))
const folder = process.env['KEY_IMPORT_PICTURES']

let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

describe.skipIf(!findChromium())('the import of a key file in the browser', () => {
  test('a file with wrapped keys is matched, checked and written by keyboard, and its problems are downloaded without keys', async () => {
    await using world = await startWorld({ sims: 2, consoleFolder })
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    await makeAccount(world.server.db, { ...member, name: '閲覧 一郎', role: 'MEMBER' })
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const { url } = world.server
    const picture = async (name: string) => {
      if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
    }
    const everyLook = async (name: string) => {
      for (const language of ['en', 'ja'] as const)
        for (const width of [390, 1440]) {
          await setAppearance(page, { language, theme: 'light', width, height: 900 })
          await settled(page)
          await picture(`${name}-${language}-${width}`)
          expect([language, width, await axeViolations(page)]).toEqual([language, width, []])
          const sticks = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
          expect([name, language, width, sticks]).toEqual([name, language, width, false])
        }
    }
    const button = (name: string | RegExp) => page.getByRole('button', { name })
    const key = () => new Uint8Array(randomBytes(16))
    const keys: string[] = []
    const wrapped = (plain: Uint8Array) => {
      const text = toHex(wrapKey(transportKey, plain)).toUpperCase()
      keys.push(text, toHex(plain).toUpperCase())
      return text
    }
    const [first, second] = world.profiles
    const line = (iccid: string) =>
      [iccid, toHex(key()), wrapped(key()), wrapped(key()), wrapped(key()), wrapped(key()), wrapped(key())].join('/')
    const file = [
      'Customer: Example',
      'Transport_key: 1',
      'Var_Out: ICCID/KI/KENC/KMAC/KDEK/KIC2/KID2',
      line(first!.iccid),
      line('8981100099999999999'),
      line(second!.iccid).replace(/.$/, 'Z'),
      '',
    ].join('\n')

    await signInByForm(page, url, account)
    await visit(page, `${url}/imports`)
    await page.getByRole('link', { name: '鍵ファイルをインポート' }).click()
    await page.getByText('カードベンダーから届いた鍵を').waitFor()
    await everyLook('file')
    await page.locator('input[type="file"]').setInputFiles({ name: 'vendor.out', mimeType: 'text/plain', buffer: Buffer.from(file) })
    const chooser = (name: string) => page.getByLabel(`「${name}」の取り込み先`)
    await chooser('KENC').waitFor()
    expect(await Promise.all(['ICCID', 'KENC', 'KDEK', 'KIC2', 'KID2'].map((name) => chooser(name).inputValue()))).toEqual([
      'iccid',
      'scp03_enc',
      'scp03_dek',
      'kic',
      'kid',
    ])
    await page.getByText('加入者の鍵のため取り込みません').waitFor()
    expect(await page.getByLabel('SCP80の鍵セットの番号').inputValue()).toBe('2')
    await chooser('KMAC').selectOption('')
    await page.getByText('SCP03のENC、MAC、DEKの列を3つとも選んでください').first().waitFor()
    expect(await button('ファイルを確認').isDisabled()).toBe(true)
    await chooser('KMAC').selectOption('scp03_mac')
    const shown = await page.locator('body').textContent()
    expect(keys.some((one) => shown?.includes(one))).toBe(false)
    await everyLook('columns')

    await page.getByLabel('トランスポート鍵').fill('00'.repeat(16))
    await button('ファイルを確認').focus()
    await page.keyboard.press('Enter')
    await page.getByText('設定できる行がありません').waitFor()
    await page.getByText('トランスポート鍵で復号できません').first().waitFor()
    await button('別のファイルを選択').click()

    await page.locator('input[type="file"]').setInputFiles({ name: 'vendor.out', mimeType: 'text/plain', buffer: Buffer.from(file) })
    await page.getByLabel('トランスポート鍵').fill(toHex(transportKey))
    await button('ファイルを確認').click()
    await page.getByText('1台のSIMの鍵を設定します').waitFor()
    await page.reload()
    await page.getByText('このICCIDのSIMは登録されていません').waitFor()
    await everyLook('checked')
    const [download] = await Promise.all([page.waitForEvent('download'), button('取り込めない行をダウンロード').click()])
    const csv = readFileSync(await download.path(), 'utf8')
    expect([csv.trimEnd().split('\n').length, keys.some((one) => csv.includes(one))]).toEqual([3, false])
    await button('1台の鍵を設定').focus()
    await page.keyboard.press('Enter')
    await page.getByText('1台のSIMの鍵を設定しました').waitFor()
    await everyLook('result')
    const [kept] = await Promise.all([page.waitForEvent('download'), button('取り込めない行をダウンロード').click()])
    const refusedCsv = readFileSync(await kept.path(), 'utf8')
    expect([refusedCsv.includes(first!.iccid), keys.some((one) => refusedCsv.includes(one))]).toEqual([false, false])
    await page
      .getByRole('button', { name: /処理/ })
      .first()
      .click()
    await page.getByRole('link', { name: '鍵ファイルのインポート 完了 vendor.out' }).waitFor()

    const other = await openBrowser()
    await using _ = other
    const refused = await other.context.newPage()
    await signInByForm(refused, url, member)
    await visit(refused, `${url}/imports/keys`)
    await refused.waitForURL(`${url}/`)
  })
})
