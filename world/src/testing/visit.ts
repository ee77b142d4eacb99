import type { Page } from 'playwright-core'
import { tokensOf } from '@simdeck/contract/auth.ts'
import { createClient } from '@simdeck/contract/client.ts'
import { basePaths, endpoints } from '@simdeck/contract/endpoints.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import type { ScreenIds } from './screens.ts'

export type Appearance = { language: Language; theme: 'light' | 'dark'; width: number; height: number }

/** Sets language, theme and size of the console in this page: at once, as a change in another tab does, and after every navigation. */
export async function setAppearance(page: Page, appearance: Appearance): Promise<void> {
  await page.setViewportSize({ width: appearance.width, height: appearance.height })
  await page.evaluate(({ language, theme }) => {
    const keep = (key: string, newValue: string): void => {
      localStorage.setItem(key, newValue)
      window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }))
    }
    keep('language', JSON.stringify({ state: { language }, version: 1 }))
    keep('theme', JSON.stringify({ state: { appearance: theme }, version: 2 }))
  }, appearance)
}

/** Opens the address and waits until loading has ended. */
export async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.waitForLoadState('load')
  await settled(page)
}

/** Waits until loading has ended and a frame is drawn. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('h1') !== null && document.querySelector('[data-skeleton], [aria-busy="true"]') === null,
  )
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  })
}

export async function signInByForm(page: Page, url: string, account: { email: string; password: string }): Promise<void> {
  await page.goto(`${url}/login`)
  await page.locator('input[type="email"], input[autocomplete="username"]').fill(account.email)
  await page.locator('input[autocomplete="current-password"]').fill(account.password)
  await page.locator('button[type="submit"]').click()
  await page.waitForURL((address) => address.pathname !== '/login')
}

/**
 * Ids for the screens: a SIM with an applet, a SIM whose OTA failed, the newest campaign, its package, the newest import, a member,
 * and a group and a CA, which are added if there are none.
 */
export async function findScreenIds(url: string, account: { email: string; password: string }): Promise<ScreenIds> {
  const baseUrl = (api: keyof typeof basePaths) => url + basePaths[api]
  const anonymous = createClient({ baseUrl, headers: () => ({}) })
  const { accessToken } = tokensOf(await anonymous(endpoints.login, { body: account }))
  const call = createClient({ baseUrl, headers: () => ({ authorization: `Bearer ${accessToken}` }) })
  const [held] = (await call(endpoints.listSims, { query: { take: 1, status_other_applet: 'Succeeded', search: undefined } })).data
  const [failed] = (await call(endpoints.listSims, { query: { take: 1, status_other_applet: 'Failed' } })).data
  const [campaign] = (await call(endpoints.listCampaigns, { query: { sort: 'createdAt:ASC' } })).data
  const [imported] = (await call(endpoints.listTasks, { query: { take: 1, kind: 'simImport' } })).data
  const [known] = (await call(endpoints.listGroups, { query: { take: 1 } })).data
  const group = known ?? (await call(endpoints.createGroup, { body: { name: '関東の検針器', address: '千代田区' } }))
  const [member] = (await call(endpoints.listMembers, { query: { take: 1 } })).data
  if (!held || !failed || !campaign?.package) throw new Error('the data for the screens is missing')
  const { packageAID: packageAid, otaVersion, label } = campaign.package
  const name = 'Simdeck Root CA'
  const [madeBefore] = await call(endpoints.listAuthorities, {})
  const authority = madeBefore ?? (await call(endpoints.createAuthority, { body: { name, validDays: 7300, confirmedName: name } }))
  return {
    simId: held.id,
    iccid: held.iccid,
    failedSimId: failed.id,
    failedIccid: failed.iccid,
    campaignId: campaign.id,
    groupId: group.id,
    memberId: member?.id ?? 0,
    importId: imported?.id ?? 0,
    packageAid,
    otaVersion,
    label,
    authorityId: authority.id,
  }
}
