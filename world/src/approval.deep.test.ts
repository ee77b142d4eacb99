import { beforeAll, describe, expect, test } from 'vitest'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { addSims } from '@simdeck/server/testing/sims.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { builtConsole } from './console-build.ts'
import { axeViolations } from './testing/axe.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { customCap } from './testing/recipes.ts'
import { startWorld } from './testing/start-world.ts'
import { signInByForm, visit } from './testing/visit.ts'

const rootAccount = { email: 'root@example.com', password: 'Root-password-1' }
const asker = { email: 'asker@example.com', password: 'Asker-password-1' }
const approver = { email: 'approver@example.com', password: 'Approver-pass-1' }
let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

describe.skipIf(!findChromium())('approval by a second person', () => {
  test('a member asks in the wizard and cannot approve; a colleague rejects with a reason, and approves the next campaign by its number of SIMs', async () => {
    await using world = await startWorld({ sims: 1, consoleFolder, profile: () => ({ poller: { intervalMinutes: 5940 } }) })
    const { db, url } = world.server
    await makeAccount(db, { ...rootAccount, name: '統括 花子', role: 'ROOT' })
    await makeAccount(db, { ...asker, name: '運用 太郎', role: 'ADMIN' })
    await makeAccount(db, { ...approver, name: '運用 夜間班', role: 'ADMIN' })
    await addSims(
      db,
      Array.from({ length: 100 }, () => ({ has_keys: true })),
    )
    const { packageAID, otaVersion, label } = await world.upload(customCap(), 'stable')
    const signIn = async (account: typeof asker) => {
      const browser = await openBrowser()
      const page = await browser.context.newPage()
      await signInByForm(page, url, account)
      return {
        page,
        button: (name: string | RegExp) => page.getByRole('button', { name }),
        sees: (words: string | RegExp) => page.getByText(words).first().waitFor(),
        [Symbol.asyncDispose]: () => browser[Symbol.asyncDispose](),
      }
    }

    // ROOT sets the number of SIMs.
    await using root = await signIn(rootAccount)
    await visit(root.page, `${url}/settings/approval`)
    await root.page.getByRole('checkbox', { name: '別のメンバーの承認を必須にする' }).check()
    const from = root.page.getByRole('textbox', { name: '承認が必要になる台数' })
    await from.fill('0')
    await root.button('保存').click()
    await root.sees('1から9,999,999までの整数を入力してください')
    await from.fill('101')
    await root.button('保存').click()
    await root.sees('設定を保存しました')

    // A member asks in the wizard.
    await using one = await signIn(asker)
    await one.page.goto(`${url}/otas/execute?packageType=custom`)
    await one.page.getByRole('checkbox', { name: 'すべてのSIM（101台）を対象にする' }).check()
    await one.button('101台で次へ').click()
    await one.page.getByRole('radio', { name: /stable/ }).check()
    await one.button('次へ').click()
    await one.sees('101台以上の配信には、別のメンバーの承認が必要です。承認されるまで、どのSIMにも送信しません。')
    expect(await one.button(/配信を開始/).count()).toBe(0)
    await one.page.getByRole('textbox', { name: '承認する人へのメモ' }).fill('設備側と合意済みです')
    // The count is beside the button, in view without scrolling.
    const count = one.page.getByRole('textbox', { name: '対象の台数' })
    await one.page.evaluate(() => scrollTo(0, 0))
    const { y, height } = (await count.boundingBox())!
    expect(y + height).toBeLessThan(one.page.viewportSize()!.height)
    await one.sees('対象の台数（101）を入力してください')
    await count.fill('100')
    await one.sees('対象は101台です。')
    await count.fill('101')
    await one.button('101台の配信の承認を依頼').click()
    await one.sees('101台の配信の承認を依頼しました')
    await one.page.getByRole('link', { name: '配信を開く' }).click()
    await one.sees('依頼した人は承認できません。別のメンバーの判断を待っています。')
    expect(await one.button(/承認/).count()).toBe(0)
    await one.button('依頼を取り下げる').waitFor()

    // A colleague finds it in the list, and rejects it.
    await using other = await signIn(approver)
    await visit(other.page, `${url}/otas/campaigns?state=awaitingApproval`)
    await other.page
      .getByRole('row', { name: /承認待ち/ })
      .getByRole('link')
      .first()
      .click()
    await other.sees('依頼した時点のドライランを固定して表示しています')
    await other.sees('設備側と合意済みです')
    await other.page.getByRole('listitem').filter({ hasText: 'ポーリングしたSIM' }).getByText('0台').waitFor()
    expect(await axeViolations(other.page)).toEqual([])
    await other.button('差し戻す').click()
    const dialog = other.page.getByRole('dialog')
    await dialog.getByRole('button', { name: '差し戻す' }).click()
    await dialog.getByText('理由を500文字以内で入力してください').waitFor()
    await dialog.getByRole('textbox', { name: '差し戻す理由' }).fill('夜間の工事と重なります')
    await dialog.getByRole('button', { name: '差し戻す' }).click()
    await other.sees('運用 夜間班が差し戻しました。理由：「夜間の工事と重なります」。')
    // The page of the person who asked changes without a reload.
    await one.sees('運用 夜間班が差し戻しました。理由：「夜間の工事と重なります」。')

    // The next campaign is approved. Before, nothing is sent.
    const { id: snapshotId } = await world.admin(endpoints.createSnapshot, { body: { filter: {} } })
    const targets = [{ appletType: 1 as const, active: true, package: { packageAID, otaVersion, label } }]
    const { id } = await world.admin(endpoints.putBulkOta, { body: { snapshotId, targets, confirmedCount: 101 } })
    const [simId] = world.simIds
    await visit(one.page, `${url}/sims/${simId}/${world.profiles[0]?.iccid}`)
    await one.sees('配信が承認を待っています。承認されるまで、このSIMには何も送信しません。')
    expect(await axeViolations(one.page)).toEqual([])
    const polls = async () => (await world.admin(endpoints.getSim, { params: { id: simId! } })).last_poll
    const before = await polls()
    world.fleet.sims[0]?.pollNow()
    await until(async () => (await polls()) !== before)
    expect((await world.admin(endpoints.getCampaign, { params: { id } })).counts).toMatchObject({ Ready: 101 })

    await visit(other.page, `${url}/otas/campaigns/${id}`)
    await other.page.getByRole('listitem').filter({ hasText: 'ポーリングしたSIM' }).getByText('1台').waitFor()
    await other.button('101台の配信を承認').click()
    const act = dialog.getByRole('button', { name: '101台の配信を承認' })
    expect(await act.isDisabled()).toBe(true)
    await dialog.getByRole('textbox').fill('101')
    await act.click()
    await other.sees('配信を承認しました')
    await other.sees('実行中')
    await until(async () => {
      world.fleet.sims[0]?.pollNow()
      return (await world.admin(endpoints.getCampaign, { params: { id } })).counts.Succeeded === 1
    })
    await other.sees(/^承認（/)
  })
})
