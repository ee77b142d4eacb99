import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxPlainDataLength, securityLevels } from '../scp03/level.ts'
import { bodyRoom, chunkEnd, fillingBlockSize, largestCommand, wrappedLength } from './chunk.ts'

test('a script is cut into chunks of whole commands that fit the receive buffer, and no command is left out', () => {
  const cut = fc.record({ receiveBuffer: fc.integer({ min: 255, max: 3000 }), enc: fc.boolean() })
  const wrapping = fc.record({ level: fc.constantFrom(...securityLevels), macLength: fc.constantFrom(8 as const, 16 as const) })
  fc.assert(
    fc.property(cut, wrapping, fc.array(fc.integer({ min: 4, max: 261 }), { minLength: 1, maxLength: 40 }), (one, channel, lengths) => {
      const size = fillingBlockSize(one, channel)
      expect(size).toBeGreaterThan(0)
      expect(size).toBeLessThanOrEqual(maxPlainDataLength(channel.level, channel.macLength))
      expect(wrappedLength(size, false, channel)).toBeLessThanOrEqual(largestCommand(one))
      const commands = lengths.map((length) => new Uint8Array(Math.min(length, largestCommand(one))))
      const room = bodyRoom(one, 8) - 10
      let chunks = 0
      for (let at = 0; at < commands.length; chunks++) {
        const end = chunkEnd(commands, at, room)
        const taken = commands.slice(at, end).reduce((sum, { length }) => sum + 2 + length, 0)
        expect(end).toBeGreaterThan(at)
        expect(taken).toBeLessThanOrEqual(room)
        const next = commands[end]
        if (next) expect(taken + 2 + next.length).toBeGreaterThan(room)
        at = end
      }
      expect(chunks).toBeLessThanOrEqual(commands.length)
    }),
    { numRuns: 60 },
  )
})
