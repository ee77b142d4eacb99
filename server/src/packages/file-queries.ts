import type { Updateable } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { Database } from '../platform/db/schema.ts'

export async function putFiles(trx: Db, id: number, files: Updateable<Database['packages']>): Promise<void> {
  await trx
    .updateTable('packages')
    .set({ ...files, sealed: true })
    .where('id', '=', id)
    .execute()
}

const unsealed = (db: Db) => db.selectFrom('packages').where('sealed', '=', false).where('deleted_at', 'is', null)

export async function selectUnsealed(db: Db): Promise<number[]> {
  return (await unsealed(db).select('id').orderBy('id').execute()).map(({ id }) => id)
}

/** Undefined if another node has sealed the files meanwhile. */
export async function lockUnsealed(trx: Db, id: number) {
  return unsealed(trx).select(['cap_file', 'load_file']).where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function selectFiles(db: Db, id: number) {
  return db.selectFrom('packages').select(['cap_file', 'load_file']).where('id', '=', id).executeTakeFirst()
}
