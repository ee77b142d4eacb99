import { expect, test } from 'vitest'
import { startTestServer } from '../testing/server.ts'

test('unknown fields, wrong types, doubled query values and U+0000 are 400 in the language of the caller', async () => {
  await using server = await startTestServer()
  const send = (body: unknown, language: string) =>
    fetch(`${server.url}/v1/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': language },
      body: JSON.stringify(body),
    })
  for (const body of [
    { email: 'a@example.com', password: 'x', extra: 1 },
    { email: 1, password: 'x' },
    { email: 'a@example.com' },
    { email: 'a\u0000@example.com', password: 'x' },
    [],
    'text',
    null,
  ]) {
    const response = await send(body, 'en')
    expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([400, 'Invalid input'])
  }
  expect(await (await send({}, 'ja')).json()).toMatchObject({ message: '入力内容が正しくありません', code: 'invalidInput' })
  const member = await server.signIn('MEMBER')
  for (const query of ['take=5&take=6', 'take=0', 'take=101', 'sort=password:ASC', 'nonsense=1', 'pageIndex=-1', 'status=ACTIVATED,NOPE']) {
    const response = await fetch(`${server.url}/v1/sims?${query}`, { headers: { authorization: `Bearer ${member.accessToken}` } })
    expect([query, response.status]).toEqual([query, 400])
  }
  const empty = await fetch(`${server.url}/v1/sims?status=&take=`, { headers: { authorization: `Bearer ${member.accessToken}` } })
  expect(empty.status).toBe(200)
})
