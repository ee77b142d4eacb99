import Fastify, { type FastifyBaseLogger } from 'fastify'
import { expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { registerFailures } from './failures.ts'

test('a failure of the server is logged with its stack, without the input', async () => {
  const lines: string[] = []
  const reported: unknown[] = []
  const loggerInstance: FastifyBaseLogger = createLog('error', { write: (line: string) => void lines.push(line) })
  const app = Fastify({ loggerInstance })
  registerFailures(app, (failure) => void reported.push(failure))
  app.get('/sims/:id', () => {
    throw new Error('invalid input syntax for type bigint: "taro@example.com\n    at 8981100000000000017"')
  })
  expect((await app.inject('/sims/1')).statusCode).toBe(500)
  expect(reported).toEqual([{ method: 'GET', route: '/sims/{id}', status: 500, code: 'serverError' }])
  const logged = lines.filter((line) => line.includes('request failed'))
  expect(logged).toHaveLength(1)
  expect(logged[0]).toContain('failures.test.ts')
  expect(logged[0]).not.toMatch(/taro@example|89811|invalid input/)
})
