import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { builtConsole } from './console-build.ts'
import { axeViolations } from './testing/axe.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { startWorld } from './testing/start-world.ts'
import { setAppearance, signInByForm, visit } from './testing/visit.ts'

const root = { email: 'root@example.com', password: 'Operator-pass-1' }
const run = promisify(execFile)
const shell = async (script: string, env: Record<string, string> = {}): Promise<unknown> =>
  JSON.parse((await run('bash', ['-c', script], { env: { ...process.env, ...env } })).stdout)

interface Operation {
  operationId: string
  security: Record<string, unknown>[]
  'x-codeSamples': { source: string }[]
}
interface ApiDocument {
  info: { description: string }
  paths: Record<string, Record<string, Operation>>
}

test('the commands of the document work unchanged, with the token from its introduction', async () => {
  await using world = await startWorld({ sims: 2 })
  const { url } = world.server
  const asRoot = await world.server.signIn('ROOT')
  const { client_id, client_secret } = await asRoot(endpoints.createApiCredential, { body: { name: 'billing', role_id: 2 } })
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as ApiDocument
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const commandOf = (name: string): string => operations.find(({ operationId }) => operationId === name)!['x-codeSamples'][0]!.source

  const intro = /```sh\n([\s\S]+?)\n```/.exec(document.info.description)![1]!
  const login = intro.replace('https://simdeck.example', url).replace('API_ID:SECRET', `${client_id}:${client_secret}`)
  const { token } = (await shell(`${login}\nprintf '{"token":"%s"}' "$TOKEN"`)) as { token: string }
  const env = { SIMDECK: url, TOKEN: token }

  expect(await shell(commandOf('listSims'), env)).toMatchObject({ totalItems: 2 })
  expect(await shell(commandOf('getSim').replace('/1"', `/${world.simIds[0]}"`), env)).toMatchObject({ data: { id: world.simIds[0] } })
  const group = (await shell(commandOf('createGroup'), env)) as { data: { id: number; name: string } }
  expect(group).toMatchObject({ data: { name: expect.any(String) as string } })
  expect(await shell(commandOf('deleteGroup').replace(/\/\d+"/, `/${group.data.id}"`), env)).not.toHaveProperty('code')
  // An API ID must pass the permission check of every call that the document allows it. The call may still fail for another reason.
  const refused: string[] = []
  for (const { operationId, security, 'x-codeSamples': samples } of operations) {
    const forSystems = security.some((one) => 'apiId' in one)
    if (!security.some((one) => 'bearer' in one) || samples[0]!.source.includes(' -F ') || operationId === 'downloadResultCsv') continue
    const answer = (await shell(samples[0]!.source, env)) as { code?: string }
    const needsMore = ['listJobRuns', 'getAccessRestrictions', 'putAccessRestrictions', 'getTargetPackageAid']
    if (forSystems && !needsMore.includes(operationId) && ['noPermission', 'missingAuthorization'].includes(answer.code ?? '')) {
      refused.push(operationId)
    }
    if (!forSystems && answer.code !== 'noPermission') refused.push(`${operationId} is a person's own`)
  }
  expect(refused).toEqual([])
})

describe.skipIf(!findChromium())('the API documents in the browser', () => {
  let consoleFolder = ''
  beforeAll(async () => {
    consoleFolder = await builtConsole()
  })

  test('the documents open without a sign-in, in both languages, and load everything from this server', async () => {
    await using world = await startWorld({ consoleFolder })
    const { url } = world.server
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const outside: string[] = []
    const problems: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(url) && !/^(data|blob):/.test(request.url())) outside.push(request.url())
    })
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) problems.push(message.text())
    })
    await visit(page, `${url}/openapi-docs`)
    await page.getByRole('heading', { name: 'OpenAPIドキュメント' }).waitFor()
    const sims = page.locator('#operations-SIMs-listSims')
    await sims.getByText('SIMs, filtered, sorted and paged').waitFor()
    expect(await page.getByText('/v1/me', { exact: true }).count()).toBe(0)
    expect(await page.getByText('/v1/login', { exact: true }).count()).toBe(0)
    await sims.getByRole('button').first().click()
    await sims.getByText(`${url}/v1/sims?take=20`).first().waitFor()
    expect(await page.locator('html.dark-mode').count()).toBe(0)

    await setAppearance(page, { language: 'en', theme: 'dark', width: 1440, height: 900 })
    await visit(page, `${url}/apidocs`)
    await page.getByRole('heading', { name: 'API docs (all calls)' }).waitFor()
    // Swagger UI draws only the calls in view of a document with this many calls.
    await page.getByPlaceholder('Filter by tag or path').fill('Sign-in')
    await page.locator('#operations-Sign-in-login').waitFor()
    await page.locator('html.dark-mode').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'Back to the console' }).click()
    await page.waitForURL('**/login*')
    await page.locator('html:not(.dark-mode)').waitFor()
    expect(outside).toEqual([])
    expect(problems).toEqual([])
  })

  test('the documents open in a new tab from the user menu, and their first command works', async () => {
    await using world = await startWorld({ consoleFolder })
    await makeAccount(world.server.db, { ...root, name: '最上位 太郎', role: 'ROOT' })
    const { url } = world.server
    const asRoot = await world.server.signIn('ROOT')
    const { client_id, client_secret } = await asRoot(endpoints.createApiCredential, { body: { name: 'billing', role_id: 3 } })
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    await signInByForm(page, url, root)
    await page.getByRole('button', { name: 'ユーザーメニュー' }).click()
    const [docs] = await Promise.all([
      browser.context.waitForEvent('page'),
      page.getByRole('link', { name: 'OpenAPIドキュメント' }).click(),
    ])
    const command = await docs.getByRole('region', { name: 'はじめに' }).innerText()
    expect(new URL(docs.url()).pathname).toBe('/openapi-docs')
    expect(await shell(command.replace('API_ID:SECRET', `${client_id}:${client_secret}`))).toMatchObject({ data: [] })
  })
})
