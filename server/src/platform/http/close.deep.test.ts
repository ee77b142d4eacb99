import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { startTestServer } from '../../testing/server.ts'

const lines = 6_000

test('a client that neither reads its answer nor disconnects does not prevent the server from stopping', async () => {
  const server = await startTestServer()
  const call = await server.signIn('ADMIN')
  const iccid = (n: number) => `89811000000000${String(n).padStart(5, '0')}`
  const csv = `iccid,device_alias\n${Array.from({ length: lines }, (_, n) => `${iccid(n)},${'x'.repeat(90)}\n`).join('')}`
  await call(endpoints.importSims, { body: {}, file: new File([csv], 'a.csv') })
  const { url } = await call(endpoints.createSimExport, { body: { columns: ['iccid', 'device_alias'], sort: 'iccid:ASC' } })

  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  // The first octets are noticed but not read, so that the following ones fill the buffers on the way.
  const answered = once(socket, 'readable')
  socket.on('error', () => undefined)
  socket.write(`GET ${url} HTTP/1.1\r\nhost: localhost\r\n\r\n`.repeat(40))
  await answered
  await expect(server[Symbol.asyncDispose]()).resolves.toBeUndefined()
  socket.destroy()
})
