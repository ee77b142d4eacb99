import { expect, test } from 'vitest'
import { BatchedRows, type LeftOut } from './batched-rows.ts'

type Row = { n: number }
const writer = () => {
  const written: (Row | LeftOut)[][] = []
  const state = { fails: false, meanwhile: () => {} }
  const batch = new BatchedRows<Row>(async (rows) => {
    state.meanwhile()
    if (state.fails) throw new Error('down')
    written.push([...rows])
  })
  return { batch, written, state }
}

test('rows beyond the limit are left out, and one row tells their number', async () => {
  const { batch, written } = writer()
  for (let n = 0; n < 12_500; n++) batch.add({ n })
  await batch.flush()
  expect(written[0]).toHaveLength(10_001)
  expect(written[0]?.at(-1)).toEqual({ at: expect.any(Date) as Date, left_out: 2500 })
  await batch.flush()
  expect(written).toHaveLength(1)
})

test('rows that the database did not take are written later, in their order, and those beyond the limit are counted', async () => {
  const { batch, written, state } = writer()
  state.fails = true
  for (let n = 0; n < 9000; n++) batch.add({ n })
  state.meanwhile = () => {
    for (let n = 9000; n < 12_000; n++) batch.add({ n })
  }
  await expect(batch.flush()).rejects.toThrow('down')
  state.meanwhile = () => {}
  await expect(batch.flush()).rejects.toThrow('down')
  state.fails = false
  await batch.flush()
  expect(written[0]?.slice(0, 2)).toEqual([{ n: 0 }, { n: 1 }])
  expect(written[0]?.[9999]).toEqual({ n: 9999 })
  expect(written[0]?.at(-1)).toMatchObject({ left_out: 2000 })
})
