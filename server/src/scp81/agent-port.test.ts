import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:tls'
import { expect, test } from 'vitest'
import { until } from '../testing/until.ts'
import { openAgentPort } from './agent-port.ts'

const agent = { simId: 1, identity: 'card-1', psk: new Uint8Array(16).fill(1), filesAid: null }

test('a connection stays open after a script, and ends soon after the last answer', async () => {
  const statuses = [200, 204]
  const port = await openAgentPort({
    host: '127.0.0.1',
    port: 0,
    findAgent: async () => agent,
    answer: async (_agent, _request, response: ServerResponse) => void response.writeHead(statuses.shift()!).end(),
    refused: () => undefined,
    withinMs: 500,
  })
  async function visit() {
    const card = connect({
      host: '127.0.0.1',
      port: port.port,
      minVersion: 'TLSv1.2',
      maxVersion: 'TLSv1.2',
      ciphers: 'PSK-AES128-GCM-SHA256',
      checkServerIdentity: () => undefined,
      pskCallback: () => ({ identity: agent.identity, psk: agent.psk }),
    })
    await once(card, 'secureConnect')
    card.write('POST / HTTP/1.1\r\nHost: server\r\nContent-Length: 0\r\n\r\n')
    const [answer] = (await once(card, 'data')) as [Buffer]
    return { card, answer: answer.toString('latin1').slice(0, 12) }
  }
  const running = await visit()
  const done = await visit()
  expect([running.answer, done.answer]).toEqual(['HTTP/1.1 200', 'HTTP/1.1 204'])
  expect(port.connections()).toBe(2)
  await once(done.card, 'close')
  await until(() => port.connections() === 1)
  expect(running.card.closed).toBe(false)
  await port.close()
})
