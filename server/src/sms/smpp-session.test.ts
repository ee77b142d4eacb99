import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { smppMessage } from '@simdeck/protocol/smpp/messages.ts'
import { answerTo, pduLength, type SmppPdu, smppCommand, smppPdu, smppStatus } from '@simdeck/protocol/smpp/pdu.ts'
import { SmppSession } from './smpp-session.ts'

const nobody = { type: 0, plan: 0, address: '' }
const delivered = smppMessage.encode({
  source: { type: 5, plan: 0, address: 'CAFE' },
  destination: nobody,
  esmClass: 0,
  protocolId: 0,
  wantsReceipt: false,
  dataCoding: 0,
  userData: Uint8Array.of(0x41),
  options: [],
})

/** The body with `É` in Latin-1 as the last letter of the address of its sender. */
const latin1 = (body: Uint8Array): Uint8Array => body.map((octet, at) => (octet === 0x45 && at < 8 ? 0xc9 : octet))

test('a message that cannot be read is refused for good, and the session goes on', async () => {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const accepted = once(listener, 'connection')
  const socket = connect((listener.address() as AddressInfo).port, '127.0.0.1')
  const [gateway] = (await accepted) as [Socket]
  const session = new SmppSession(socket, new AbortController().signal)
  const messages: string[] = []
  session.onMessage = async ({ source }) => void messages.push(source.address)
  const deliver = async (sequence: number, body: Uint8Array): Promise<SmppPdu> => {
    gateway.write(smppPdu.encode({ command: smppCommand.deliverSm, status: 0, sequence, body }))
    const [octets] = (await once(gateway, 'data')) as [Buffer]
    expect(pduLength(octets)).toBe(octets.length)
    return smppPdu.decode(new Uint8Array(octets))
  }
  const command = answerTo(smppCommand.deliverSm)
  expect(await deliver(1, latin1(delivered))).toMatchObject({ command, sequence: 1, status: smppStatus.neverAccepted })
  expect(await deliver(2, delivered.subarray(0, 9))).toMatchObject({ command, sequence: 2, status: smppStatus.neverAccepted })
  expect(session.isOpen).toBe(true)
  expect(await deliver(3, delivered)).toMatchObject({ command, sequence: 3, status: smppStatus.ok })
  expect(messages).toEqual(['CAFE'])
  gateway.destroy()
  listener.close()
})
