import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { type SmppMessage, smppMessage, smppMessageId } from '@simdeck/protocol/smpp/messages.ts'
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

/** A socket that is connected to a gateway, and the gateway's end of it. */
async function connected() {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const accepted = once(listener, 'connection')
  const socket = connect((listener.address() as AddressInfo).port, '127.0.0.1')
  const [gateway] = (await accepted) as [Socket]
  const close = (): void => {
    gateway.destroy()
    listener.close()
  }
  return { socket, gateway, [Symbol.dispose]: close }
}

const pduOf = (octets: Buffer): SmppPdu => {
  expect(pduLength(octets)).toBe(octets.length)
  return smppPdu.decode(new Uint8Array(octets))
}

/** The answer to a sign-in, with a message right behind it. */
const signInWithMessage = (sequence: number) =>
  Buffer.concat([
    smppPdu.encode({ command: answerTo(smppCommand.bindTransceiver), status: smppStatus.ok, sequence, body: smppMessageId.encode('') }),
    smppPdu.encode({ command: smppCommand.deliverSm, status: 0, sequence: 7, body: delivered }),
  ])
const credentials = { systemId: 'simdeck', password: 'secret', systemType: '' }

test.each([
  ['takes', smppStatus.ok],
  ['refuses, if it has no use for messages,', smppStatus.queueFull],
] as const)('a session %s a message that comes together with the answer to its sign-in', async (takes, status) => {
  using ends = await connected()
  const { socket, gateway } = ends
  const messages: string[] = []
  const take = async ({ source }: SmppMessage): Promise<void> => void messages.push(source.address)
  const session = new SmppSession(socket, new AbortController().signal, takes === 'takes' ? take : undefined)
  const bound = session.bind(credentials)
  const [asked] = (await once(gateway, 'data')) as [Buffer]
  gateway.write(signInWithMessage(pduOf(asked).sequence))
  await bound
  const [octets] = (await once(gateway, 'data')) as [Buffer]
  expect(pduOf(octets)).toMatchObject({ command: answerTo(smppCommand.deliverSm), sequence: 7, status })
  expect(messages).toEqual(takes === 'takes' ? ['CAFE'] : [])
})

test('a message that cannot be read is refused for good, and the session goes on', async () => {
  using ends = await connected()
  const { socket, gateway } = ends
  const messages: string[] = []
  const session = new SmppSession(socket, new AbortController().signal, async ({ source }) => void messages.push(source.address))
  const deliver = async (sequence: number, body: Uint8Array): Promise<SmppPdu> => {
    gateway.write(smppPdu.encode({ command: smppCommand.deliverSm, status: 0, sequence, body }))
    const [octets] = (await once(gateway, 'data')) as [Buffer]
    return pduOf(octets)
  }
  const command = answerTo(smppCommand.deliverSm)
  expect(await deliver(1, latin1(delivered))).toMatchObject({ command, sequence: 1, status: smppStatus.neverAccepted })
  expect(await deliver(2, delivered.subarray(0, 9))).toMatchObject({ command, sequence: 2, status: smppStatus.neverAccepted })
  expect(session.isOpen).toBe(true)
  expect(await deliver(3, delivered)).toMatchObject({ command, sequence: 3, status: smppStatus.ok })
  expect(messages).toEqual(['CAFE'])
})
