import { beforeAll, describe, expect, test } from 'vitest'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { AdminAgent } from '@simdeck/simulator/admin-agent.ts'
import { builtConsole } from './console-build.ts'
import { agentUri } from './scp81.fixture.ts'
import { axeViolations } from './testing/axe.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { startWorld } from './testing/start-world.ts'
import { setAppearance, settled, signInByForm, visit } from './testing/visit.ts'

const account = { email: 'operator@example.com', password: 'Operator-pass-1' }
const key = 'A1'.repeat(16)

let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

describe.skipIf(!findChromium())('the SCP81 identity of a SIM in the browser', () => {
  test('a key is set, the card connects with it, and it is removed', async () => {
    await using world = await startWorld({ sims: 1, consoleFolder, env: { SCP81_PORT: '0' } })
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const { SHOTS } = process.env
    const shoot = async (name: string) => {
      if (!SHOTS) return
      for (const language of ['ja', 'en'] as const)
        for (const width of [1440, 390]) {
          await setAppearance(page, { language, theme: 'light', width, height: 900 })
          await settled(page)
          await page.screenshot({ path: `${SHOTS}/${name}-${language}-${width}.png`, fullPage: true })
        }
      await setAppearance(page, { language: 'ja', theme: 'light', width: 1440, height: 900 })
    }
    const { url } = world.server
    const sim = `${url}/sims/${world.simIds[0]}/${world.profiles[0]!.iccid}`
    await signInByForm(page, url, account)
    await visit(page, sim)
    await page.getByText('鍵は未登録です。登録すると').waitFor()
    await page.getByRole('button', { name: 'SCP81の鍵' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: '識別子' }).fill('card 1')
    await dialog.getByRole('textbox', { name: '事前共有鍵' }).fill('A1A1')
    await dialog.getByRole('button', { name: '保存' }).click()
    await dialog.getByText('空白を含まない半角の英数字と記号を入力してください').waitFor()
    await dialog.getByText('16から64バイトの16進数です').waitFor()
    await shoot('dialog')
    await dialog.getByRole('textbox', { name: '識別子' }).fill('card-1')
    await dialog.getByRole('textbox', { name: '事前共有鍵' }).fill(key)
    await dialog.getByRole('textbox', { name: 'ファイル管理アプリのAID' }).fill('A00000055910100001')
    await dialog.getByRole('button', { name: '保存' }).click()
    await page.getByText('SCP81の鍵を保存しました').waitFor()
    await page.getByText('SCP81で接続できます').waitFor()
    await page.getByText('まだ接続がありません').waitFor()
    const agent = new AdminAgent(world.fleet.sims[0]!, { identity: 'card-1', key: new Uint8Array(16).fill(0xa1), uri: agentUri })
    expect(await agent.visit({ host: '127.0.0.1', port: world.server.scp81Port })).toEqual({ kind: 'done', scripts: 0 })
    await page.getByText('まだ接続がありません').waitFor({ state: 'detached' })
    await visit(page, page.url())
    expect(await axeViolations(page)).toEqual([])
    expect(await page.content()).not.toContain(key)
    await shoot('sim')
    const identity = page.locator('section').filter({ has: page.getByRole('heading', { name: /^SCP81/ }) })
    await identity.getByText('ポーラー').waitFor()
    await page.getByRole('button', { name: 'SCP81の鍵' }).click()
    await dialog.getByRole('checkbox', { name: 'SMSでこのエージェントを起動する' }).press(' ')
    await dialog.getByRole('textbox', { name: '管理エージェントのTAR' }).fill('0000')
    await dialog.getByRole('textbox', { name: 'セッションのパラメータ' }).fill('8200')
    await dialog.getByRole('button', { name: '保存' }).click()
    await dialog.getByText('3バイトの16進数です').waitFor()
    await dialog.getByRole('textbox', { name: '管理エージェントのTAR' }).fill('000000')
    await dialog.getByRole('button', { name: '保存' }).click()
    await dialog.getByText('それぞれ1つまで指定してください').waitFor()
    await shoot('trigger')
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByRole('textbox', { name: 'セッションのパラメータ' }).fill('89088A0673696D646563')
    await dialog.getByRole('button', { name: '保存' }).click()
    await identity.getByText('このエージェント（TAR 000000）').waitFor()
    await page.getByText('SCP81の管理エージェントがSMSを受け取ってすぐに接続します').waitFor()
    await shoot('woken-by-sms')
    expect(await agent.visit({ host: '127.0.0.1', port: world.server.scp81Port })).toEqual({ kind: 'done', scripts: 0 })

    await page.getByRole('button', { name: 'SCP81の鍵' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '鍵を削除' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '鍵を削除' }).click()
    await page.getByText('SCP81の鍵を削除しました').waitFor()
    await page.getByText('鍵は未登録です。登録すると').waitFor()
  })
})
