import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { builtConsole } from './console-build.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { customCap, libraryCap } from './testing/recipes.ts'
import { startWorld } from './testing/start-world.ts'
import { signInByForm } from './testing/visit.ts'

const account = { email: 'operator@example.com', password: 'Operator-pass-1' }
let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

describe.skipIf(!findChromium())('the wizard and libraries', () => {
  test('the wizard asks before it replaces a library, names its importers, and uninstalls a library without importers', async () => {
    await using world = await startWorld({ sims: 3, consoleFolder })
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    const [first = 0, second = 0, third = 0] = world.simIds
    const old = await world.upload({ ...libraryCap, packageVersion: { major: 1, minor: 1 } }, 'stable')
    await world.upload(libraryCap, 'stable')
    const agent = await world.upload(customCap({ imports: [{ aid: libraryCap.packageAid, major: 1, minor: 1 }] }), 'pilot')
    await world.finished((await world.install(old, [first, second])).id)
    await world.finished((await world.install(agent, [first])).id)

    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const excluded = async () =>
      (
        await page
          .getByRole('listitem')
          .filter({ has: page.getByRole('button', { name: /^一覧：/ }) })
          .allTextContents()
      ).map((text) => text.trim())
    await signInByForm(page, world.server.url, account)

    // The page of a SIM names its library and the packages that import it.
    const packagesOf = (simId: number) => world.admin(endpoints.listSimPackages, { params: { id: simId } })
    const namesOf = async (simId: number) =>
      (await packagesOf(simId)).map(({ name, otaVersion, library, importedBy }) => [
        name,
        otaVersion,
        library,
        importedBy.map((one) => one.name),
      ])
    const codec = (...importers: string[]) => ['com.example.codec', '1.1', true, importers]
    expect(await namesOf(first)).toEqual([['com.example.agent', '1.0', false, []], codec('com.example.agent')])
    expect([await namesOf(second), await namesOf(third)]).toEqual([[codec()], []])
    await page.goto(`${world.server.url}/sims/${first}/${world.profiles[0]?.iccid}`)
    const held = page.getByRole('list', { name: '書き込まれているパッケージ' })
    await held.getByText('ライブラリ。com.example.agent 1.0が使用').waitFor()
    await held.getByRole('link', { name: 'com.example.codec 1.1' }).click()
    await page.getByRole('heading', { level: 1, name: /com\.example\.codec/ }).waitFor()

    await page.goto(`${world.server.url}/otas/execute?packageType=custom`)
    await page.getByRole('checkbox', { name: 'すべてのSIM（3台）を対象にする' }).check()
    await button('3台で次へ').click()
    await page.getByRole('radio', { name: /^1\.2 stable/ }).check()
    await button('次へ').click()
    await page
      .getByText(/^1台のSIMは、com\.example\.codec 1\.2（stable）を書き込む前にcom\.example\.codec 1\.1.*が削除されます。$/)
      .waitFor()
    await page.getByText('ライブラリの削除への同意が必要です').waitFor()
    await page.getByRole('checkbox', { name: '1台で現在のライブラリが先に削除されることに同意する' }).waitFor()
    const imported = expect.stringMatching(/^ほかのパッケージが使用中1台SIMにある次のパッケージが.*com\.example\.agent 1\.0 pilot一覧$/)
    expect(await excluded()).toEqual([imported])

    await button('戻る').click()
    await button('アンインストール').click()
    await page.getByRole('radio', { name: /^ライブラリ/ }).check()
    await button('次へ').click()
    await page.getByText('アンインストールするライブラリを選択してください').waitFor()
    await page.getByRole('radio', { name: /^1\.1 stable/ }).check()
    await button('次へ').click()
    await page.getByText('アンインストールします。').waitFor()
    expect(await excluded()).toEqual([imported, expect.stringMatching(/^アンインストールの対象なし1台/)])
    await page.getByText('同じライブラリをあらためて配信すると元に戻ります').waitFor()
    await button('1台に配信を開始').click()
    await page.getByText('1台すべてが成功しました。').waitFor()
    await page.getByRole('link', { name: '配信を開く' }).click()
    await page.getByText('成功したSIMには、このライブラリをあらためて一括OTAで配信すると元に戻ります。').waitFor()
    expect(await namesOf(second), 'it was removed').toEqual([])
    const holding = world.fleet.sims.map((sim) => sim.registry().loadFiles.some(({ aid }) => aid === old.packageAID))
    expect(holding).toEqual([true, false, false])
    expect(problems).toEqual([])
  })
})
