import { expect, inject, test } from 'vitest'
import { makeDatabase } from '../../testing/databases.ts'
import { inOneSnapshot, readBinaryRows } from './binary-rows.ts'
import { openDatabase } from './database.ts'

async function opened() {
  const made = await makeDatabase(inject('postgresUrl'))
  const database = openDatabase(made.url, { max: 3 })
  return {
    ...database,
    async [Symbol.asyncDispose]() {
      await database.close()
      await made.drop()
    },
  }
}

/** The first cell of a row, an integer of four octets. */
const firstCell = (octets: Buffer, from: number): number => octets.readInt32BE(from + 6)

test('rows of any length are read over connections that see one state of the database', async () => {
  await using database = await opened()
  await database.pool.query('create table numbers as select n, repeat($1, n % 7 * 5000) as text from generate_series(1, 500) n', ['x'])
  const read: [number, number][] = []
  const lengths = new Set<number>()
  await inOneSnapshot(database, 2, ['jit = off'], async ([one, other]) => {
    await database.pool.query('insert into numbers values (501)')
    await readBinaryRows(one!, 'select n, text from numbers', (octets, from) => lengths.add(octets.length - from))
    for (const client of [one!, other!]) {
      const numbers: number[] = []
      await readBinaryRows(client, 'select n from numbers order by n', (octets, from) => numbers.push(firstCell(octets, from)))
      read.push([numbers.length, numbers.at(-1)!])
    }
    await readBinaryRows(other!, 'select n from numbers where false', () => expect.unreachable())
  })
  expect(read).toEqual([
    [500, 500],
    [500, 500],
  ])
  expect([...lengths].toSorted((a, b) => a - b)).toEqual([14, 5014, 10_014, 15_014, 20_014, 25_014, 30_014])
})

test('a statement or a reader that fails rejects, and leaves the pool able to work', async () => {
  await using database = await opened()
  const reading = (statement: string, take: () => void) =>
    inOneSnapshot(database, 2, ['jit = off'], async ([one]) => readBinaryRows(one!, statement, take))
  for (let round = 0; round < 4; round++) {
    await expect(reading('select 1 / (3 - n) from generate_series(1, 5) n', () => undefined)).rejects.toThrow('division by zero')
    const take = () => {
      throw new Error('unreadable')
    }
    await expect(reading('select n from generate_series(1, 5) n', take)).rejects.toThrow('unreadable')
  }
  const { rows } = await database.pool.query('select 1 as one')
  expect(rows).toEqual([{ one: 1 }])
})
