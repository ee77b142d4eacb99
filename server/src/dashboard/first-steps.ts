import type { Dashboard } from '@simdeck/contract/dashboard.ts'
import type { Db } from '../platform/db/database.ts'
import { selectFirstFacts } from './queries.ts'

/** An installation with more SIMs is in use. */
const fewSims = 200

type Installation = { db: Db; hasOta: boolean; hasMailServer: () => Promise<boolean> }

/** The first steps and their state for a member; null once the installation is in use. */
export async function firstSteps({ db, hasOta, hasMailServer }: Installation, secondFactor: boolean): Promise<Dashboard['firstSteps']> {
  const { sims, keys, packages, succeeded } = await selectFirstFacts(db, fewSims)
  if (sims > fewSims || succeeded) return null
  const steps: NonNullable<Dashboard['firstSteps']> = [
    { step: 'mailServer', done: await hasMailServer() },
    { step: 'secondFactor', done: secondFactor },
    { step: 'sims', done: keys },
  ]
  if (hasOta) steps.push({ step: 'package', done: packages }, { step: 'firstOta', done: false })
  return steps.every(({ done }) => done) ? null : steps
}
