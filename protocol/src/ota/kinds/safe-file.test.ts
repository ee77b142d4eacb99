import { expect, test } from 'vitest'
import { bytesOf } from '../../bytes.ts'
import { safeFile } from './safe-file.ts'

const file = {
  instanceAid: new Uint8Array(16),
  step: 'write',
  fileId: bytesOf(1),
  label: 'config',
  capacity: 4,
  content: bytesOf(1, 2, 3, 4),
} as const

test('a file that reads back other than it was written is a fault, and so is one of another length', () => {
  const outcome = (...pieces: Uint8Array[]) => safeFile.outcome!({ pieces }, file, 'first')
  expect(outcome(bytesOf(1, 2), bytesOf(3, 4))).toBe('Succeeded')
  expect(outcome(bytesOf(1, 2), bytesOf(3, 5))).toBe('otherContent')
  expect(outcome(bytesOf(1, 2, 3))).toBe('otherContent')
  expect(safeFile.outcome!(null, file, 'first')).toBe('otherContent')
  expect(safeFile.outcome!(null, { ...file, step: 'remove' }, 'first')).toBe('Succeeded')
})
