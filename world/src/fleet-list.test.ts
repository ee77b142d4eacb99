import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { RoleName } from '@simdeck/contract/permissions.ts'
import { startTestServer, type TestCall, type TestServer } from '@simdeck/server/testing/server.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { builtConsole } from './console-build.ts'
import { type Browser, openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { makePerson, newPage, pathOf } from './testing/people.ts'
import { setAppearance, signInByForm } from './testing/visit.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** Number of SIMs. With five on a page, the last two pages lie beyond page 500, the last one with a number. */
const count = 2510
const ntt = 30
const padded = (n: number, digits: number): string => String(n).padStart(digits, '0')
const iccidOf = (n: number): string => `8981100000000${padded(n, 6)}`
const imsiOf = (n: number): string => `44010${padded(n * 37, 10)}`
const nameOf = (n: number): string => `SIM ${padded(n, 4)}`

let server: TestServer
let admin: TestCall
let page: Page
const browsers: Browser[] = []
const problems: string[] = []

async function signedIn(role: RoleName): Promise<{ page: Page; call: TestCall }> {
  const person = await makePerson(server, role)
  const browser = await openBrowser()
  browsers.push(browser)
  const own = await newPage(browser.context, problems)
  own.setDefaultTimeout(8000)
  await signInByForm(own, server.url, person)
  return { page: own, call: person.call }
}

beforeAll(async () => {
  if (!findChromium()) return
  server = await startTestServer({}, await builtConsole())
  for (let from = 0; from < count; from += 502) {
    const rows = Array.from({ length: 502 }, (_, index) => from + index + 1).map((n) => ({
      iccid: iccidOf(n),
      imsi: imsiOf(n),
      device_alias: nameOf(n),
      operator: n <= ntt ? ('ntt' as const) : ('jasper' as const),
    }))
    await server.db.insertInto('sims').values(rows).execute()
  }
  ;({ page, call: admin } = await signedIn('ADMIN'))
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('simdeck') ?? '{}') as { state: object }
    localStorage.setItem('simdeck', JSON.stringify({ ...kept, state: { ...kept.state, paginate: { sim: 5 } } }))
  })
}, 240_000)
afterAll(async () => {
  for (const browser of browsers) await browser[Symbol.asyncDispose]()
  await server?.[Symbol.asyncDispose]()
})
beforeEach(() => void problems.splice(0))

const button = (name: string | RegExp, within: Page | Locator = page): Locator =>
  within.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
const names = async (on = page): Promise<string[]> => on.locator('tbody a').allTextContents()
async function shows(...expected: number[]): Promise<void> {
  await expect.poll(() => names(), { timeout: 8000 }).toEqual(expected.map(nameOf))
}
const inAddress = (name: string, on = page): string | null => new URL(on.url()).searchParams.get(name)
const go = async (path: string): Promise<void> => {
  await page.goto(server.url + path)
  await page.locator('tbody a').first().waitFor()
}
/** Violations that axe finds; a menu over other content is checked on its own. */
const axe = async (part = 'body'): Promise<string[]> => {
  const { violations } = await new AxeBuilder({ page }).include(part).withTags(rules).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')}`)
}

