import { inOneSnapshot, readBinaryRows } from '../../platform/db/binary-rows.ts'
import type { OpenDatabase } from '../../platform/db/database.ts'
import { rowReader } from './copied-sims.ts'
import type { FleetData } from './data/fleet-data.ts'
import { tableCopies } from './queries.ts'

/** The order of the rows in a table follows that of the ids, unless a scan joins another one in the middle. */
const settings = ['enable_seqscan = on', 'synchronize_seqscans = off', 'jit = off']

/** Fills empty data with every SIM. PostgreSQL reads two tables at the same time. */
export async function loadFleet(database: OpenDatabase, data: FleetData): Promise<void> {
  const { records, contacts, keys } = tableCopies(database.db)
  const read = (client: Parameters<typeof readBinaryRows>[0], { statement, fields }: typeof records) =>
    readBinaryRows(client, statement, rowReader(fields, data.loading()))
  await inOneSnapshot(database, 2, settings, async ([one, other]) => {
    await Promise.all([read(one!, records), read(other!, contacts).then(() => read(other!, keys))])
  })
}
