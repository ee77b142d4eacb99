import { beforeAll, describe, expect, test } from 'vitest'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { builtConsole } from './console-build.ts'
import { axeViolations } from './testing/axe.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { iotSafeCap } from './testing/recipes.ts'
import { startWorld } from './testing/start-world.ts'
import { setAppearance, signInByForm, visit } from './testing/visit.ts'

const account = { email: 'operator@example.com', password: 'Operator-pass-1' }

let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
}, 240_000)

describe.skipIf(!findChromium())('files on SIMs in the browser', () => {
  test('a file is added, written, updated in hex, and deleted; another one waits for its approval', { timeout: 180_000 }, async () => {
    await using world = await startWorld({ sims: 1, consoleFolder })
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    await world.finished((await world.install(await world.upload(iotSafeCap))).id)
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const { url } = world.server
    await signInByForm(page, url, account)
    await visit(page, `${url}/iot-safe/${world.simIds[0]}`)
    await page.getByRole('button', { name: 'ファイルを追加' }).click()
    const dialog = page.getByRole('dialog')
    const add = dialog.getByRole('button', { name: 'ファイルを追加' })
    await add.click()
    await dialog.getByText('内容を入力してください').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByLabel(/^ラベル/).fill('mqtt.conf')
    const content = dialog.getByRole('textbox', { name: /^内容/ })
    await content.fill('温度')
    await dialog.getByText('6バイト').waitFor()
    await dialog.getByLabel('16進数').check()
    expect(await content.inputValue()).toBe('E6B8A9E5BAA6')
    await content.fill('E6B8A')
    await add.click()
    await dialog.getByText('16進数（0–9、A–F）を2桁ずつ入力してください').waitFor()
    await content.fill('E6 B8 A9')
    await dialog.getByLabel(/^最大サイズ/).fill('2')
    await add.click()
    await dialog.getByText('内容のサイズ以上、4,096以下の整数を入力してください').waitFor()
    await dialog.getByLabel(/^最大サイズ/).fill('64')
    await add.click()
    await page.getByRole('link', { name: 'mqtt.conf' }).click()
    await page.getByText('書き込み済み、読み戻し一致').waitFor({ timeout: 60_000 })
    await page.getByText('3 / 64バイト').waitFor()
    expect(await page.getByRole('region', { name: 'テキスト' }).innerText()).toBe('温')
    expect(await axeViolations(page)).toEqual([])

    await page
      .getByRole('banner')
      .getByRole('button', { name: /^通知/ })
      .click()
    const bell = page.getByRole('dialog', { name: '通知' })
    await bell.getByRole('tab', { name: 'IoT SAFE' }).click()
    const told = bell.getByRole('listitem').filter({ hasText: 'ファイルを書き込みました' })
    await told.getByText('表示中').waitFor()
    expect(await told.getByRole('link').getAttribute('href')).toBe(new URL(page.url()).pathname)
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: '内容を更新' }).click()
    await dialog.getByLabel('16進数').check()
    await content.fill('FF00')
    await dialog.getByRole('button', { name: '内容を更新' }).click()
    await page.getByText('2 / 64バイト').waitFor()
    await page.getByRole('banner').waitFor()
    await page.getByText('要更新').waitFor({ state: 'hidden', timeout: 60_000 })
    expect(await page.getByRole('region', { name: 'テキスト' }).count()).toBe(0)
    await setAppearance(page, { language: 'en', theme: 'dark', width: 390, height: 844 })
    await page.getByText('Written and read back alike').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete from the card' }).click()
    await dialog.getByRole('button', { name: 'Delete from the card' }).click()
    await page.getByText('Deleted', { exact: true }).first().waitFor({ timeout: 60_000 })

    await visit(page, `${url}/iot-safe/${world.simIds[0]}`)
    await page.getByRole('button', { name: 'Add a file' }).click()
    await dialog.getByLabel(/^Label/).fill('second file')
    await dialog.getByRole('textbox', { name: /^Content/ }).fill('a')
    await dialog.getByLabel('Manual, once a member approves').check()
    await dialog.getByRole('button', { name: 'Add a file' }).click()
    await page.getByRole('link', { name: 'second file' }).click()
    await page.getByText('Awaits approval').first().waitFor()
    await page.getByRole('button', { name: 'Approve and write' }).click()
    await page.getByText('Written and read back alike').waitFor({ timeout: 60_000 })
    await visit(page, `${url}/iot-safe/files?status=Active`)
    await page.getByText('second file').first().waitFor()
    expect(await page.getByText('mqtt.conf').count()).toBe(0)
    expect(await axeViolations(page)).toEqual([])
  })

  test(
    'a form tells its faults, a changed file keeps its mark, and a file that was not written tells the cause',
    { timeout: 180_000 },
    async () => {
      await using world = await startWorld({
        sims: 1,
        consoleFolder,
        profile: () => ({ misbehaviours: [{ kind: 'otherSafeContent', skip: 2 }] }),
      })
      await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
      await world.finished((await world.install(await world.upload(iotSafeCap))).id)
      await using browser = await openBrowser()
      const page = await browser.context.newPage()
      const { url } = world.server
      await signInByForm(page, url, account)

      await visit(page, `${url}/iot-safe/${world.simIds[0]}`)
      await page.getByRole('button', { name: 'ファイルを追加' }).click()
      const dialog = page.getByRole('dialog')
      const add = dialog.getByRole('button', { name: 'ファイルを追加' })
      await dialog.getByLabel('ラベル').fill('設定')
      await add.click()
      await dialog.getByText('3–60文字で入力してください').waitFor()
      await dialog.getByText('内容を入力してください').waitFor()
      await dialog.getByLabel('ラベル').fill('broker.conf')
      await dialog.getByRole('textbox', { name: '内容' }).fill('ホスト=mqtt')
      await dialog.getByLabel('最大サイズ（バイト）').fill('3')
      await add.click()
      await dialog.getByText('内容のサイズ以上').waitFor()
      await dialog.getByLabel('最大サイズ（バイト）').fill('64')
      await dialog.getByText('手動（承認するまで書き込まない）').click()
      expect(await axeViolations(page)).toEqual([])
      await add.click()
      await page.getByText('保存しました。承認すると書き込みます。').waitFor()

      await page.getByRole('link', { name: 'broker.conf' }).click()
      await page.getByText('承認待ち').first().waitFor()
      await page.getByText('E3839BE382B9E383883D6D717474').waitFor()
      await page.getByRole('button', { name: '承認して書き込む' }).click()
      await page.getByText('書き込み済み、読み戻し一致').waitFor({ timeout: 60_000 })
      expect(await axeViolations(page)).toEqual([])

      await page.getByRole('button', { name: '内容を更新' }).click()
      await dialog.getByText('16進数', { exact: true }).click()
      await dialog.getByRole('textbox', { name: '内容' }).fill('00F')
      await dialog.getByRole('button', { name: '内容を更新' }).click()
      await dialog.getByText('16進数（0–9、A–F）を2桁ずつ入力してください').waitFor()
      await dialog.getByRole('textbox', { name: '内容' }).fill('00FF')
      await dialog.getByRole('button', { name: '内容を更新' }).click()
      await page.getByText('カードの内容は以前のもの').waitFor()
      await page.getByRole('button', { name: 'その他の操作' }).click()
      await page.getByRole('menuitem', { name: '「要削除」にする' }).waitFor()
      expect(await page.getByRole('menuitem', { name: '管理状態を取り消す' }).count()).toBe(0)
      await page.keyboard.press('Escape')

      await setAppearance(page, { language: 'en', theme: 'light', width: 390, height: 844 })
      await page.getByText('The card holds a former content').waitFor()
      expect(await axeViolations(page)).toEqual([])
      await page.getByRole('button', { name: 'Approve and write' }).click()
      await page.getByText('Written and read back alike').waitFor({ timeout: 60_000 })
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Delete from the card' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete from the card' }).click()
      await page.getByText('Deleted', { exact: true }).first().waitFor({ timeout: 60_000 })
      expect(await axeViolations(page)).toEqual([])

      await visit(page, `${url}/iot-safe/${world.simIds[0]}`)
      await page.getByRole('button', { name: 'Add a file' }).click()
      await dialog.getByLabel('Label').fill('large.conf')
      await dialog.getByRole('textbox', { name: 'Content' }).fill('a')
      await dialog.getByRole('button', { name: 'Add a file' }).click()
      await page.getByRole('link', { name: 'large.conf' }).click()
      const alert = page.getByRole('alert').filter({ hasText: 'The file reads back other than it was written' })
      await alert.getByText('Deliver it again').waitFor({ timeout: 60_000 })
      expect(await axeViolations(page)).toEqual([])
      await page.getByRole('button', { name: 'Write again' }).click()
      await page.getByText('Written and read back alike').waitFor({ timeout: 60_000 })
      expect(await alert.count()).toBe(0)

      await visit(page, `${url}/iot-safe/files?status=Deleted`)
      await page.getByText('broker.conf').first().waitFor()
      expect(await axeViolations(page)).toEqual([])
      await visit(page, `${url}/iot-safe/files?status=Failed`)
      await page.getByText('No file matches').waitFor()
    },
  )
})
