import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { addSims } from '@simdeck/server/testing/sims.ts'
import { builtConsole } from './console-build.ts'
import { axeViolations } from './testing/axe.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { newAccount } from './testing/people.ts'
import { startWorld } from './testing/start-world.ts'
import { setAppearance, signInByForm, visit } from './testing/visit.ts'

let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

describe.skipIf(!findChromium())('the settings of SIMs and of IoT SAFE', () => {
  test('a saved online term changes the connection on the open page of another member; wrong values are refused, and no log has the key', async () => {
    await using world = await startWorld({ sims: 1, consoleFolder })
    const { server, admin } = world
    const [id = 0] = await addSims(server.db, [{ last_poll: new Date(Date.now() - 20 * 60_000) }])
    const { iccid } = await admin(endpoints.getSim, { params: { id } })
    await using browser = await openBrowser()
    await using second = await openBrowser()
    const [page, other] = [await browser.context.newPage(), await second.context.newPage()]
    await signInByForm(other, server.url, await newAccount(server, 'MEMBER'))
    await visit(other, `${server.url}/sims/${id}/${iccid}`)
    const head = other.getByRole('main')
    await head.getByText('オフ', { exact: true }).first().waitFor()

    await signInByForm(page, server.url, await newAccount(server, 'ADMIN'))
    await visit(page, `${server.url}/settings/setting-sim`)
    const [term, count] = [page.getByLabel('オンライン判定時間（分）'), page.getByLabel('位置の表示件数')]
    const key = page.getByLabel('Google Maps APIキー')
    expect([await term.inputValue(), await count.inputValue()]).toEqual(['15', '1'])
    expect(await key.getAttribute('type')).toBe('password')
    await term.fill('0')
    await count.fill('11')
    await key.fill('<script>')
    await page.getByRole('button', { name: '保存' }).click()
    for (const fault of ['1–100,000の整数', '1–10の整数', 'APIキーは200文字以内'])
      await page.getByText(`${fault}を入力してください`).or(page.getByText(fault)).first().waitFor()
    await page.getByLabel('応答なしと判定するまでのポーリング間隔の倍数').fill('5')
    await page.getByLabel('新しいポーラーの確認期限（分）').fill('90')
    await term.fill('６０')
    await count.fill('5')
    await key.fill('AIza-Example_1')
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText('設定を保存しました').waitFor()
    await head.getByText('オン', { exact: true }).first().waitFor()
    const saved = await admin(endpoints.getUserConfig, { query: {} })
    const valueOf = (name: string) => saved.find((item) => item.key === name)?.value
    expect(valueOf('system_config_sim_online_term')).toBe('60')
    expect(valueOf('system_config_sim_display_location_nums_key')).toBe('5')
    expect(valueOf('system_config_sim_silent_intervals')).toBe('5')
    expect(valueOf('system_ota_new_poller_minutes')).toBe('90')
    expect(valueOf('system_config_google_maps_api_key')).toBe('AIza-Example_1')
    const logs = await server.db.selectFrom('action_logs').selectAll().execute()
    expect(JSON.stringify(logs)).not.toContain('AIza-Example_1')

    await visit(other, `${server.url}/settings/setting-sim`)
    await other.getByText('この設定を変更する権限がありません').first().waitFor()
    expect(await other.getByLabel('オンライン判定時間（分）').count()).toBe(0)
  })

  test('the time at which ending certificates are told is saved, and members without the permission see the reason', async () => {
    await using world = await startWorld({ sims: 1, consoleFolder })
    const { server, admin } = world
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, server.url, await newAccount(server, 'ADMIN'))
    await visit(page, `${server.url}/settings/setting-iot-safe`)
    const days = page.getByLabel('知らせる時期（期限までの日数）')
    expect(await days.inputValue()).toBe('14')
    for (const wrong of ['0', '366', '7.5', '']) {
      await days.fill(wrong)
      await page.getByRole('button', { name: '保存' }).click()
      await page.getByText('1–365の整数を入力してください').waitFor()
    }
    await days.fill('３０')
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText('設定を保存しました').waitFor()
    const saved = await admin(endpoints.getUserConfig, { query: {} })
    expect(saved.find(({ key }) => key === 'system_iot_safe_end_days')?.value).toBe('30')
    await setAppearance(page, { language: 'en', theme: 'dark', width: 390, height: 844 })
    await page.getByLabel('Days before the end').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'Identity templates' }).last().click()
    await page.getByRole('heading', { name: 'Identity templates' }).waitFor()
    await using second = await openBrowser()
    const other = await second.context.newPage()
    await signInByForm(other, server.url, await newAccount(server, 'MEMBER'))
    await visit(other, `${server.url}/settings/setting-iot-safe`)
    await other.getByText('この設定を変更する権限がありません').first().waitFor()
    expect(await other.getByLabel('知らせる時期（期限までの日数）').count()).toBe(0)
  })
})
