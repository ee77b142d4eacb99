import { expect, inject, test } from 'vitest'
import { bytesOf, requestOf } from './make-request.ts'
import { readAnswer } from './raw-client.ts'
import { fuzzHttpOn } from './run-http.ts'

test('a request is the same for the same seed and index, and its octets form a complete request', () => {
  for (let index = 0; index < 200; index++) {
    const bytes = bytesOf(requestOf('a seed', index), 'a token')
    expect(bytesOf(requestOf('a seed', index), 'a token').equals(bytes)).toBe(true)
    const [head = ''] = bytes.toString('latin1').split('\r\n\r\n')
    const length = /^content-length: (\d+)$/m.exec(head)
    expect(bytes.length).toBe(head.length + 4 + Number(length?.[1]))
    expect(head.split('\r\n')[0]).toMatch(/^(GET|POST|PUT|DELETE) \/[\x21-\x7e]* HTTP\/1\.1$/)
  }
})

test('consecutive answers are parsed by content length or chunks, and an incomplete answer is not parsed', () => {
  const two = Buffer.from(
    'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nabHTTP/1.1 400 Bad\r\nconnection: close\r\n\r\n3\r\nabc\r\n0\r\n\r\n',
  )
  const first = readAnswer(two)
  expect([first?.answer.status, first?.answer.body.toString(), first?.answer.closes]).toEqual([200, 'ab', false])
  const rest = two.subarray(first!.length)
  const second = readAnswer(rest)
  expect([second?.answer.status, second?.answer.body.toString(), second?.answer.closes]).toEqual([400, 'abc', true])
  expect(readAnswer(rest.subarray(0, -4))).toBeNull()
})

test('500 random requests reveal no error of the server', async () => {
  const seed = String(process.env['FUZZ_SEED'] ?? Date.now())
  const { finding, outcomes } = await fuzzHttpOn(inject('postgresUrl'), { seed, first: 0, runs: 500, note: () => undefined })
  if (finding) throw new Error(`${finding.what}: npm run -s fuzz -- http --seed ${seed} --runs 1 --at ${finding.index}`)
  expect(Object.values(outcomes).reduce((sum, count) => sum + count, 0)).toBe(500)
})
