import { beforeAll, describe, expect, test } from 'vitest'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { builtConsole } from './console-build.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { customCap } from './testing/recipes.ts'
import { startWorld } from './testing/start-world.ts'
import { signInByForm } from './testing/visit.ts'

const account = { email: 'operator@example.com', password: 'Operator-pass-1' }
let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

describe.skipIf(!findChromium())('limits of a campaign', () => {
  test('the wizard sets the limits of a campaign, its page shows and changes them, and SIMs that wait or are set aside have a button', async () => {
    await using world = await startWorld({ sims: 3, consoleFolder, profile: () => ({ poller: { intervalMinutes: 5940 } }) })
    const { db, url } = world.server
    await makeAccount(db, { ...account, name: '運用 太郎', role: 'ADMIN' })
    await world.upload(customCap(), 'stable')
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const button = (name: string | RegExp) => page.getByRole('button', { name })
    const field = (name: string) => page.getByRole('textbox', { name })
    const picture = async (name: string) => {
      if (process.env['PACE_PICTURES']) await page.screenshot({ path: `${process.env['PACE_PICTURES']}/${name}.png`, fullPage: true })
    }
    await signInByForm(page, url, account)
    await page.goto(`${url}/otas/execute`)
    await page.getByRole('checkbox', { name: 'すべてのSIM（3台）を対象にする' }).check()
    await button('3台で次へ').click()
    await page.getByText('カスタム', { exact: true }).click()
    await page.getByRole('radio', { name: /stable/ }).check()
    await button('次へ').click()
    expect(await field('同時に実行する台数').isVisible()).toBe(false)
    await page.getByText('同時実行・再試行・通信量', { exact: true }).click()
    await field('同時に実行する台数').fill('0')
    await page.getByText('1–100,000の整数で入力してください').waitFor()
    expect(await button(/配信を開始/).isDisabled()).toBe(true)
    await field('同時に実行する台数').fill('2')
    await field('再試行の回数').fill('1')
    // A budget of one octet leaves out every SIM; the fields stay.
    await field('1台の通信量の上限（バイト）').fill('1')
    await page.getByText('1台の通信量の上限を超える').waitFor()
    expect(await button(/配信を開始/).isDisabled()).toBe(true)
    await picture('wizard-budget')
    await field('1台の通信量の上限（バイト）').fill('50000')
    await page.getByText('1台の通信量の上限を超える').waitFor({ state: 'detached' })
    await button(/3台に配信を開始/).waitFor()
    await picture('wizard')
    await button(/配信を開始/).click()
    await page.getByRole('link', { name: '配信を開く' }).click()
    await page.getByText('全体で2台').waitFor()
    await button('変更').click()
    await field('1セルの同時実行台数').fill('8')
    await field('同時に実行する台数').fill('')
    await picture('change')
    await button('変更する').click()
    await page.getByText('1セルに8台').waitFor()
    const [campaign] = (await world.admin(endpoints.listCampaigns, { query: {} })).data
    expect(campaign!.rollout).toMatchObject({ maxAtOnce: null, maxPerCell: 8, retries: 1, octetsPerSim: 50_000 })

    const { id } = campaign!
    const [waiting = 0, aside = 0, other = 0] = world.simIds
    const soon = new Date(Date.now() + 3_600_000)
    await db.updateTable('ota_jobs').set({ attempts: 1, not_before: soon, code: 402 }).where('sim_id', '=', waiting).execute()
    const ended = { status: 'Failed', code: 402, reason: 'quarantined', finished_at: new Date() } as const
    await db.updateTable('ota_jobs').set(ended).where('sim_id', 'in', [aside, other]).execute()
    await db
      .insertInto('quarantined_sims')
      .values([aside, other].map((simId) => ({ sim_id: simId, campaign_id: id, code: 402 })))
      .execute()
    const iccid = (simId: number) => world.profiles[world.simIds.indexOf(simId)]!.iccid

    await page.goto(`${url}/sims/${waiting}/${iccid(waiting)}`)
    await page.getByText(/2回の試行のうち2回目を待っています（前回の結果：402）/).waitFor()
    await picture('sim-waits')
    await button('待たずに再試行').click()
    await button('待たずに再試行').waitFor({ state: 'detached' })
    const job = await db.selectFrom('ota_jobs').select('not_before').where('sim_id', '=', waiting).executeTakeFirstOrThrow()
    expect(job.not_before).toBeNull()

    await page.goto(`${url}/sims/${aside}/${iccid(aside)}`)
    await page.getByText('このSIMは隔離中です').waitFor()
    await picture('sim-aside')
    await button('隔離から戻す').click()
    await page.getByText('このSIMは隔離中です').waitFor({ state: 'detached' })

    await page.goto(`${url}/otas/campaigns/${id}`)
    await page.getByText('1台のSIMを隔離しました').waitFor()
    await picture('campaign-aside')
    await button('1台を戻して続ける').click()
    await page.getByText('1台を隔離から戻しました').waitFor()
    // The wizard opens with the SIM, the package and the parameters of the campaign.
    await page.getByRole('heading', { name: '始め方' }).or(button('次へ')).first().waitFor()
    expect(new URL(page.url()).pathname).toBe('/otas/execute')
    expect(await db.selectFrom('quarantined_sims').selectAll().execute()).toEqual([])
  })
})
