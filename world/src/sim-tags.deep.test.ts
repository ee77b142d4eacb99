import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { maxTagsOfSim } from '@simdeck/contract/tag-keys.ts'
import { addSims } from '@simdeck/server/testing/sims.ts'
import { startTestServer, type TestCall, type TestServer } from '@simdeck/server/testing/server.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { builtConsole } from './console-build.ts'
import { axeViolations } from './testing/axe.ts'
import { type Browser, openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { makePerson } from './testing/people.ts'
import { setAppearance, signInByForm } from './testing/visit.ts'

let server: TestServer
let admin: TestCall
let page: Page
let ids: number[]
const browsers: Browser[] = []
const problems: string[] = []

async function signedIn(role: 'ADMIN' | 'MEMBER'): Promise<{ page: Page; call: TestCall }> {
  const person = await makePerson(server, role)
  const browser = await openBrowser()
  browsers.push(browser)
  const own = await browser.context.newPage()
  own.on('pageerror', (error) => problems.push(error.message))
  await signInByForm(own, server.url, person)
  return { page: own, call: person.call }
}

beforeAll(async () => {
  if (!findChromium()) return
  server = await startTestServer({}, await builtConsole())
  ids = await addSims(
    server.db,
    ['自販機 1', '自販機 2', '自販機 3'].map((device_alias) => ({ device_alias })),
  )
  ;({ page, call: admin } = await signedIn('ADMIN'))
})
afterAll(async () => {
  for (const browser of browsers) await browser[Symbol.asyncDispose]()
  await server?.[Symbol.asyncDispose]()
})

const button = (name: string | RegExp, within: Page | Locator = page): Locator =>
  within.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) })
const dialog = (): Locator => page.getByRole('dialog').last()
const tagsOf = async (at: number) => (await admin(endpoints.getSim, { params: { id: ids[at]! } })).tags
const hasTags = (at: number, tags: string[]) => until(async () => JSON.stringify(await tagsOf(at)) === JSON.stringify(tags))
const open = async (at: number, within = page) => {
  const { iccid } = await admin(endpoints.getSim, { params: { id: ids[at]! } })
  await within.goto(`${server.url}/sims/${ids[at]}/${iccid}`)
  await within.getByRole('heading', { name: 'タグ', exact: true }).waitFor()
}
const shownTags = (within = page) => within.getByRole('list', { name: 'タグ', exact: true }).getByRole('listitem').allTextContents()
const areShown = (tags: string[], within = page) => until(async () => JSON.stringify(await shownTags(within)) === JSON.stringify(tags))
const isFocused = (locator: Locator) => until(() => locator.evaluate((element) => element === document.activeElement))
const accessible = async () => expect(await axeViolations(page)).toEqual([])

describe.skipIf(!findChromium())('tags of SIMs in the browser', () => {
  test('tags are added and removed on the page of a SIM by keyboard, and a removal is undone', async () => {
    await open(0)
    await page.getByText('タグはありません。').waitFor()
    const field = page.getByRole('combobox', { name: 'タグを追加' })
    await field.focus()
    await page.keyboard.type('札幌')
    await page.keyboard.press('Enter')
    await areShown(['札幌'])
    await field.fill('ＶＩＰ、札幌, 試験 中')
    await areShown(['ＶＩＰ', '札幌', '試験 中'])
    await hasTags(0, ['ＶＩＰ', '札幌', '試験 中'])
    expect(await field.inputValue()).toBe('')
    await accessible()

    // A comma in a text that an input method has not finished adds no tag.
    const keyboard = await page.context().newCDPSession(page)
    await keyboard.send('Input.imeSetComposition', { text: 'きた、', selectionStart: 3, selectionEnd: 3 })
    await until(async () => (await field.inputValue()) === 'きた、')
    await keyboard.send('Input.insertText', { text: '北、' })
    await areShown(['ＶＩＰ', '北', '札幌', '試験 中'])
    await button('タグ「北」を外す').click()
    await areShown(['ＶＩＰ', '札幌', '試験 中'])

    // A text that is no tag stays in the field, with the reason.
    await field.fill('x'.repeat(33))
    await page.keyboard.press('Enter')
    await page.getByText('タグは32文字以内で入力してください').waitFor()
    expect(await field.inputValue()).toBe('x'.repeat(33))
    await field.fill('')

    await button('タグ「札幌」を外す').focus()
    await page.keyboard.press('Enter')
    await areShown(['ＶＩＰ', '試験 中'])
    await isFocused(field)
    await button('元に戻す').last().click()
    await areShown(['ＶＩＰ', '札幌', '試験 中'])

    // The next SIM is offered the existing tags.
    await open(1)
    await field.fill('vi')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await areShown(['ＶＩＰ'])
    await hasTags(1, ['ＶＩＰ'])
  })

  test('a SIM with the maximum of tags states it, and another console sees tags at once', async () => {
    const { page: other } = await signedIn('MEMBER')
    await open(2, other)
    await other.getByText('タグはありません。').waitFor()
    expect(await other.getByRole('combobox', { name: 'タグを追加' }).count()).toBe(0)
    const twenty = Array.from({ length: maxTagsOfSim }, (_, at) => `t${String(at).padStart(2, '0')}`)
    await admin(endpoints.changeSimTags, { params: { id: ids[2]! }, body: { add: twenty } })
    await areShown(twenty, other)
    expect(await other.getByRole('button', { name: /を外す/ }).count()).toBe(0)
    await open(2)
    await page.getByText('タグは20件まで付けられます。').waitFor()
    await admin(endpoints.changeSimTags, { params: { id: ids[2]! }, body: { remove: twenty } })
    await page.getByText('タグはありません。').waitFor()
  })

  test('the list shows tags, is filtered by them, and a dialog changes those of all SIMs that match', async () => {
    await setAppearance(page, { language: 'ja', theme: 'light', width: 1440, height: 900 })
    await page.goto(server.url)
    await button('条件を追加').click()
    await page.getByRole('searchbox', { name: '条件を検索' }).fill('タグ')
    await button('タグ').click()
    await page.getByRole('checkbox', { name: /ＶＩＰ/ }).check()
    await accessible()
    await button('適用').click()
    await until(async () => (await page.locator('tbody a').allTextContents()).toSorted().join() === '自販機 1,自販機 2')
    expect(new URL(page.url()).searchParams.get('tags')).toBe('ＶＩＰ')

    await page.getByRole('checkbox', { name: 'このページをすべて選択' }).check()
    await button('タグを変更').click()
    const add = dialog().getByRole('combobox', { name: '付けるタグ' })
    await isFocused(add)
    await add.fill('札')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await dialog().getByText('「札幌」を1台に付けます（1台には付いています）').waitFor()
    const remove = dialog().getByRole('combobox', { name: '外すタグ' })
    await remove.fill('vip')
    await button('2台を変更', dialog()).click()
    await dialog().getByText('Enterキーを押して、タグを確定してください').waitFor()
    await isFocused(remove)
    await page.keyboard.press('Enter')
    await dialog().getByText('「vip」を2台から外します').waitFor()
    await accessible()
    await button('2台を変更', dialog()).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await hasTags(0, ['札幌', '試験 中'])
    await hasTags(1, ['札幌'])
    await hasTags(2, [])
    await page.getByText('タグを変更しました').waitFor()
    const [task] = (await admin(endpoints.listTasks, { query: {} })).data
    await page.goto(`${server.url}/tasks/${task!.id}`)
    await page.getByText('+札幌 −vip').first().waitFor()
    expect(problems).toEqual([])
  })
})
