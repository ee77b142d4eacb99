import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { findChromium } from './testing/chromium.ts'
import { count, iccidOf, inAddress, LargeFleet, nameOf, ntt } from './fleet-list.fixture.ts'

const fleet = new LargeFleet()
const others = (count - ntt).toLocaleString('en-US')

/** Opens the editor of a filter that is not set. */
async function add(name: string): Promise<void> {
  await fleet.button('条件を追加').click()
  await fleet.page.getByRole('searchbox', { name: '条件を検索' }).fill(name)
  await fleet.page.keyboard.press('Enter')
}

const paste = (numbers: readonly string[]): Promise<void> =>
  fleet.page.getByRole('searchbox', { name: '検索' }).evaluate((input, lines) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', lines)
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, numbers.join('\n'))

describe.skipIf(!findChromium())('the filters of a large fleet', () => {
  test('a filter shows the number of SIMs beside each choice and can be negated, in the list, its address and a selection', async () => {
    await fleet.go('/?sort=iccid:ASC')
    await add('通信事業者')
    await fleet.page.getByText(others, { exact: true }).waitFor()
    const choice = fleet.page.getByRole('checkbox', { name: 'NTT' })
    expect(await choice.getAttribute('aria-describedby')).toBeTruthy()
    await expect
      .poll(async () => fleet.page.locator(`[id="${await choice.getAttribute('aria-describedby')}"]`).textContent())
      .toBe(String(ntt))
    expect(await fleet.axe('[role="dialog"]')).toEqual([])
    await choice.check()
    await fleet.page.getByRole('radio', { name: '次の値以外' }).check()
    await fleet.button('適用').click()
    await fleet.button(/^通信事業者\s*NTT 以外$/).waitFor()
    await fleet.shows(31, 32, 33, 34, 35)
    await fleet.page.getByText(`${others}台中 1–5台`).waitFor()
    expect([inAddress('operator', fleet.page), inAddress('not', fleet.page)]).toEqual(['ntt', 'operator'])
    await fleet.page.reload()
    await fleet.shows(31, 32, 33, 34, 35)
    await fleet.page.getByRole('checkbox').nth(1).check()
    await fleet.button(`条件に一致する${others}台すべてを選択`).click()
    await fleet.page.getByText(`${others}台を選択中`).waitFor()
    await fleet.button('条件「通信事業者」を外す').click()
    await fleet.shows(1, 2, 3, 4, 5)
    expect(inAddress('not', fleet.page)).toBeNull()
    expect(fleet.problems).toEqual([])
  })

  test('versions are chosen from those that SIMs have, several at once, and a time without data is any number of hours', async () => {
    await fleet.server.db.updateTable('sims').set({ poller_version: '1.10.0' }).where('iccid', '<=', iccidOf(4)).execute()
    await fleet.server.db.updateTable('sims').set({ poller_version: '1.9.0' }).where('iccid', '=', iccidOf(5)).execute()
    await fleet.go('/?sort=iccid:ASC')
    await add('ポーラーのバージョン')
    await fleet.page.getByRole('checkbox', { name: '1.10.0' }).check()
    await fleet.page.getByRole('checkbox', { name: '1.9.0' }).check()
    await fleet.button('適用').click()
    await fleet.page.getByText('5台中 1–5台').waitFor()
    expect(inAddress('poller_version', fleet.page)).toBe('1.10.0,1.9.0')
    await fleet.go('/?sort=iccid:ASC')
    await add('通信がない期間')
    await fleet.page.getByRole('textbox', { name: 'ほかの長さ' }).fill('36')
    await fleet.button('適用').click()
    await fleet.button(/通信がない期間\s*36時間以上/).waitFor()
    expect(inAddress('silent', fleet.page)).toBe('36h')
    await fleet.button(/通信がない期間\s*36時間以上/).click()
    await fleet.page.getByRole('checkbox', { name: '36時間以上' }).uncheck()
    await fleet.page.getByRole('textbox', { name: 'ほかの長さ' }).fill('5')
    await fleet.page.getByRole('combobox', { name: '単位' }).selectOption({ label: '倍（ポーリング間隔）' })
    await fleet.button('適用').click()
    await fleet.button(/通信がない期間\s*ポーリング間隔の5倍以上/).waitFor()
    expect(inAddress('silent', fleet.page)).toBe('5x')
    expect(fleet.problems).toEqual([])
  })

  test('the SIMs that are set aside are found, and in reverse all others', async () => {
    const { db } = fleet.server
    const campaign = { name: 'a', state: 'completed', action: 'install', targets: '[]', total: 0, excluded: 0 } as const
    const { id: campaign_id } = await db.insertInto('campaigns').values(campaign).returning('id').executeTakeFirstOrThrow()
    const aside = await db
      .selectFrom('sims')
      .select('id')
      .where('iccid', 'in', [iccidOf(7), iccidOf(9)])
      .execute()
    await db
      .insertInto('quarantined_sims')
      .values(aside.map(({ id: sim_id }) => ({ sim_id, campaign_id, code: 402 })))
      .execute()
    await fleet.go('/?sort=iccid:ASC')
    await add('隔離')
    await fleet.page.getByRole('checkbox', { name: '隔離中' }).check()
    await fleet.button('適用').click()
    await fleet.button(/隔離\s*隔離中/).waitFor()
    await fleet.shows(7, 9)
    expect(inAddress('quarantined', fleet.page)).toBe('true')
    await fleet.go('/?sort=iccid:ASC&quarantined=true&not=quarantined')
    await fleet.shows(1, 2, 3, 4, 5)
    await fleet.page.getByText(`${(count - 2).toLocaleString('ja')}台中 1–5台`).waitFor()
    expect(fleet.problems).toEqual([])
  })

  test('a pasted list that is too long for an address narrows the list, and names the numbers that no SIM has', async () => {
    await fleet.go('/?sort=iccid:ASC&operator=jasper')
    const unknown = ['8981199999999999998', '8981199999999999999']
    await paste([...Array.from({ length: 1498 }, (_, at) => iccidOf(at + 1001)), ...unknown])
    await fleet.button(/^貼り付けた番号\s*1,498台$/).waitFor()
    await fleet.shows(1001, 1002, 1003, 1004, 1005)
    await fleet.page.getByText(`1,500件の番号のうち2件は、どのSIMにも見つかりません：${unknown.join(', ')}`).waitFor()
    expect([inAddress('search', fleet.page), inAddress('operator', fleet.page)]).toEqual([null, 'jasper'])
    expect(await fleet.page.getByRole('searchbox', { name: '検索' }).inputValue()).toBe('')
    await fleet.page.reload()
    await fleet.page.getByText('1,498台中 1–5台').waitFor()
    await fleet.page.getByText('1,500件の番号のうち2件は、どのSIMにも見つかりません').waitFor()
    await fleet.page.getByRole('checkbox').nth(1).check()
    await fleet.button('条件に一致する1,498台すべてを選択').click()
    await fleet.page.getByText('1,498台を選択中').waitFor()
    await fleet.button('条件「貼り付けた番号」を外す').click()
    await fleet.shows(31, 32, 33, 34, 35)

    await paste(Array.from({ length: 10_001 }, (_, at) => iccidOf(at)))
    await fleet.page.getByText('一度に検索できる番号は10,000件までです').waitFor()
    expect(fleet.problems).toEqual([])
  })

  test('a list shows up to which time its order is known while changes run ahead of it', async () => {
    await fleet.page.route('**/v1/sims?**', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), asOf: '2026-11-23T03:04:05Z' } })
    })
    await fleet.go('/?sort=iccid:ASC')
    const words = fleet.page.getByText('12:04:05 時点の並びです。その後の変更は、まだ並びと件数に入っていません。')
    await words.waitFor()
    await fleet.page.unroute('**/v1/sims?**')
    await fleet.button('次のページ').click()
    await fleet.shows(6, 7, 8, 9, 10)
    await words.waitFor({ state: 'detached' })
    expect(fleet.problems).toEqual([])
  })

  test('a bar of the last polls narrows the list by mouse and by keyboard', async () => {
    const { db } = fleet.server
    const ids = await db.selectFrom('sims').select('id').where('iccid', '<=', iccidOf(7)).where('iccid', '>=', iccidOf(1)).execute()
    const at = new Date(Date.now() - 75 * 3_600_000)
    await db
      .updateTable('sim_contacts')
      .set({ last_poll: at })
      .where(
        'sim_id',
        'in',
        ids.map(({ id }) => id),
      )
      .execute()
    await fleet.go('/?sort=iccid:ASC')
    await fleet.button('最終ポーリングの分布').click()
    const bars = fleet.page.getByRole('region', { name: '最終ポーリングの分布' })
    const never = fleet.button(/^一度も通信なし：/, bars)
    const all = await never.getAttribute('aria-label')
    await fleet.button(/：7台$/, bars).click()
    await fleet.page.getByText('7台中 1–5台').waitFor()
    await fleet.shows(1, 2, 3, 4, 5)
    expect(await fleet.axe()).toEqual([])
    // The other bars stay, and the chosen one is marked; chosen again, it ends the narrowing.
    await bars.getByRole('button', { pressed: true, name: /：7台$/ }).waitFor()
    expect([await never.getAttribute('aria-label'), await never.getAttribute('aria-pressed')]).toEqual([all, 'false'])
    await fleet.button(/：7台$/, bars).click()
    await fleet.page.getByText(`${count.toLocaleString('en-US')}台中 1–5台`).waitFor()
    expect(inAddress('last_poll_start', fleet.page)).toBeNull()
    await fleet.button(/：7台$/, bars).click()
    await fleet.page.getByText('7台中 1–5台').waitFor()
    await fleet.button('条件「最終ポーリング」を外す').click()
    await fleet.button(/：7台$/, bars).focus()
    await fleet.page.keyboard.press('ArrowLeft')
    await fleet.page.keyboard.press('Enter')
    const { totalItems } = await fleet.admin(endpoints.listSims, { query: { silent: 'never', take: 1 } })
    await fleet.button(/通信がない期間\s*一度も通信なし/).waitFor()
    await fleet.page.getByText(`${totalItems.toLocaleString('en-US')}台中 1–5台`).waitFor()
    await fleet.shows(8, 9, 10, 11, 12)
    expect(fleet.problems).toEqual([])
  })

  test('another bar with Shift widens the period, whose SIMs are counted by group', async () => {
    const { db } = fleet.server
    const polled = async (from: number, to: number, hoursAgo: number): Promise<void> => {
      const ids = db.selectFrom('sims').select('id').where('iccid', '>=', iccidOf(from)).where('iccid', '<=', iccidOf(to))
      const at = new Date(Date.now() - hoursAgo * 3_600_000)
      await db.updateTable('sim_contacts').set({ last_poll: at }).where('sim_id', 'in', ids).execute()
    }
    await polled(1, 7, 75)
    await polled(8, 10, 123)
    await fleet.go('/?sort=iccid:ASC')
    await fleet.button('最終ポーリングの分布').click()
    const bars = fleet.page.getByRole('region', { name: '最終ポーリングの分布' })
    await fleet.button(/：7台$/, bars).click()
    await fleet.page.getByText('7台中 1–5台').waitFor()
    await fleet.button(/：3台$/, bars).click({ modifiers: ['Shift'] })
    await fleet.page.getByText('10台中 1–5台').waitFor()
    await fleet.button(/：3台$/, bars).click()
    await fleet.page.getByText('3台中 1–3台').waitFor()
    await fleet.button(/：7台$/, bars).focus()
    await fleet.page.keyboard.press('Shift+Enter')
    await fleet.page.getByText('10台中 1–5台').waitFor()
    const query = { last_poll_start: inAddress('last_poll_start', fleet.page)!, last_poll_end: inAddress('last_poll_end', fleet.page)! }
    const [most] = await fleet.admin(endpoints.countSimValues, { query: { of: 'group', ...query } })
    await bars.getByRole('group', { name: 'グループ別' }).getByRole('button').first().click()
    await fleet.page.getByText(`${most!.count}台中 1–`).waitFor()
    expect(inAddress('group', fleet.page)).toBe(most!.value)
    expect(fleet.problems).toEqual([])
  })

  test('a phone has the number of matching SIMs above the cards, and cards that do not move when they arrive', async () => {
    await fleet.page.setViewportSize({ width: 390, height: 844 })
    try {
      await fleet.page.goto(`${fleet.server.url}/?operator=ntt&sort=iccid:ASC`)
      const card = fleet.page.getByRole('listitem').filter({ hasText: nameOf(1) })
      await card.waitFor()
      await fleet.page.getByText(`${ntt}台 / 全${count.toLocaleString('en-US')}台`).waitFor()
      const [search, polls] = [fleet.page.getByRole('searchbox', { name: '検索' }), fleet.button('最終ポーリングの分布')]
      const middle = async (part: Locator) => part.boundingBox().then((box) => box!.y + box!.height / 2)
      expect(await middle(polls)).toBeCloseTo(await middle(search), 0)
      expect(await fleet.page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(true)
      const height = (await card.boundingBox())!.height
      const [held, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      await fleet.page.route('**/v1/sims?**', async (route) => {
        await held.promise
        await route.continue()
      })
      await fleet.page.route(/SimCard.*\.js/, async (route) => {
        await answer.promise
        await route.continue()
      })
      await fleet.page.reload()
      const cards = fleet.page.getByRole('list', { name: 'SIM一覧' }).locator('li')
      const isHigh = async () => {
        await expect.poll(async () => (await cards.first().boundingBox())?.height).toBe(height)
      }
      await isHigh()
      held.resolve()
      await fleet.page.getByRole('checkbox').first().waitFor()
      await isHigh()
      answer.resolve()
      await card.waitFor()
      await isHigh()
    } finally {
      await fleet.page.unrouteAll({ behavior: 'ignoreErrors' })
      await fleet.page.setViewportSize({ width: 1440, height: 900 })
    }
    expect(fleet.problems).toEqual([])
  })
})
