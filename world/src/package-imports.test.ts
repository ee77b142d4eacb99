import { beforeAll, describe, expect, test } from 'vitest'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { builtConsole } from './console-build.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { customCap } from './testing/recipes.ts'
import { startWorld } from './testing/start-world.ts'
import { signInByForm, visit } from './testing/visit.ts'

const account = { email: 'operator@example.com', password: 'Operator-pass-1' }
const libraryAid = fromHex('F0112233445566778801')
const unknownAid = fromHex('F0112233445566778802')
let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

describe.skipIf(!findChromium())('the page of a package', () => {
  test('each import links to the registered package that provides it', async () => {
    await using world = await startWorld({ consoleFolder })
    await makeAccount(world.server.db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    const library = (minor: number) => ({
      ...customCap({ minor }),
      packageAid: libraryAid,
      packageName: 'com.example.codec',
      applets: [],
    })
    await world.upload(library(0), 'old')
    await world.upload(library(4), 'new')
    const framework = { aid: fromHex('A0000000620101'), major: 1, minor: 3 }
    const needed = [framework, { aid: libraryAid, major: 1, minor: 2 }, { aid: unknownAid, major: 1, minor: 0 }]
    const { packageAID, otaVersion, label } = await world.upload(customCap({ imports: needed }), 'agent')

    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, world.server.url, account)
    await visit(page, `${world.server.url}/otas/package/detail/${packageAID}/${otaVersion}/${label}`)
    await page.getByText('javacard.framework').waitFor()
    await page.getByText('未登録のパッケージ').waitFor()
    const providers = page.getByRole('link', { name: /codec/ })
    expect(await providers.allInnerTexts()).toEqual([expect.stringMatching(/codec 1\.4$/)])
    await providers.click()
    await page.getByText('アプレットを含まないライブラリです。').waitFor()
  })
})
