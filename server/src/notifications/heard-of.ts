import { choicesIn, inBell } from '@simdeck/contract/notification-choices.ts'
import type { Db } from '../platform/db/database.ts'
import { heardBy } from './hearing.ts'
import { type Heard, selectReaders } from './queries.ts'

export type { Heard }

/** The kinds in all tabs of the bell of a member; null for one who is not active. */
export async function heardOf(db: Db, memberId: number): Promise<Heard | null> {
  const [reader] = await selectReaders(db, [memberId])
  if (!reader) return null
  const choices = choicesIn(reader.choices)
  return heardBy(reader, (topic) => inBell(choices, topic))
}
