import { expect, test } from 'vitest'
import { bodyRoom, bufferFor, chunkEnd, chunksOf, fillingBlockSize, largestCommand } from './chunk.ts'
import { installJob, SessionLoop } from './session-loop.fixture.ts'

const level03 = { level: 0x03, macLength: 8 } as const

test('room and largest C-APDU are those of OTA protocol §5.3', () => {
  expect(bodyRoom({ receiveBuffer: 255, enc: true }, 0)).toBe(223)
  expect(bodyRoom({ receiveBuffer: 1024, enc: true }, 0)).toBe(991)
  expect(bodyRoom({ receiveBuffer: 255, enc: false }, 8)).toBe(229)
  expect(bodyRoom({ receiveBuffer: 60000, enc: false }, 0)).toBe(1482)
  expect(largestCommand({ receiveBuffer: 255, enc: true })).toBe(211)
  expect(largestCommand({ receiveBuffer: 320, enc: true })).toBeGreaterThanOrEqual(261)
})

test.each([
  [255, 191],
  [320, 239],
  [512, 143],
  [1024, 223],
  [1500, 223],
])('blocks for a buffer of %i have %i octets', (receiveBuffer, size) => {
  expect(fillingBlockSize({ receiveBuffer, enc: true }, level03)).toBe(size)
})

test('a chunk contains whole commands only', () => {
  const commands = [new Uint8Array(10), new Uint8Array(20), new Uint8Array(5)]
  expect(chunkEnd(commands, 0, 34)).toBe(2)
  expect(chunkEnd(commands, 0, 33)).toBe(1)
  expect(chunkEnd(commands, 0, 11)).toBe(0)
  expect(chunkEnd(commands, 1, 100)).toBe(3)
})

test('a command that fits no frame has a chunk to itself', () => {
  const commands = [new Uint8Array(10), new Uint8Array(300), new Uint8Array(5), new Uint8Array(5)]
  expect(chunksOf(commands, () => 34).map((chunk) => chunk.map(({ length }) => length))).toEqual([[10], [300], [5, 5]])
})

test.each([true, false])('the smallest buffer for a command is the first that can receive it (encrypted: %s)', (enc) => {
  for (let length = 1; length <= 300; length++) {
    const buffer = bufferFor(length, enc)
    if (buffer === null) throw new Error(`no buffer for ${length}`)
    expect(largestCommand({ receiveBuffer: buffer, enc })).toBeGreaterThanOrEqual(length)
    if (buffer > 255) expect(largestCommand({ receiveBuffer: buffer - 1, enc })).toBeLessThan(length)
  }
  expect(bufferFor(Infinity, enc)).toBeNull()
})

test.each([
  [255, 175, 6020, 41830],
  [320, 141, 4864, 40098],
  [512, 79, 3988, 38326],
  [1024, 40, 2022, 36232],
  [1500, 27, 1388, 36222],
])('a load file of 32 KiB with a buffer of %i has the cost of OTA protocol §5.10', (receiveBuffer, roundTrips, up, down) => {
  const loop = new SessionLoop({ jobs: [installJob(32768)], receiveBuffer })
  loop.run()
  const octets = (from: string): number => loop.frames.reduce((sum, frame) => sum + (frame.from === from ? frame.bytes.length : 0), 0)
  expect(loop.status.get(0)).toBe('Succeeded')
  expect([loop.frames.length / 2, octets('card'), octets('server')]).toEqual([roundTrips, up, down])
})
