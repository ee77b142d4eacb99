import { expect, test } from 'vitest'
import type { Endpoint } from './endpoint.ts'
import { endpoints, type EndpointName } from './endpoints.ts'
import { openApi } from './openapi.ts'
import { exampleOf } from './openapi-examples.ts'

interface Operation {
  operationId: string
  tags: string[]
  security: Record<string, unknown>[]
  description: string
  'x-codeSamples': { source: string }[]
}
const document = openApi() as { paths: Record<string, Record<string, Operation>>; tags: { name: string }[] }
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
const named = (name: EndpointName): Operation => operations.find(({ operationId }) => operationId === name)!

test('every call has an example that its schemas accept', () => {
  const wrong = Object.entries<Endpoint>(endpoints).flatMap(([name, endpoint]) => {
    const { params, query, body } = endpoint
    const example = exampleOf(name as EndpointName, endpoint)
    const parts = [
      [params, example.params],
      [query, example.query],
      [body, example.body],
    ] as const
    return parts.some(([schema, value]) => schema && !schema.safeParse(value).success) ? [name] : []
  })
  expect(wrong).toEqual([])
})

test('every call has a tag of the document and a curl command', () => {
  const tagNames = document.tags.map(({ name }) => name)
  expect(operations).toHaveLength(Object.keys(endpoints).length)
  for (const { operationId, tags, description, 'x-codeSamples': samples } of operations) {
    expect([operationId, tagNames.includes(tags[0]!)]).toEqual([operationId, true])
    expect(description).toContain(samples[0]!.source)
    expect(samples[0]!.source.split('\n')[0]).not.toContain('{')
  }
})

test('a call lists API IDs in its security only if API IDs may make the call', () => {
  const schemes = (name: EndpointName) => named(name).security.flatMap((one) => Object.keys(one))
  expect(schemes('listSims')).toEqual(['apiId', 'bearer'])
  expect(schemes('getMe')).toEqual(['bearer'])
  expect(schemes('login')).toEqual([])
  expect(schemes('token')).toEqual(['apiIdAndSecret'])
})

test('the curl command quotes values with characters that a shell would interpret', () => {
  expect(named('createMember')['x-codeSamples'][0]!.source).toBe(
    [
      'curl -sS -X POST "$SIMDECK/v1/member"',
      '-H "Authorization: Bearer $TOKEN"',
      "-H 'Content-Type: application/json'",
      `-d '{"email":"taro.yamada@example.co.jp","name":"山田 太郎","role_id":3,"language":"ja"}'`,
    ].join(' \\\n  '),
  )
})
