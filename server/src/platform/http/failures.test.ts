import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import Fastify, { type FastifyBaseLogger } from 'fastify'
import { expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { answerMalformedHttp, registerFailures } from './failures.ts'

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

test('a connection that stays silent is closed without an answer, and malformed HTTP is answered', async () => {
  await using app = Fastify({
    http: { headersTimeout: 100, connectionsCheckingInterval: 50 },
    clientErrorHandler: answerMalformedHttp,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const answerTo = async (text: string): Promise<string> => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', (octets) => (answer += octets.toString()))
    socket.on('error', () => undefined)
    if (text !== '') socket.write(text)
    await once(socket, 'close')
    return answer
  }
  expect(await answerTo('')).toBe('')
  expect(await answerTo('GET / HTTP/1.1\r\nhost: x\r\n')).toBe('')
  expect(await answerTo('no HTTP\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
})
