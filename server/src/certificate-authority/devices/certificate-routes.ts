import { ApiError } from '@simdeck/contract/errors.ts'
import { sortOf } from '@simdeck/contract/list.ts'
import type { Signing } from '@simdeck/contract/signing-history.ts'
import { toHex } from '@simdeck/protocol/bytes.ts'
import { publishAtCommit } from '../../platform/events/publish-at-commit.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Handlers } from '../../platform/http/handler.ts'
import { pageOf, windowOf } from '../../platform/http/paging.ts'
import { keptFor } from '../../platform/kept-for.ts'
import type { Dependencies } from '../authorities.ts'
import { askForCrl } from '../queries.ts'
import type { SimCertificateRow } from '../tables.ts'
import { certificateFigures } from './certificate-figures.ts'
import { certificateDetails, certificateRow, certificateShape } from './certificate-shape.ts'
import { changeSimCertificate, lockCertificate } from './issue-queries.ts'
import * as lists from './list-queries.ts'
import * as signings from './signing-queries.ts'

type Calls =
  | 'listCertificates'
  | 'listSimCertificates'
  | 'certificateFigures'
  | 'getCertificate'
  | 'markCertificate'
  | 'invalidateCertificates'
  | 'listSignings'

const subjectsOf = (ids: readonly number[]) => ids.map((id) => `certificate:${id}` as const)
/** The figures are counted again after this many times the time that they took. */
const figuresTimes = 20

/** Locks a certificate. Throws `ApiError`. */
async function locked(trx: Db, id: number): Promise<SimCertificateRow> {
  const row = await lockCertificate(trx, id)
  if (!row) throw new ApiError('certificateNotFound')
  return row
}

export function certificateRoutes(from: Dependencies & { publish: (caId: number) => Promise<void> }): Handlers<Calls> {
  const { db } = from
  async function page(
    query: lists.CertificateFilter & { take: number; pageIndex: number; sort?: string | undefined },
    simId: number | null,
  ) {
    const sort = sortOf(query.sort)
    const order = sort && { field: sort.field as NonNullable<lists.CertificateOrder>['field'], isDescending: sort.order === 'DESC' }
    const [total, rows] = await Promise.all([
      lists.countCertificates(db, query, simId),
      lists.selectCertificatePage(db, { filter: query, simId, order, ...windowOf(query) }),
    ])
    return pageOf(rows.map(certificateShape), query, total)
  }
  const figures = keptFor(figuresTimes, () => certificateFigures(db))
  return {
    listCertificates: ({ query }) => page(query, null),

    listSimCertificates: ({ params, query }) => page(query, params.simId),

    certificateFigures: () => figures(),

    getCertificate: ({ params }) => certificateDetails(db, params.certId),

    async markCertificate({ params: { certId }, body: { managementStatus }, audit }) {
      await db.transaction().execute(async (trx) => {
        const row = await locked(trx, certId)
        const isHeld = row.key_pair_status === 'Generated'
        const winsDelete = row.management_status === 'NeedDelete' && managementStatus === 'NeedUpdate'
        if (row.is_open || !isHeld || winsDelete) throw new ApiError('certificateState')
        await changeSimCertificate(trx, certId, { management_status: managementStatus })
        const changes = [{ field: 'managementStatus', before: row.management_status, after: managementStatus }]
        await audit(trx, undefined, { subjects: subjectsOf([certId]), name: row.csr_subject, changes })
        await publishAtCommit(trx, { certificates: [certId] })
      })
      return certificateShape(await certificateRow(db, certId))
    },

    async invalidateCertificates({ body, audit }) {
      const { certIds, signingIds = [], reason } = body
      const ids = [...new Set(certIds ?? signingIds)]
      const wanted: signings.Revoked = certIds ? { certIds: ids } : { signingIds: ids }
      const { counts, caIds } = await db.transaction().execute(async (trx) => {
        const { known, subject } = await signings.selectWanted(trx, wanted)
        const revoked = await signings.revokeIssued(trx, wanted, reason)
        for (const caId of revoked.caIds) await askForCrl(trx, caId)
        const success = revoked.count
        await audit(trx, undefined, {
          subjects: subjectsOf(revoked.certIds.slice(0, 100)),
          name: subject ?? '',
          sims: success,
          changes: [{ field: 'revocation', before: null, after: reason }],
        })
        await publishAtCommit(trx, { certificates: revoked.certIds })
        return { counts: { success, skipped: known - success, failed: ids.length - known }, caIds: revoked.caIds }
      })
      for (const caId of caIds) await from.publish(caId)
      return counts
    },

    async listSignings({ query }) {
      const [total, rows] = await Promise.all([signings.countSignings(db, query), signings.selectSigningPage(db, query, windowOf(query))])
      return pageOf(rows.map(signingShape), query, total)
    },
  }
}

function signingShape(row: signings.SigningRow): Signing {
  return {
    id: row.id,
    status: row.revoked_at ? 'Revoked' : 'Signed',
    deviceType: 'SIM',
    signedBy: row.ca_name,
    csrSubject: row.subject,
    serial: toHex(row.serial),
    slotId: row.slot_id,
    simId: row.sim_id,
    iccid: row.iccid,
    certId: row.cert_id,
    origin: row.origin,
    valid_from: row.valid_from.toISOString(),
    valid_to: row.valid_to.toISOString(),
    revokedAt: row.revoked_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  }
}
