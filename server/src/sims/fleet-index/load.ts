import { StringDecoder } from 'node:string_decoder'
import { type SimField, simFields } from '@simdeck/contract/sim-fields.ts'
import { copyOut } from '../../platform/db/copy.ts'
import type { OpenDatabase } from '../../platform/db/database.ts'
import type { FleetData } from './data/fleet-data.ts'
import { indexedFields } from './data/fields.ts'
import { everySim, type IndexedSim, type Value } from './queries.ts'

const atOnce = 5_000

const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }
/** Decodes a text from the text format of COPY. */
const textOf = (cell: string): string =>
  cell.includes('\\') ? cell.replaceAll(/\\(.)/g, (_, escaped: string) => escapes[escaped] ?? escaped) : cell

const readers = indexedFields.map((name): ((cell: string) => Value) => {
  const { type }: SimField = simFields[name]
  if (type === 'boolean') return (cell) => cell === 't'
  return type === 'text' || type === 'choice' ? textOf : Number
})

function simOf(line: string): IndexedSim {
  const cells = line.split('\t')
  return { id: Number(cells[0]), values: readers.map((read, at) => (cells[at + 1] === '\\N' ? null : read(cells[at + 1]!))) }
}

/** Fills the data with every SIM. */
export async function loadFleet(database: OpenDatabase, data: FleetData): Promise<void> {
  const rows = await copyOut(database, everySim(database.db), 'format text', [
    'enable_seqscan = on',
    'enable_hashjoin = on',
    'enable_mergejoin = on',
    'jit = off',
  ])
  const decoder = new StringDecoder('utf8')
  let rest = ''
  let sims: IndexedSim[] = []
  for await (const chunk of rows) {
    const lines = (rest + decoder.write(chunk as Buffer)).split('\n')
    rest = lines.pop()!
    for (const line of lines) {
      sims.push(simOf(line))
      if (sims.length < atOnce) continue
      data.set(sims)
      sims = []
    }
  }
  data.set(sims)
}
