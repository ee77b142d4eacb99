import { spawn } from 'node:child_process'
import type { ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterEach, expect, test } from 'vitest'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { encodeResponse } from '@simdeck/protocol/apdu.ts'
import type { CommandApdu } from '@simdeck/protocol/apdu.ts'
import { bytesOf, fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { putKey, sealKeys } from '@simdeck/protocol/gp/keys.ts'
import { getStatus } from '@simdeck/protocol/gp/registry.ts'
import { openChannel, VirtualReader } from '../testing/virtual-reader.ts'
import { readCardArguments } from './card.ts'

const command = new URL('./card.ts', import.meta.url).pathname
const key = fromHex('404142434445464748494a4b4c4d4e4f')

const children: ChildProcessByStdio<null, Readable, null>[] = []

afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
})

/** Starts the command with its card stored in the folder. */
function startCard(folder: string, port: number, ...more: string[]): ChildProcessByStdio<null, Readable, null> {
  const child = spawn(process.execPath, [command, '--vpcd', `127.0.0.1:${port}`, '--nvm', 'card.json', '--trace', ...more], {
    env: { INIT_CWD: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  return child
}

/** Opens a secure channel, in which the octets of an answer are hex. */
async function openInHex(reader: VirtualReader, octet: Uint8Array, version: string): Promise<(plain: CommandApdu) => Promise<string>> {
  const send = await openChannel(reader, octet, version)
  return async (plain) => toHex(encodeResponse(await send(plain)))
}

test('a card in a virtual reader answers, changes its keys, reconnects after the reader was away and is stored in a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'card-'))
  const reader = new VirtualReader()
  const port = await reader.listen()
  const inserted = reader.insertion()
  const first = startCard(folder, port)
  let printed = ''
  first.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  await inserted

  reader.send(bytesOf(1))
  expect(await reader.text('04')).toBe('3b898131fe45805753494d4445434b0b')
  expect(await reader.text('00a4040000')).toBe('6f108408a000000151000000a5049f6501ff9000')
  expect(await reader.text('80ca006600')).toMatch(/^6631732f06072a864886fc6b01.*6b0403709000$/)
  expect(await reader.text('80ca00e000')).toBe('e012c00401308810c00402308810c004033088109000')
  expect(await reader.text('80f28002024f0000')).toBe('6982')
  const newKey = new Uint8Array(16).fill(0x99)
  const send = await openInHex(reader, key, '00')
  const query = { subset: 'issuerSecurityDomain', occurrence: 'first', aidPrefix: bytesOf() } as const
  const listed = 'e3134f08a0000001510000009f70010fc5039cdc009000'
  expect(await send(getStatus.encode(query))).toBe(listed)
  expect(await send(putKey.encode(sealKeys({ replaces: 0x30, version: 0x31, firstId: 1, keys: [newKey, newKey, newKey] }, key)))).toMatch(
    /^31(.{6})\1{2}9000$/,
  )
  reader.send(bytesOf(2))
  expect(await reader.text('80f28002024f0000'), 'a reset ends the channel').toBe('6982')

  const back = reader.insertion()
  reader.hangUp()
  await back
  expect(await (await openInHex(reader, newKey, '31'))(getStatus.encode(query))).toBe(listed)
  const ended = once(first, 'exit')
  first.kill('SIGINT')
  expect(await ended).toEqual([0, null])
  expect(printed).toContain('PUT KEY → 9000')
  expect(printed).not.toMatch(/9999999999|4041424344/i)

  expect((await stat(join(folder, 'card.json'))).mode & 0o777).toBe(0o600)
  expect(JSON.parse(await readFile(join(folder, 'card.json'), 'utf8'))).toMatchObject({ securityDomain: { sequenceCounter: 2 } })
  const again = reader.insertion()
  const second = startCard(folder, port)
  await again
  expect(await (await openInHex(reader, newKey, '00'))(getStatus.encode(query)), 'the same card').toBe(listed)
  const gone = once(second, 'exit')
  second.kill('SIGTERM')
  await gone
  reader.close()
  await rm(folder, { recursive: true })
})

test('with --iot-safe a device makes a key pair in the card and signs with it, also after the card was stored', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'card-'))
  const reader = new VirtualReader()
  const port = await reader.listen()
  const aid = 'a0000005590010ff'
  const inserted = reader.insertion()
  const first = startCard(folder, port, '--iot-safe-aid', aid)
  await inserted
  expect(await reader.text('0070000001')).toBe('019000')
  expect(await reader.text(`01a4040c08${aid}`)).toBe('9000')
  const made = await reader.text('81b900000384010100')
  expect(made).toMatch(/^84010185010134454943864104.{128}9000$/)
  const gone = once(first, 'exit')
  first.kill('SIGTERM')
  await gone
  const again = reader.insertion()
  startCard(folder, port)
  await again
  expect(await reader.text(`00a4040c08${aid}`)).toBe('9000')
  expect(await reader.text('80cd00000385010100')).toBe(made.slice(12))
  expect(await reader.text('802a00000d840101a1010391020001920104')).toBe('9000')
  expect(await reader.text(`802b8000229e20${'ab'.repeat(32)}00`)).toMatch(/^3340.{128}9000$/)
  reader.close()
  await rm(folder, { recursive: true })
})

