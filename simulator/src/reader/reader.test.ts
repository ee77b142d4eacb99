import { expect, test } from 'vitest'
import { bytesOf, concat, fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { makeCard } from '../testing/host.ts'
import { answerToReset } from './atr.ts'
import type { TransmissionProtocol } from './atr.ts'
import { CardInterface } from './card-interface.ts'
import { MessageStream } from './vpcd.ts'

const fci = '6f108408a000000151000000a5049f6501ff'

/** Sends each command and returns the answers. */
function exchange(protocol: TransmissionProtocol, commands: readonly string[]): string[] {
  const contacts = new CardInterface(makeCard(), protocol)
  return commands.map((command) => toHex(contacts.transmit(fromHex(command))))
}

test('the ATR announces T=0, or T=1 with a correct check octet', () => {
  expect(toHex(answerToReset('t0'))).toBe('3b09805753494d4445434b')
  const t1 = answerToReset('t1')
  expect(toHex(t1.subarray(0, 6))).toBe('3b898131fe45')
  expect(t1.subarray(1).reduce((sum, octet) => sum ^ octet)).toBe(0)
})

test('with T=1 an answer is complete, and 6Cxx gives its length when Le is too small', () => {
  expect(exchange('t1', ['00a4040000', '00a40400', '00a4040008a000000151000000', '00c0000000', '00a4040005', '00a4040012'])).toEqual([
    `${fci}9000`,
    `${fci}9000`,
    `${fci}9000`,
    '6985',
    '6c12',
    `${fci}9000`,
  ])
})

test('with T=0 the reader fetches answers to commands with data by GET RESPONSE, whole or in parts', () => {
  const select = '00a4040008a000000151000000'
  expect(exchange('t0', [select, '00c0000012', select, '00c0000020', '00c0000010', '00c0000002', '00c0000002'])).toEqual([
    '6112',
    `${fci}9000`,
    '6112',
    '6c12',
    `${fci.slice(0, 32)}6102`,
    `${fci.slice(32)}9000`,
    '6985',
  ])
  expect(exchange('t0', [select, '80ca00c100', '80ca00c105', '00c0000012'])).toEqual(['6112', '6c05', 'c1030000009000', '6985'])
})

test('a command that comes again after 6Cxx is answered without running again', () => {
  const [first, again, ...others] = exchange('t0', ['0070000000', '0070000001', '0070000001', '0070000001', '0070000001'])
  expect(first).toBe('6c01')
  expect(again).toBe('019000')
  expect(others).toEqual(['029000', '039000', '6a81'])
})

test('the card refuses octets that are no short command', () => {
  expect(exchange('t1', ['00a404000000', '00'])).toEqual(['6700', '6700'])
})

test('messages are read wherever the stream is cut', () => {
  const messages = [bytesOf(4), bytesOf(), fromHex('00a4040000'), new Uint8Array(300).fill(7)]
  const bytes = concat(...messages.map((message) => concat(bytesOf(message.length >> 8, message.length & 0xff), message)))
  for (const size of [1, 3, 7, bytes.length]) {
    const stream = new MessageStream()
    const read: Uint8Array[] = []
    for (let at = 0; at < bytes.length; at += size) read.push(...stream.push(bytes.subarray(at, at + size)))
    expect(read).toEqual(messages)
  }
})
