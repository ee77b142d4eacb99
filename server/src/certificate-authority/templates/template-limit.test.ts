import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { template } from '../../est/est.fixture.ts'
import { codeOf } from '../../testing/people.ts'
import { startTestServer } from '../../testing/server.ts'

test('one page of the list shows all templates that can be kept', async () => {
  await using server = await startTestServer()
  const admin = await server.signIn('ADMIN')
  const { name: _, authorityId, ...content } = template
  const rows = Array.from({ length: 99 }, (_, at) => ({
    name: `template ${at}`,
    authority_id: authorityId,
    content: JSON.stringify(content),
  }))
  await server.db.insertInto('identity_templates').values(rows).execute()
  const add = (name: string) => codeOf(admin(endpoints.createIdentityTemplate, { body: { ...template, name } }))
  expect(await add('last')).toBe('answered')
  expect(await add('one too many')).toBe('identityTemplateLimit')
  const { data, totalItems } = await admin(endpoints.listIdentityTemplates, { query: { take: '100' } })
  expect([data.length, totalItems]).toEqual([100, 100])
})