test('the command line is parsed, with defaults for omitted options, and its errors are one line without keys', () => {
  expect(readCardArguments(['--vpcd', 'localhost:35963'])).toEqual({
    reader: { host: 'localhost', port: 35963 },
    card: { keys: { enc: toHex(key), mac: toHex(key), dek: toHex(key) }, keyVersionNumber: 48, i: 0x70, state: 0x0f },
    protocol: 't1',
    nvmFile: null,
    seed: '1',
    iotSafe: null,
    trace: false,
  })
  expect(readCardArguments(['--vpcd', 'a:1', '--iot-safe']).iotSafe).toBe(fixedAids.iotSafe.moduleAid)
  expect(readCardArguments(['--vpcd', 'a:1', '--iot-safe-aid', 'a0000005590010']).iotSafe).toBe('A0000005590010')
  const three = ['11', '22', '33'].map((octet) => octet.repeat(32))
  const args = [
    '--vpcd',
    '[::1]:1',
    '--keys',
    three.join(':'),
    '--kvn',
    '1',
    '--i',
    '01',
    '--state',
    'op-ready',
    '--t0',
    '--seed',
    'x',
    '--nvm',
    'f',
    '--trace',
  ]
  expect(readCardArguments(args)).toEqual({
    reader: { host: '::1', port: 1 },
    card: { keys: { enc: three[0], mac: three[1], dek: three[2] }, keyVersionNumber: 1, i: 0x01, state: 0x01 },
    protocol: 't0',
    nvmFile: 'f',
    seed: 'x',
    iotSafe: null,
    trace: true,
  })
  const faults: [string[], string][] = [
    [[], '--vpcd'],
    [['--vpcd', 'localhost'], '--vpcd'],
    [['--vpcd', 'a:1', '--keys', 'ab'], '--keys'],
    [['--vpcd', 'a:1', '--keys', `${'11'.repeat(16)}:${'22'.repeat(16)}`], '--keys'],
    [['--vpcd', 'a:1', '--keys', `${'zz'.repeat(16)}`], '--keys'],
    [['--vpcd', 'a:1', '--keys', [...three.slice(0, 2), '11'.repeat(16)].join(':')], '--keys'],
    [['--vpcd', 'a:1', '--kvn', '128'], '--kvn'],
    [['--vpcd', 'a:1', '--i', '40'], '--i'],
    [['--vpcd', 'a:1', '--state', 'locked'], '--state'],
    [['--vpcd', 'a:1', '--iot-safe-aid', 'A000'], '--iot-safe-aid'],
    [['--vpcd', 'a:1', '--what', '1'], '--what'],
  ]
  for (const [wrong, reason] of faults) {
    expect(() => readCardArguments(wrong)).toThrow(reason)
    expect(() => readCardArguments(wrong)).not.toThrow(/1111|2222|zzzz/)
  }
})
