import type { Db } from '../../platform/db/database.ts'
import type { Handlers } from '../../platform/http/handler.ts'
import { signalOf } from './signal.ts'

/** Handles the call for the signal of a SIM. */
export function signalRoutes({ db }: { db: Db }): Handlers<'getSimSignal'> {
  return {
    getSimSignal: ({ params }) => signalOf(db, params.id, new Date()),
  }
}
