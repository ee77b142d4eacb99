import { ApiError } from '@simdeck/contract/errors.ts'
import { publishAtCommit } from '../../platform/events/publish-at-commit.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Handlers } from '../../platform/http/handler.ts'
import type { Dependencies } from '../authorities.ts'
import type { SimCertificateRow } from '../tables.ts'
import { certificateRow, certificateShape } from './certificate-shape.ts'
import { changeSimCertificate, lockCertificate } from './issue-queries.ts'
import { signRequest } from './sign-request.ts'

/** Requests that one transaction decides. */
const atOnce = 50

const subjectsOf = (ids: readonly number[]) => ids.map((id) => `certificate:${id}` as const)
const changeOf = (approve: boolean) => [{ field: 'csrStatus', before: 'Verified', after: approve ? 'Signed' : 'Rejected' }]

/** True for a request that waits for its approval, and whose key pair is on the card and is to stay there. */
const awaitsDecision = ({ csr_status: csr, key_pair_status: key, management_status: mark, is_open: isOpen }: SimCertificateRow): boolean =>
  csr === 'Verified' && key === 'Generated' && mark !== 'NeedDelete' && !isOpen

/** Throws `ApiError` if the CA cannot sign; nothing has changed then. */
async function decide(from: Dependencies, row: SimCertificateRow, approve: boolean): Promise<void> {
  if (approve) await signRequest(from, row)
  else await changeSimCertificate(from.db, row.id, { csr_status: 'Rejected', reject_reason: 'member' })
}

type Outcome = { decided: number[]; skipped: number; failures: (ApiError | null)[] }

/** Decides requests in the order of their ids. `failures` has null for an unknown one, and else the reason why its CA cannot sign. */
async function decideSome(from: Dependencies, ids: readonly number[], approve: boolean): Promise<Outcome> {
  const outcome: Outcome = { decided: [], skipped: 0, failures: [] }
  for (const id of ids) {
    const row = await lockCertificate(from.db, id)
    if (!row) outcome.failures.push(null)
    else if (!awaitsDecision(row)) outcome.skipped++
    else
      try {
        await decide(from, row, approve)
        outcome.decided.push(id)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        outcome.failures.push(error)
      }
  }
  return outcome
}

export function decisionRoutes(from: Dependencies): Handlers<'decideCertificate' | 'decideCertificates'> {
  const { db } = from
  const within = <Result>(work: (trx: Db) => Promise<Result>): Promise<Result> => db.transaction().execute(work)
  return {
    async decideCertificate({ params: { certId }, body: { approve }, audit }) {
      await within(async (trx) => {
        const row = await lockCertificate(trx, certId)
        if (!row) throw new ApiError('certificateNotFound')
        if (!awaitsDecision(row)) throw new ApiError('certificateState')
        await decide({ ...from, db: trx }, row, approve)
        await audit(trx, undefined, { subjects: subjectsOf([certId]), name: row.csr_subject, changes: changeOf(approve) })
        await publishAtCommit(trx, { certificates: [certId] })
      })
      return certificateShape(await certificateRow(db, certId))
    },

    async decideCertificates({ body: { certIds, approve }, audit }) {
      const ids = [...new Set(certIds)].toSorted((one, other) => one - other)
      const all: Outcome = { decided: [], skipped: 0, failures: [] }
      for (let at = 0; at < ids.length; at += atOnce) {
        const some = await within(async (trx) => {
          const outcome = await decideSome({ ...from, db: trx }, ids.slice(at, at + atOnce), approve)
          const { decided } = outcome
          await audit(trx, undefined, { subjects: subjectsOf(decided), name: '', sims: decided.length, changes: changeOf(approve) })
          await publishAtCommit(trx, { certificates: decided })
          return outcome
        })
        all.decided.push(...some.decided)
        all.skipped += some.skipped
        all.failures.push(...some.failures)
      }
      const reason = all.failures.find((one) => one !== null)
      if (all.decided.length === 0 && reason) throw reason
      return { success: all.decided.length, skipped: all.skipped, failed: all.failures.length }
    },
  }
}
