import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { esmClass, smppBind, smppMessage, smppMessageId, smppTag } from '@simdeck/protocol/smpp/messages.ts'
import type { SmppMessage } from '@simdeck/protocol/smpp/messages.ts'
import { answerTo, isAnswer, pduLength, smppCommand, smppPdu, smppStatus } from '@simdeck/protocol/smpp/pdu.ts'
import type { SmppPdu } from '@simdeck/protocol/smpp/pdu.ts'
import { receiptText } from '@simdeck/protocol/smpp/receipt.ts'

/** Ways of a message centre to behave. */
export type Behaviour =
  | 'delivers'
  | 'reportsFirst'
  | 'reportsByText'
  | 'never reports'
  | 'throttles'
  | 'rejects'
  | 'speaksHttp'
  | 'saysWrongLength'
  | 'closes'
  | 'isSilent'

/** A message centre on a port of its own that takes one system ID and password. */
export async function startSmsc() {
  const state = { behaviour: 'delivers' as Behaviour, connections: 0, unbound: 0 }
  const received: SmppMessage[] = []
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    state.connections++
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    let buffer = Buffer.alloc(0)
    socket.on('data', (octets: Buffer) => {
      buffer = Buffer.concat([buffer, octets])
      // A client of TLS, whose first octets are no length of a packet.
      if (octets[0] === 0x16) return void socket.destroy()
      for (let length = pduLength(buffer); length !== null && length <= buffer.length; length = pduLength(buffer)) {
        const pdu = smppPdu.decode(new Uint8Array(buffer.subarray(0, length)))
        buffer = buffer.subarray(length)
        take(socket, pdu)
      }
    })
  })
  const answer = (
    socket: Socket,
    { command, sequence }: SmppPdu,
    status: number = smppStatus.ok,
    body: Uint8Array = new Uint8Array(0),
  ): void => void socket.write(smppPdu.encode({ command: answerTo(command), status, sequence, body }))

  function take(socket: Socket, pdu: SmppPdu): void {
    if (isAnswer(pdu.command) || state.behaviour === 'isSilent') return
    if (state.behaviour === 'closes') return void socket.destroy()
    if (state.behaviour === 'speaksHttp') return void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
    if (state.behaviour === 'saysWrongLength') return void socket.write(Buffer.from('0000000880000009', 'hex'))
    if (pdu.command === smppCommand.bindTransceiver) {
      const { systemId, password } = smppBind.decode(pdu.body)
      return answer(socket, pdu, systemId === 'simdeck' && password === 'secret' ? smppStatus.ok : smppStatus.invalidPassword)
    }
    if (pdu.command === smppCommand.unbind) state.unbound++
    if (pdu.command === smppCommand.submitSm) return submitted(socket, pdu)
    answer(socket, pdu)
  }

  function submitted(socket: Socket, pdu: SmppPdu): void {
    if (state.behaviour === 'throttles') return answer(socket, pdu, smppStatus.throttled)
    if (state.behaviour === 'rejects') return answer(socket, pdu, 0x0b)
    const message = smppMessage.decode(pdu.body)
    received.push(message)
    const messageId = `m${received.length}`
    const report = (): void => {
      const isText = state.behaviour === 'reportsByText'
      const receipt = smppMessage.encode({
        ...message,
        source: message.destination,
        destination: message.source,
        esmClass: esmClass.receipt,
        wantsReceipt: false,
        dataCoding: 0,
        userData: new Uint8Array(isText ? Buffer.from(receiptText({ messageId, state: 'undeliverable' })) : []),
        options: isText
          ? []
          : [
              { tag: smppTag.receiptedMessageId, value: new Uint8Array(Buffer.from(`${messageId}\0`)) },
              { tag: smppTag.messageState, value: Uint8Array.of(2) },
            ],
      })
      socket.write(smppPdu.encode({ command: smppCommand.deliverSm, status: 0, sequence: 1, body: receipt }))
    }
    if (state.behaviour === 'reportsFirst') report()
    answer(socket, pdu, smppStatus.ok, smppMessageId.encode(messageId))
    if (state.behaviour === 'delivers' || state.behaviour === 'reportsByText') report()
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    state,
    received,
    port: (server.address() as AddressInfo).port,
    /** Connections that are still open. */
    open: () => sockets.size,
    [Symbol.dispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
