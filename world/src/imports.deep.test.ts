import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { addSims } from '@simdeck/server/testing/sims.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { builtConsole } from './console-build.ts'
import { type Browser, openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { startWorld, type World } from './testing/start-world.ts'
import { signInByForm } from './testing/visit.ts'

const operator = { email: 'operator@example.com', password: 'Operator-pass-1' }
const member = { email: 'member@example.com', password: 'Operator-pass-2' }
const key = '00112233445566778899AABBCCDDEEFF'

/** Text in Shift_JIS, as Excel in Japan saves it. */
function shiftJis(text: string): Buffer {
  const decoder = new TextDecoder('shift_jis')
  const codes = new Map<string, number[]>()
  for (let lead = 0x81; lead <= 0xfc; lead++) {
    for (let trail = 0x40; trail <= 0xfc; trail++) {
      const character = decoder.decode(new Uint8Array([lead, trail]))
      if (character.length === 1 && !codes.has(character)) codes.set(character, [lead, trail])
    }
  }
  return Buffer.from(Array.from(text).flatMap((character) => codes.get(character) ?? [character.charCodeAt(0)]))
}

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'text/csv', buffer })
const iccid = (n: number): string => `8981100077${String(n).padStart(9, '0')}`

describe.skipIf(!findChromium())('imports in the browser', () => {
  let world: World
  let browser: Browser
  let page: Page
  const problems: string[] = []
  beforeAll(async () => {
    world = await startWorld({ consoleFolder: await builtConsole(), env: { IMPORT_MAX_MB: '1' } })
    await makeAccount(world.server.db, { ...operator, name: '運用 太郎', role: 'ADMIN' })
    await makeAccount(world.server.db, { ...member, name: '閲覧 一郎', role: 'MEMBER' })
    browser = await openBrowser()
    page = await browser.context.newPage()
    page.on('pageerror', (error) => problems.push(error.message))
    await signInByForm(page, world.server.url, operator)
  })
  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]()
    await world?.[Symbol.asyncDispose]()
  })

  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const waitForText = (words: string | RegExp) => page.getByText(words).first().waitFor()
  const choose = async (csv: Buffer, name = 'sims.csv'): Promise<void> => {
    await page.goto(`${world.server.url}/imports`)
    await page.locator('input[type="file"]').setInputFiles(file(name, csv))
    await button('次へ').click()
  }
  const count = async (): Promise<number> => (await world.admin(endpoints.listSims, { query: { take: 1 } })).totalItems

  test('a Shift_JIS file with other column names is matched, checked, imported without its bad lines, and undone', async () => {
    await page.getByRole('button', { name: 'CSVをインポート' }).click()
    await waitForText('文字コードはUTF-8またはShift_JIS。大きさの上限は1 MBです')
    await page.locator('input[type="file"]').setInputFiles(file('zip.csv', Buffer.from([0x50, 0x4b, 3, 4, 0])))
    await waitForText('CSVファイルではありません')
    const lines = Array.from({ length: 25 }, (_, n) =>
      [n % 10 === 3 ? '12AB' : iccid(n), `0901234${1000 + n}`, `"東京倉庫, ${n}号機"`, '倉庫', key, key, key, key, key, `メモ${n}`].join(
        ',',
      ),
    )
    const header = 'ICCID,電話番号,呼び名,グループ名,認証鍵,暗号鍵,ENC鍵,MAC鍵,DEK鍵,備考'
    await choose(shiftJis([header, ...lines, ''].join('\r\n')), '端末一覧.csv')

    const chooser = (name: string) => page.getByLabel(`「${name}」の取り込み先`)
    await waitForText('0901234100')
    expect(await Promise.all(['ICCID', '電話番号', 'グループ名', '備考'].map((name) => chooser(name).inputValue()))).toEqual([
      'iccid',
      'msisdn',
      'group',
      '',
    ])
    expect(await button('Shift_JIS').getAttribute('aria-pressed')).toBe('true')
    await chooser('備考').selectOption('msisdn')
    await waitForText('同じ取り込み先が選ばれています')
    expect(await button('ファイルを確認').isDisabled()).toBe(true)
    await chooser('備考').selectOption('')
    await chooser('呼び名').selectOption('device_alias')
    const preview = page.getByRole('region', { name: 'プレビュー' }).last()
    await preview.getByText('東京倉庫, 0号機').waitFor()
    const previewed = await preview.textContent()
    expect([previewed?.includes('••••'), previewed?.includes(key), previewed?.includes('メモ')]).toEqual([true, false, false])
    await button('UTF-8').click()
    await waitForText('この文字コードでは読めない文字があります')
    await button('Shift_JIS').click()
    await button('ファイルを確認').click()

    await waitForText('22台のSIMを追加します')
    await page.reload()
    await page
      .getByRole('row')
      .filter({ hasText: /^5行目/ })
      .getByText('ICCIDは19桁または20桁の数字です')
      .waitFor()
    const [download] = await Promise.all([page.waitForEvent('download'), button('取り込めない行をダウンロード').click()])
    const bad = readFileSync(await download.path(), 'utf8')
    expect([bad.match(/^"?(\d+)/gm)?.map((cell) => cell.replace('"', '')), bad.includes(key)]).toEqual([['5', '15', '25'], false])
    expect([await button('22台をインポート').isDisabled(), await count()]).toEqual([true, 0])
    await page.getByRole('checkbox', { name: '取り込めない3行をスキップして開始する' }).check()
    await button('22台をインポート').click()
    await waitForText('22台のSIMを追加しました')
    await page.getByRole('status').filter({ hasText: 'SIMをインポートしました' }).getByText('スキップした行 3行').waitFor()
    const sim = (await world.admin(endpoints.listSims, { query: { search: iccid(0) } })).data[0]
    expect([await count(), sim?.device_alias, sim?.msisdn]).toEqual([22, '東京倉庫, 0号機', '09012341000'])

    await button('インポートを元に戻す').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('このインポートで追加した22台のSIMを削除します').waitFor()
    await dialog.getByRole('textbox').fill('２3')
    expect(await dialog.getByRole('button', { name: '22台を削除' }).isDisabled()).toBe(true)
    await dialog.getByRole('textbox').fill('２２')
    await dialog.getByRole('button', { name: '22台を削除' }).click()
    await waitForText('このインポートは元に戻しました')
    expect(await count()).toBe(0)

    await page.goto(`${world.server.url}/tasks`)
    await page.getByRole('row').filter({ hasText: 'インポートを元に戻す' }).getByText('完了').waitFor()
    await page.getByRole('row').filter({ hasText: 'SIMのインポート' }).getByRole('link').click()
    await waitForText('22台のSIMを追加しました')
    await page.goto(`${world.server.url}/tasks`)
    await page.getByRole('row').filter({ hasText: '端末一覧.csv' }).getByText('22 / 22件（スキップした行 3行）').waitFor()
    expect(problems).toEqual([])
  })

  test('a file above the limit is refused when chosen; the refusal of the server contains the limit in the language of the screen', async () => {
    const large = file('large.csv', Buffer.from(`iccid\n${`${iccid(1)}\n`.repeat(60_000)}`))
    await page.goto(`${world.server.url}/imports`)
    await waitForText('大きさの上限は1 MBです')
    await page.locator('input[type="file"]').setInputFiles(large)
    await page.getByRole('alert').getByText('ファイルが大きすぎます。上限は1 MBです').waitFor()

    // The limit is lowered while the screen is open.
    await page.route('**/v1/init', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, body: (await answer.text()).replace('"importMaxMb":1', '"importMaxMb":5') })
    })
    await page.goto(`${world.server.url}/imports`)
    await waitForText('大きさの上限は5 MBです')
    await page.unroute('**/v1/init')
    await page.locator('input[type="file"]').setInputFiles(large)
    await button('次へ').click()
    await button('ファイルを確認').click()
    await waitForText('ファイルが大きすぎます。上限は1 MBです')
    await button('ユーザーメニュー').click()
    await button('English').click()
    await page.keyboard.press('Escape')
    await waitForText('The file is too large. The limit is 1 MB')
    await button('Choose another file').click()
    await waitForText('Drop a CSV file here')
    await button('User menu').click()
    await button('日本語').click()
    await page.keyboard.press('Escape')

    await page.goto(`${world.server.url}/tasks`)
    const refused = page.getByRole('row').filter({ hasText: 'large.csv' })
    await refused.getByText('失敗').waitFor()
    await refused.getByText('ファイルが大きすぎます').waitFor()
    expect([await count(), problems]).toEqual([0, []])
  })

  test('the upload of a file continues on other screens and can be cancelled', async () => {
    let released = Promise.withResolvers<void>()
    await page.route('**/v1/sims/imports', async (route) => {
      await released.promise
      await route.continue().catch(() => undefined)
    })
    await choose(Buffer.from(`iccid\r\n${iccid(1)}\r\n`))
    await button('ファイルを確認').click()
    await waitForText('このタブは閉じないでください')
    await button('送信を中止').click()
    await waitForText('列の対応付け')
    released.resolve()
    released = Promise.withResolvers<void>()

    await button('ファイルを確認').click()
    await waitForText('このタブは閉じないでください')
    await page.getByRole('navigation').getByRole('link', { name: 'メンバー' }).click()
    await button('1件の処理を実行中').click()
    await page.getByRole('link', { name: 'sims.csv' }).waitFor()
    await page.keyboard.press('Escape')
    released.resolve()
    const toast = page.getByRole('status').filter({ hasText: 'ファイルの確認が終わりました' })
    await toast.getByRole('button', { name: '表示' }).click()
    await waitForText('1台のSIMを追加します')
    await page.unroute('**/v1/sims/imports')

    await page.getByRole('button', { name: '戻る', exact: true }).click()
    await page.getByLabel('「iccid」の取り込み先').selectOption('')
    await waitForText('ICCIDの列を選んでください')
    expect([await count(), problems]).toEqual([0, []])
  })

  test('a running import shows its progress, survives a reload, is linked in the header, and writes nothing when cancelled', async () => {
    await choose(Buffer.from(['iccid', ...Array.from({ length: 7000 }, (_, n) => iccid(n))].join('\n')))
    await button('ファイルを確認').click()
    await waitForText('7,000台のSIMを追加します')
    const held = Promise.withResolvers<void>()
    const holding = Promise.withResolvers<void>()
    // Another transaction is adding a SIM of the file's second half; the import waits for its end.
    const elsewhere = world.server.db.transaction().execute(async (trx) => {
      await addSims(trx, [{ iccid: iccid(6000) }])
      holding.resolve()
      await held.promise
      throw new Error('taken back')
    })
    await holding.promise
    await button('7,000台をインポート').click()
    await waitForText('インポートしています')
    await waitForText(/[1-9][\d,]* \/ 7,000件/)
    await page.reload()
    await waitForText(/[1-9][\d,]* \/ 7,000件/)
    await waitForText('残り時間')

    await page.getByRole('link', { name: 'SIM一覧' }).click()
    await button('1件の処理を実行中').click()
    await page.getByRole('link', { name: /SIMのインポート.*実行中/ }).click()
    await button('インポートを中止').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('SIMは1台も書き込まれません').waitFor()
    await dialog.getByRole('button', { name: 'インポートを中止' }).click()
    await waitForText('中止しています')
    held.resolve()
    await expect(elsewhere).rejects.toThrow('taken back')
    await waitForText('SIMは1台も書き込まれていません')
    await until(async () => (await count()) === 0)
    expect(problems).toEqual([])
  })

  test('a member who may not add SIMs is sent home, and sees tasks without their buttons', async () => {
    await using other = await openBrowser()
    const theirs = await other.context.newPage()
    await signInByForm(theirs, world.server.url, member)
    await theirs.goto(`${world.server.url}/imports`)
    await theirs.waitForURL(`${world.server.url}/`)
    await theirs.goto(`${world.server.url}/tasks`)
    await theirs.getByRole('row').filter({ hasText: 'インポートを元に戻す' }).getByRole('link').click()
    await theirs.getByText('22').first().waitFor()
    expect(await theirs.getByRole('link', { name: 'インポートを開く' }).count()).toBe(0)
  })
})
