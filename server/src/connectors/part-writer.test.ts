import { expect, test } from 'vitest'
import type { Told } from './sync-queries.ts'
import { PartWriter } from './part-writer.ts'

const device = (iccid: string): Told => ({ iccid, status: null, askedAt: new Date(0) })
const progress = (read: number) => ({ read, tail: [] })

/** A writer whose writes end when the test says so. */
function slowWriter() {
  const writes: { iccids: string[]; read: number | null; end: (error?: Error) => void }[] = []
  const writer = new PartWriter(
    (devices, after) =>
      new Promise((resolve, reject) => {
        writes.push({
          iccids: devices.map(({ iccid }) => iccid),
          read: after?.read ?? null,
          end: (error) => (error ? reject(error) : resolve()),
        })
      }),
  )
  return { writer, writes }
}

test('parts that arrive during a write are written together after it, with the progress of the last', async () => {
  const { writer, writes } = slowWriter()
  await writer.add([device('1')], progress(1))
  await writer.add([device('2')], progress(2))
  await writer.add([device('3')], null)
  expect(writes.map(({ iccids, read }) => ({ iccids, read }))).toEqual([{ iccids: ['1'], read: 1 }])
  const ended = writer.end()
  writes[0]!.end()
  await expect.poll(() => writes.length).toBe(2)
  expect(writes[1]).toMatchObject({ iccids: ['2', '3'], read: null })
  writes[1]!.end()
  await ended
})

test('nothing is written after a failure, which the next part and the end throw', async () => {
  const { writer, writes } = slowWriter()
  await writer.add([device('1')], progress(1))
  await writer.add([device('2')], progress(2))
  writes[0]!.end(new RangeError('no'))
  await expect(writer.end()).rejects.toThrow(RangeError)
  await expect(writer.add([device('3')], progress(3))).rejects.toThrow(RangeError)
  expect(writes).toHaveLength(1)
})

test('the list waits while many devices are not written', async () => {
  const { writer, writes } = slowWriter()
  await writer.add([device('1')], progress(1))
  let isAdded = false
  const many = Array.from({ length: 2001 }, (_, at) => device(String(at)))
  const added = writer.add(many, progress(2002)).then(() => (isAdded = true))
  await Promise.resolve()
  expect(isAdded).toBe(false)
  writes[0]!.end()
  await added
  expect(writes).toHaveLength(2)
})
