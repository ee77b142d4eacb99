import { connections, defaultOnlineTermMinutes } from '@simdeck/contract/sims.ts'
import type { Db } from '../platform/db/database.ts'
import type { NewContactRow, NewSimRow } from '../sims/tables.ts'

type Contact = Omit<NewContactRow, 'sim_id'>
export type SimRowToAdd = Partial<NewSimRow & Contact>

const contactColumns = [
  'last_poll',
  'poll_seconds',
  'ota_open_until',
  'rsrp',
  'rsrq',
  'radio',
  'mcc',
  'mnc',
  'lac',
  'cell_id',
  'longitude',
  'latitude',
  'accuracy',
  'free_memory',
  'receive_buffer',
] as const satisfies readonly (keyof Contact)[]

/**
 * Inserts SIMs into the database, with their last contact and the resulting connection; returns their ids. The default ICCID is
 * 898110000000000000, followed by the index of the SIM. The sweep of connections sees no SIM without its contact.
 */
export async function addSims(db: Db, sims: readonly SimRowToAdd[]): Promise<number[]> {
  return db.isTransaction ? insertSims(db, sims) : db.transaction().execute((trx) => insertSims(trx, sims))
}

async function insertSims(db: Db, sims: readonly SimRowToAdd[]): Promise<number[]> {
  const ids: number[] = []
  for (const [index, sim] of sims.entries()) {
    const isContact = (name: string) => contactColumns.some((column) => column === name)
    const of = (contact: boolean) => Object.fromEntries(Object.entries(sim).filter(([name]) => isContact(name) === contact))
    const row = { iccid: `898110000000000000${index}`, connection: connectionOf(sim), ...of(false) } as NewSimRow
    const { id } = await db.insertInto('sims').values(row).returning('id').executeTakeFirstOrThrow()
    const contact = of(true)
    if (Object.keys(contact).length > 0) await db.updateTable('sim_contacts').set(contact).where('sim_id', '=', id).execute()
    ids.push(id)
  }
  return ids
}

function connectionOf({ ota_open_until, last_poll }: SimRowToAdd): 0 | 1 | 2 {
  if (ota_open_until && new Date(ota_open_until) > new Date()) return connections.ota
  const onlineSince = Date.now() - defaultOnlineTermMinutes * 60_000
  return last_poll && new Date(last_poll).getTime() > onlineSince ? connections.online : connections.offline
}
