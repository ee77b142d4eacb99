import type { TraceCommand, TraceMessage } from '@simdeck/contract/traces.ts'
import { expect, test } from 'vitest'
import { traceContent } from './trace-content.ts'
import { foldLines, groupCommands, traceLines } from './trace-lines.ts'

const command = (name: string, sw: string | null = null, block: number | null = null, index = 0): TraceCommand => ({
  index,
  name,
  block,
  sw,
})
let ids = 0
const message = (code: number, direction: 'card' | 'server', more: Partial<TraceMessage> = {}): TraceMessage => ({
  id: (ids += 1),
  at: '2026-11-21T02:00:00.000Z',
  direction,
  code,
  session_id: '5f21c08e',
  sequence: 0,
  ota_id: 9,
  bytes: 40,
  fields: {},
  commands: [],
  ...more,
})
const names = new Map([[9, 'Telemetry 2.4']])
const contents = (messages: TraceMessage[], language: 'ja' | 'en' = 'ja'): string[] =>
  traceLines({ messages }).map((line) => traceContent(line, names, language))

test('consecutive blocks form a group, and a gap starts a new group', () => {
  const commands = [0, 1, 2, 4].map((block) => command('LOAD', null, block))
  expect(groupCommands(commands)).toEqual([
    { name: 'LOAD', firstBlock: 0, lastBlock: 2, count: 3 },
    { name: 'LOAD', firstBlock: 4, lastBlock: 4, count: 1 },
  ])
})

test('a session of an admin agent names its agent', () => {
  const begin = message(1, 'card', { fields: { transport: 'SCP81', agent: 'card-0042', secureElement: '1' } })
  expect(contents([begin])).toEqual(['SCP81の管理エージェント card-0042'])
  expect(contents([begin], 'en')).toEqual(['SCP81 admin agent card-0042'])
})

test('a session is described in both languages', () => {
  const session = [
    message(1, 'card', { fields: { pollerVersion: '1.4', receiveBuffer: 255, resume: 0 } }),
    message(4, 'server', { commands: [command('INITIALIZE UPDATE')] }),
    message(6, 'card', { commands: [command('INITIALIZE UPDATE', '9000')] }),
    message(2, 'server', { commands: [command('EXTERNAL AUTHENTICATE'), command('INSTALL [for load]')] }),
    message(5, 'card', { commands: [command('EXTERNAL AUTHENTICATE', '9000'), command('INSTALL [for load]', '9000')] }),
    message(3, 'server', { commands: [0, 1, 2].map((block) => command('LOAD', null, block)) }),
    message(7, 'server', { fields: { code: 0, waitSeconds: 3600 } }),
  ]
  expect(contents(session)).toEqual([
    'ポーラー 1.4、受信バッファ 255バイト',
    'INITIALIZE UPDATE',
    'カード暗号文を検証済み（SCP03）',
    'EXTERNAL AUTHENTICATE、INSTALL [for load] Telemetry 2.4',
    'INSTALL [for load] Telemetry 2.4 まで2個を実行',
    'LOAD ブロック 0–2（3個）',
    '次回のポーリングは60分後',
  ])
  expect(contents(session, 'en')[5]).toBe('LOAD blocks 0–2 (3)')
})

test('a card with a wrong cryptogram is not shown as verified', () => {
  const session = [
    message(6, 'card', { commands: [command('INITIALIZE UPDATE', '9000')] }),
    message(7, 'server', { fields: { code: 300 } }),
  ]
  expect(contents(session)[0]).toBe('INITIALIZE UPDATE の応答')
  expect(traceLines({ messages: session }).map(({ bad }) => bad)).toEqual([false, true])
})

test('the failed message is marked, not the CLOSE_SESSION that follows from it', () => {
  const session = [
    message(5, 'card', { commands: [command('DELETE', '6A88'), command('LOAD', '9000', 0), command('LOAD', '6a84', 1)] }),
    message(7, 'server', { fields: { code: 500 } }),
  ]
  const lines = traceLines({ messages: session })
  expect(lines.map(({ bad, sw }) => [bad, sw])).toEqual([
    [true, '6a84'],
    [false, null],
  ])
  expect(contents(session)[0]).toBe('LOAD ブロック 1')
})

test('a DELETE of a missing object is not a failure', () => {
  const [line] = traceLines({ messages: [message(5, 'card', { commands: [command('DELETE', '6A88')] })] })
  expect(line?.bad).toBe(false)
})

test('a status of the card is shown with its code', () => {
  const messages = [message(6, 'card', { fields: { status: 201 } })]
  expect(contents(messages)[0]).toContain('201')
  expect(traceLines({ messages })[0]?.bad).toBe(true)
})

test('a long session shows its beginning, its end and failures between them', () => {
  const messages = Array.from({ length: 60 }, (_, index) => message(3, 'server', { fields: index === 30 ? { status: 202 } : {} }))
  const folded = foldLines(traceLines({ messages }), 8, 16)
  expect(folded.filter((line) => 'hidden' in line)).toEqual([{ hidden: 22 }, { hidden: 13 }])
  expect(folded).toHaveLength(8 + 16 + 1 + 2)
  expect(foldLines(traceLines({ messages: messages.slice(0, 20) }))).toHaveLength(20)
})
