import { describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { findChromium } from './testing/chromium.ts'
import { pathOf } from './testing/people.ts'
import { iccidOf, imsiOf, inAddress, LargeFleet, nameOf } from './fleet-list.fixture.ts'

const fleet = new LargeFleet()

describe.skipIf(!findChromium())('the search in a large fleet', () => {
  test('search accepts numbers as printed and pasted and names the unknown ones, and an invalid id is reported at its field', async () => {
    await fleet.go('/?sort=iccid:ASC')
    const field = fleet.page.getByRole('searchbox', { name: '検索' })
    await field.fill(iccidOf(42).replaceAll(/(.{4})/g, '$1 '))
    await fleet.shows(42)
    await field.fill('')
    await field.evaluate(
      (input, lines) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', lines)
        input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      },
      `${iccidOf(7)}\n${imsiOf(9)}\n8981199999999999999\n`,
    )
    await fleet.shows(7, 9)
    await fleet.page.getByText('3件の番号のうち1件は、どのSIMにも見つかりません：8981199999999999999').waitFor()
    expect(inAddress('search', fleet.page)).toBe(`${iccidOf(7)},${imsiOf(9)},8981199999999999999`)
    expect(await fleet.axe()).toEqual([])
    await field.fill('x'.repeat(65))
    await fleet.page.getByText('64文字以内、8語以内で入力してください').waitFor()
    await fleet.shows(7, 9)

    await fleet.go('/?sort=iccid:ASC')
    await fleet.button('条件を追加').click()
    await fleet.page.getByRole('searchbox', { name: '条件を検索' }).fill('管理番号')
    await fleet.page.keyboard.press('Enter')
    await fleet.page.getByRole('textbox', { name: 'SIMの管理番号' }).fill('abc')
    await fleet.button('適用').click()
    await fleet.page.getByText(/SIMの管理番号は数字で入力してください/).waitFor()
    expect(inAddress('id', fleet.page)).toBeNull()
    await fleet.page.getByRole('textbox', { name: 'SIMの管理番号' }).fill('１、2')
    await fleet.button('適用').click()
    await fleet.shows(1, 2)
    expect(inAddress('id', fleet.page)).toBe('1,2')
    await fleet.go('/?silent=never&sort=iccid:ASC')
    await fleet.shows(1, 2, 3, 4, 5)
    await fleet.button(/通信がない期間.*一度も通信なし/).waitFor()
    expect(fleet.problems).toEqual([])
  })

  test('list and wizard name an invalid filter of the address, and the list can remove it from the address', async () => {
    await fleet.go('/?id=abc&silent=bogus&operator=ntt&sort=iccid:ASC')
    const notice = fleet.page.getByText('URLに含まれる条件「id」「silent」は値を読み取れないため、絞り込みに使われていません。')
    await notice.waitFor()
    await fleet.button(/条件「通信事業者」を外す/).waitFor()
    await fleet.button('URLから外す').click()
    await notice.waitFor({ state: 'detached' })
    expect([inAddress('id', fleet.page), inAddress('silent', fleet.page), inAddress('operator', fleet.page)]).toEqual([null, null, 'ntt'])
    await fleet.go('/otas/execute?silent=bogus')
    await fleet.page.getByText('URLに含まれる条件「silent」は値を読み取れない').waitFor()
    expect(fleet.problems).toEqual([])
  })

  test('the palette finds a SIM by its numbers, shows the matching number and opens the SIM', async () => {
    await fleet.go('/')
    await fleet.page.keyboard.press('Control+K')
    await fleet.page.getByRole('combobox', { name: '検索・移動' }).fill(imsiOf(1234).slice(0, 14))
    const found = fleet.page.getByRole('option', { name: nameOf(1234) })
    await found.waitFor()
    expect(await found.textContent()).toContain(`IMSI ${imsiOf(1234)}`)
    expect(await found.locator('mark').textContent()).toBe(imsiOf(1234).slice(0, 14))
    expect(await fleet.axe()).toEqual([])
    await fleet.page.keyboard.press('Enter')
    await until(() => pathOf(fleet.page).endsWith(`/${iccidOf(1234)}`))
    await fleet.page.getByRole('heading', { name: nameOf(1234) }).waitFor()
    // Enter right after typing opens the SIM that was typed, as soon as it is found.
    await fleet.page.keyboard.press('Control+K')
    await fleet.page.getByRole('combobox', { name: '検索・移動' }).fill(iccidOf(77))
    await fleet.page.keyboard.press('Enter')
    await until(() => pathOf(fleet.page).endsWith(`/${iccidOf(77)}`))
    expect(fleet.problems).toEqual([])
  })

  test('keys typed after Ctrl-K reach the palette, and after / the search, even before their scripts are loaded', async () => {
    const held = async (address: string | RegExp, act: () => Promise<void>): Promise<void> => {
      const release = Promise.withResolvers<void>()
      await fleet.page.route(address, async (route) => {
        await release.promise
        await route.continue()
      })
      await act()
      release.resolve()
    }
    await held(/PaletteDialog.*\.js/, async () => {
      await fleet.go('/')
      await fleet.page.keyboard.press('Control+K')
      await fleet.page.keyboard.type(iccidOf(321))
    })
    await fleet.page.getByRole('option', { name: nameOf(321) }).waitFor()
    expect(await fleet.page.getByRole('combobox').inputValue()).toBe(iccidOf(321))
    await fleet.page.keyboard.type('9')
    await expect.poll(() => fleet.page.getByRole('combobox').inputValue()).toBe(`${iccidOf(321)}9`)
    expect(inAddress('search', fleet.page)).toBeNull()

    for (const [key, field] of [
      ['Control+K', fleet.page.getByRole('combobox')],
      ['/', fleet.page.getByRole('searchbox', { name: '検索' })],
    ] as const) {
      await held('**/v1/me', async () => {
        await fleet.page.goto(fleet.server.url, { waitUntil: 'load' })
        await fleet.page.keyboard.press(key)
        await fleet.page.keyboard.type(iccidOf(77))
      })
      await expect.poll(() => field.inputValue()).toBe(iccidOf(77))
    }
    await fleet.shows(77)
    await fleet.page.unrouteAll({ behavior: 'wait' })
    expect(fleet.problems).toEqual([])
  })

  test('the row of a SIM shows its change while the list names numbers that no SIM has', async () => {
    await fleet.go(`/?sort=iccid:ASC&search=${iccidOf(31)},8981199999999999991,8981199999999999992`)
    await fleet.page.getByText('3件の番号のうち2件は、どのSIMにも見つかりません').waitFor()
    const [sim] = (await fleet.admin(endpoints.listSims, { query: { iccid: iccidOf(31) } })).data
    await fleet.page.getByRole('banner').getByText('リアルタイム').waitFor()
    await until(async () => {
      // The server may not have received the list of shown SIMs yet.
      await fleet.admin(endpoints.updateSim, { params: { id: sim!.id }, body: { device_alias: `yy ${Date.now()}` } })
      return (await fleet.names())[0]?.startsWith('yy ')
    })
    await fleet.admin(endpoints.updateSim, { params: { id: sim!.id }, body: { device_alias: nameOf(31) } })
    await fleet.shows(31)
    expect(fleet.problems).toEqual([])
  })

  test('the row of a SIM shows its change and stays in its position', async () => {
    await fleet.go('/?sort=device_alias:ASC&iccid=0000005')
    const before = await fleet.names()
    const [sim] = (await fleet.admin(endpoints.listSims, { query: { iccid: iccidOf(Number(before[1]?.slice(4))) } })).data
    await fleet.page.getByRole('banner').getByText('リアルタイム').waitFor()
    let alias = ''
    await until(async () => {
      // The server may not have received the list of shown SIMs yet.
      alias = `zz ${Date.now()}`
      await fleet.admin(endpoints.updateSim, { params: { id: sim!.id }, body: { device_alias: alias } })
      return (await fleet.names())[1]?.startsWith('zz ')
    })
    // A change that arrives later would highlight the row again.
    await until(async () => (await fleet.names())[1] === alias)
    const after = await fleet.names()
    expect(after.with(1, '')).toEqual(before.with(1, ''))
    const highlighted = () => fleet.page.locator('tbody tr[class*="live"]').count()
    expect(await highlighted()).toBe(1)
    await fleet.button('次のページ').click()
    await until(async () => (await fleet.names())[0] !== after[0])
    await fleet.button('前のページ').click()
    await until(async () => (await fleet.names())[0] === after[0])
    expect(await highlighted()).toBe(0)
    await fleet.admin(endpoints.updateSim, { params: { id: sim!.id }, body: { device_alias: `zz ${Date.now()}` } })
    await until(async () => (await highlighted()) === 1)
    expect(fleet.problems).toEqual([])
  })
})
