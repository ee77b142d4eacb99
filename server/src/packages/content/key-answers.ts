import type { Db } from '../../platform/db/database.ts'
import * as queries from './difference-queries.ts'

/** Records that the card does not have the recorded key version. */
export const putKeyAnswer = (trx: Db, simId: number): Promise<void> => queries.putKeyAnswer(trx, simId)

/** Records that the card has opened a channel. Returns true if it had answered otherwise before. */
export const endKeyAnswer = (trx: Db, simId: number): Promise<boolean> => queries.endKeyAnswer(trx, simId)

/** The recorded key version that the card does not have, with the time of its answer; null for none. */
export const keyAnswerOf = (db: Db, simId: number): ReturnType<typeof queries.selectKeyAnswer> => queries.selectKeyAnswer(db, simId)