describe.skipIf(!findChromium())('the list of a large fleet', { timeout: 120_000 }, () => {
  test('filters, sort order and page are in the address, and pages beyond 500 use cursors in both directions', async () => {
    await go('/')
    await button('条件を追加').click()
    await page.getByRole('searchbox', { name: '条件を検索' }).fill('通信事業者')
    await page.keyboard.press('Enter')
    await page.getByLabel('NTT').check()
    await button('適用').click()
    await page.getByText(`${ntt}件`, { exact: true }).waitFor()
    await button('ICCID').click()
    await shows(1, 2, 3, 4, 5)
    await button('ICCID').click()
    await shows(30, 29, 28, 27, 26)
    await button('次のページ').click()
    await shows(25, 24, 23, 22, 21)
    expect([inAddress('operator'), inAddress('sort'), inAddress('page')]).toEqual(['ntt', 'iccid:DESC', '2'])
    await page.reload()
    await shows(25, 24, 23, 22, 21)
    await page.goBack()
    await shows(30, 29, 28, 27, 26)
    await button('ICCID').click()
    await expect.poll(() => inAddress('sort')).toBe('none')

    await go('/?sort=iccid:ASC&page=900')
    await shows(2496, 2497, 2498, 2499, 2500)
    await button('次のページ').click()
    await shows(2501, 2502, 2503, 2504, 2505)
    expect(inAddress('cursor')).toMatch(/^[\w-]+$/)
    await page.reload()
    await shows(2501, 2502, 2503, 2504, 2505)
    await button('次のページ').click()
    await shows(2506, 2507, 2508, 2509, 2510)
    await expect.poll(() => button('次のページ').isDisabled()).toBe(true)
    await button('前のページ').click()
    await shows(2501, 2502, 2503, 2504, 2505)
    await button('前のページ').click()
    await shows(2496, 2497, 2498, 2499, 2500)
    expect([inAddress('page'), inAddress('cursor')]).toEqual(['500', null])
    await button('最後のページ').click()
    await shows(2506, 2507, 2508, 2509, 2510)
    await page.getByText('2,510件中 2,506–2,510件').waitFor()
    await button('最初のページ').click()
    await shows(1, 2, 3, 4, 5)
    expect(problems).toEqual([])
  })

  test('a selection of all matching SIMs stays as it was when more SIMs match, also in the bulk OTA', async () => {
    await go('/?operator=ntt&sort=iccid:ASC')
    await page.getByRole('checkbox', { name: `${nameOf(2)}を選択` }).check()
    await page.getByText('1件を選択中').waitFor()
    await button('このページの5件を選択').click()
    await page.getByText('5件を選択中').waitFor()
    await button(`条件に一致する${ntt}件すべてを選択`).click()
    await page.getByText(`${ntt}件を選択中`).waitFor()
    await admin(endpoints.createSim, { body: { iccid: '8981100000000999999', operator: 'ntt' } })
    await button('次のページ').click()
    await shows(6, 7, 8, 9, 10)
    await page.getByText(`${ntt + 1}件中 6–10件`).waitFor()
    await page.getByText(`${ntt}件を選択中`).waitFor()
    expect(await axe()).toEqual([])
    await button('一括OTA').click()
    await button(`${ntt}台で次へ`).waitFor()
    await page.getByText(`選択した${ntt}台`).waitFor()
    await page.goBack()
    await page.getByRole('checkbox', { name: 'このページをすべて選択' }).check()
    await page.getByText('5件を選択中').waitFor()
    await button('条件「通信事業者」を外す').click()
    await page.getByText(/^2,511件中/).waitFor()
    await page.getByText('5件を選択中').waitFor()
    expect(problems).toEqual([])
  })

  test('a selection survives a change of the filter, counts the SIMs that are not shown, and grows to a range by Shift', async () => {
    await go('/?sort=iccid:ASC')
    const box = (n: number): Locator => page.getByRole('checkbox', { name: `${nameOf(n)}を選択` })
    await box(2).check()
    await box(5).click({ modifiers: ['Shift'] })
    await page.getByText('4件を選択中').waitFor()
    await button('次のページ').click()
    await shows(6, 7, 8, 9, 10)
    await page.getByText('4件を選択中（4件は別のページ）').waitFor()
    await page.getByRole('searchbox', { name: '検索' }).fill(iccidOf(3))
    await shows(3)
    await page.getByText('うち3件は現在の条件に一致しません').waitFor()
    expect(await page.getByText('別のページ').count(), 'one count of what is not shown').toBe(0)
    expect(await box(3).isChecked()).toBe(true)
    await button('一致しないSIMの選択を解除').click()
    await page.getByText('1件を選択中').waitFor()
    expect(await axe()).toEqual([])

    // After a selection of all SIMs that match one filter, the rows of another filter are ticked only if they belong to it.
    await go('/?operator=ntt&sort=iccid:ASC')
    await box(1).check()
    await button(/^条件に一致する\d+件すべてを選択$/).click()
    // Other tests may have added SIMs to this fleet.
    const { totalItems } = await admin(endpoints.listSims, { query: { operator: 'ntt', take: 1 } })
    await page.getByText(`${totalItems}件を選択中`).waitFor()
    await page.getByRole('searchbox', { name: '検索' }).fill(iccidOf(30))
    await page.getByText(`うち${totalItems - 1}件は現在の条件に一致しません`).waitFor()
    await button('条件「通信事業者」を外す').click()
    await page.getByRole('searchbox', { name: '検索' }).fill('898110000000000003')
    await shows(30, 31, 32, 33, 34)
    await expect.poll(async () => [await box(30).isChecked(), await box(31).isChecked()]).toEqual([true, false])
    await page.getByText('現在の条件に一致しません').waitFor()
    for (const language of ['ja', 'en'] as const) {
      await setAppearance(page, { language, theme: 'light', width: 1440, height: 900 })
      // The longest bar: some selected SIMs do not match the filter, and a thousand others do.
      await go('/?sort=iccid:ASC')
      await page.getByRole('checkbox').nth(1).check()
      await page.getByRole('searchbox').first().fill('8981100000000001')
      await page.getByText(language === 'ja' ? '条件に一致する1,000件すべてを選択' : 'Select all 1,000 that match').waitFor()
      const words = page.getByText(language === 'ja' ? /うち\d+件は現在の条件に一致しません/ : /outside this filter/)
      await words.waitFor()
      const bar = page.getByRole('status').filter({ has: words })
      // The bar stays one row of buttons high: 42 px, as without a selection.
      await expect.poll(async () => (await bar.boundingBox())?.height).toBe(42)
    }
    await setAppearance(page, { language: 'ja', theme: 'light', width: 1440, height: 900 })
    expect(problems).toEqual([])
  })

  test('search accepts numbers as printed and pasted and names the unknown ones, and an invalid id is reported at its field', async () => {
    await go('/?sort=iccid:ASC')
    const field = page.getByRole('searchbox', { name: '検索' })
    await field.fill(iccidOf(42).replaceAll(/(.{4})/g, '$1 '))
    await shows(42)
    await field.fill('')
    await field.evaluate(
      (input, lines) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', lines)
        input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      },
      `${iccidOf(7)}\n${imsiOf(9)}\n8981199999999999999\n`,
    )
    await shows(7, 9)
    await page.getByText('3件の番号のうち1件は、どのSIMにも見つかりません：8981199999999999999').waitFor()
    expect(inAddress('search')).toBe(`${iccidOf(7)},${imsiOf(9)},8981199999999999999`)
    expect(await axe()).toEqual([])
    await field.fill('x'.repeat(65))
    await page.getByText('64文字以内、8語以内で入力してください').waitFor()
    await shows(7, 9)

    await go('/?sort=iccid:ASC')
    await button('条件を追加').click()
    await page.getByRole('searchbox', { name: '条件を検索' }).fill('管理番号')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'SIMの管理番号' }).fill('abc')
    await button('適用').click()
    await page.getByText(/SIMの管理番号は数字で入力してください/).waitFor()
    expect(inAddress('id')).toBeNull()
    await page.getByRole('textbox', { name: 'SIMの管理番号' }).fill('１、2')
    await button('適用').click()
    await shows(1, 2)
    expect(inAddress('id')).toBe('1,2')
    await go('/?silent=never&sort=iccid:ASC')
    await shows(1, 2, 3, 4, 5)
    await button(/通信がない期間.*一度も通信なし/).waitFor()
    expect(problems).toEqual([])
  })

  test('list and wizard name an invalid filter of the address, and the list can remove it from the address', async () => {
    await go('/?id=abc&silent=bogus&operator=ntt&sort=iccid:ASC')
    const words = page.getByText('URLに含まれる条件「id」「silent」は値を読み取れないため、絞り込みに使われていません。')
    await words.waitFor()
    await button(/条件「通信事業者」を外す/).waitFor()
    await button('URLから外す').click()
    await words.waitFor({ state: 'detached' })
    expect([inAddress('id'), inAddress('silent'), inAddress('operator')]).toEqual([null, null, 'ntt'])
    await go('/otas/execute?silent=bogus')
    await page.getByText('URLに含まれる条件「silent」は値を読み取れない').waitFor()
    expect(problems).toEqual([])
  })

  test('a view stores filters, sort order and columns by name, can be shared, and only its owner can change it', async () => {
    await go('/?operator=ntt&sort=imsi:DESC')
    await button('表示').click()
    await page.getByRole('searchbox', { name: '項目を検索' }).fill('imsi')
    await page.getByRole('checkbox', { name: 'IMSI', exact: true }).check()
    await button('ビューを保存').click()
    await page.getByRole('textbox', { name: 'ビュー名' }).fill('NTTの確認')
    await page.getByRole('checkbox', { name: 'ほかのメンバーと共有' }).check()
    await button('保存', page.getByRole('dialog')).click()
    await page.getByText('ビュー「NTTの確認」を保存しました').waitFor()
    await button('条件「通信事業者」を外す').click()
    await button(/NTTの確認.*変更あり/).click()
    await button('初期の表示に戻す').click()
    await expect.poll(() => new URL(page.url()).search).toBe('')
    expect(await page.getByRole('columnheader', { name: 'IMSI' }).count()).toBe(0)

    const other = (await signedIn('MEMBER')).page
    await setAppearance(other, { language: 'en', theme: 'light', width: 1440, height: 900 })
    await other.goto(server.url)
    await button('Views', other).click()
    await button(/NTTの確認/, other).click()
    await other.getByRole('columnheader', { name: 'IMSI' }).waitFor()
    expect([inAddress('operator', other), inAddress('sort', other)]).toEqual(['ntt', 'imsi:DESC'])
    await button('NTTの確認', other).click()
    await button('Save as new', other).waitFor()
    expect(await button(/Rename or share|Delete the view/, other).count()).toBe(0)

    await button('ビュー').click()
    await button(/^NTTの確認/).click()
    await page.getByRole('columnheader', { name: 'IMSI' }).waitFor()
    await button('ICCID').click()
    await button(/NTTの確認.*変更あり/).click()
    expect(await axe('[role="dialog"]')).toEqual([])
    await button('上書き保存').click()
    await button('NTTの確認').click()
    await button('ビュー「NTTの確認」の名前と共有を変更').click()
    await page.getByRole('textbox', { name: 'ビュー名' }).fill('NTT回線')
    await page.getByRole('checkbox', { name: 'ほかのメンバーと共有' }).uncheck()
    await button('保存', page.getByRole('dialog')).click()
    await button('NTT回線').waitFor()
    const [view] = await admin(endpoints.listSimViews, {})
    expect(view).toMatchObject({ name: 'NTT回線', shared: false, search: { operator: 'ntt', sort: 'iccid:ASC' } })
    await other.reload()
    await button('Views', other).click()
    await other.getByText(/No views yet/).waitFor()
    await button('NTT回線').click()
    await button('ビュー「NTT回線」を削除').click()
    await button('削除', page.getByRole('dialog')).click()
    await button('ビュー').waitFor()
    expect(await admin(endpoints.listSimViews, {})).toEqual([])
    expect(problems).toEqual([])
  })

  test('the palette finds a SIM by its numbers, shows the matching number and opens the SIM', async () => {
    await go('/')
    await page.keyboard.press('Control+K')
    await page.getByRole('combobox').fill(imsiOf(1234).slice(0, 14))
    const found = page.getByRole('option', { name: nameOf(1234) })
    await found.waitFor()
    expect(await found.textContent()).toContain(`IMSI ${imsiOf(1234)}`)
    expect(await found.locator('mark').textContent()).toBe(imsiOf(1234).slice(0, 14))
    expect(await axe()).toEqual([])
    await page.keyboard.press('Enter')
    await until(() => pathOf(page).endsWith(`/${iccidOf(1234)}`))
    await page.getByRole('heading', { name: nameOf(1234) }).waitFor()
    // Enter right after typing opens the SIM that was typed, as soon as it is found.
    await page.keyboard.press('Control+K')
    await page.getByRole('combobox').fill(iccidOf(77))
    await page.keyboard.press('Enter')
    await until(() => pathOf(page).endsWith(`/${iccidOf(77)}`))
    expect(problems).toEqual([])
  })

  test('keys typed after Ctrl-K reach the palette, and after / the search, even before their scripts are loaded', async () => {
    const held = async (address: string | RegExp, act: () => Promise<void>): Promise<void> => {
      const release = Promise.withResolvers<void>()
      await page.route(address, async (route) => {
        await release.promise
        await route.continue()
      })
      await act()
      release.resolve()
    }
    await held(/PaletteDialog.*\.js/, async () => {
      await go('/')
      await page.keyboard.press('Control+K')
      await page.keyboard.type(iccidOf(321))
    })
    await page.getByRole('option', { name: nameOf(321) }).waitFor()
    expect(await page.getByRole('combobox').inputValue()).toBe(iccidOf(321))
    await page.keyboard.type('9')
    await expect.poll(() => page.getByRole('combobox').inputValue()).toBe(`${iccidOf(321)}9`)
    expect(inAddress('search')).toBeNull()

    for (const [key, field] of [
      ['Control+K', page.getByRole('combobox')],
      ['/', page.getByRole('searchbox', { name: '検索' })],
    ] as const) {
      await held('**/v1/me', async () => {
        await page.goto(server.url, { waitUntil: 'load' })
        await page.keyboard.press(key)
        await page.keyboard.type(iccidOf(77))
      })
      await expect.poll(() => field.inputValue(), { timeout: 8000 }).toBe(iccidOf(77))
    }
    await shows(77)
    await page.unrouteAll({ behavior: 'wait' })
    expect(problems).toEqual([])
  })

  test('the row of a SIM shows its change while the list names numbers that no SIM has', async () => {
    await go(`/?sort=iccid:ASC&search=${iccidOf(31)},8981199999999999991,8981199999999999992`)
    await page.getByText('3件の番号のうち2件は、どのSIMにも見つかりません').waitFor()
    const [sim] = (await admin(endpoints.listSims, { query: { iccid: iccidOf(31) } })).data
    await page.getByRole('banner').getByText('リアルタイム').waitFor()
    await until(async () => {
      // The websocket may not have told the server yet which SIMs are shown.
      await admin(endpoints.updateSim, { params: { id: sim!.id }, body: { device_alias: `yy ${Date.now()}` } })
      return (await names())[0]?.startsWith('yy ')
    })
    await admin(endpoints.updateSim, { params: { id: sim!.id }, body: { device_alias: nameOf(31) } })
    await shows(31)
    expect(problems).toEqual([])
  })

  test('the row of a SIM shows its change and keeps its place', async () => {
    await go('/?sort=device_alias:ASC&iccid=0000005')
    const before = await names()
    const [sim] = (await admin(endpoints.listSims, { query: { iccid: iccidOf(Number(before[1]?.slice(4))) } })).data
    await page.getByRole('banner').getByText('リアルタイム').waitFor()
    await until(async () => {
      // The websocket may not have told the server yet which SIMs are shown.
      await admin(endpoints.updateSim, { params: { id: sim!.id }, body: { device_alias: `zz ${Date.now()}` } })
      return (await names())[1]?.startsWith('zz ')
    })
    const after = await names()
    expect(after.with(1, '')).toEqual(before.with(1, ''))
    const highlighted = () => page.locator('tbody tr[class*="live"]').count()
    expect(await highlighted()).toBe(1)
    await button('次のページ').click()
    await until(async () => (await names())[0] !== after[0])
    await button('前のページ').click()
    await until(async () => (await names())[0] === after[0])
    expect(await highlighted()).toBe(0)
    await admin(endpoints.updateSim, { params: { id: sim!.id }, body: { device_alias: `zz ${Date.now()}` } })
    await until(async () => (await highlighted()) === 1)
    expect(problems).toEqual([])
  })
})
