import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { oneLine } from '@simdeck/contract/line.ts'
import { hostileTexts } from '../testing/hostile.ts'
import { codeOf, failure, mailsTo, memberByEmail } from '../testing/people.ts'
import { startTestServer, type TestCall, type TestServer } from '../testing/server.ts'

let server: TestServer
let root: TestCall
beforeAll(async () => {
  server = await startTestServer()
  root = await server.signIn('ROOT')
})
afterAll(() => server[Symbol.asyncDispose]())

const maxNameLength = 100
const storable = (text: string) =>
  text.trim() !== '' && text.trim().length <= maxNameLength && oneLine.test(text.trim()) && text.isWellFormed()

test.each(Object.entries(hostileTexts))('a name with %s is stored, shown and mailed as text, or refused', async (what, text) => {
  const email = `${what.replaceAll(/\W/g, '-')}@example.com`
  const made = await failure(root(endpoints.createMember, { body: { email, name: text, role_id: 3 } }))
  expect([made.status, made.code]).toEqual(storable(text) ? [200, undefined] : [400, 'invalidInput'])
  if (!storable(text)) return
  expect((await memberByEmail(root, email)).name).toBe(text.trim())
  const [mail] = await mailsTo(root, email)
  expect(mail?.subject).not.toMatch(/[\r\n]/)
  expect(await root(endpoints.updateMember, { params: { email }, body: { name: text } })).toMatchObject({ name: text.trim() })
})

const isStorableText = (text: string) => !text.includes('\u0000') && text.isWellFormed()

test.each(Object.entries(hostileTexts))('%s is refused as the address of a member', async (_, text) => {
  const body = { email: text, name: 'x', role_id: 3 as const }
  expect(await codeOf(root(endpoints.createMember, { body }))).toBe(isStorableText(text) ? 'emailInvalid' : 'invalidInput')
  expect(await codeOf(root(endpoints.deleteMembers, { body: { emails: [text] } }))).toBeOneOf(['invalidInput', 'userNotFound'])
  if (!text.isWellFormed()) return
  const params = { email: text.slice(0, 90) }
  for (const call of [endpoints.resendInvitation, endpoints.resetMemberMfa, endpoints.unlockMember])
    expect(await codeOf(root(call, { params }))).toBeOneOf(['invalidInput', 'userNotFound', 'notFound'])
  expect(await codeOf(root(endpoints.updateMember, { params, body: { name: 'x' } }))).toBeOneOf([
    'invalidInput',
    'userNotFound',
    'notFound',
  ])
})
