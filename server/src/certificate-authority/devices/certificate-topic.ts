import type { Topic } from '../../platform/events/topic.ts'
import { type CertificateRow, selectCertificates } from './list-queries.ts'

/** The state of a certificate that a member sees: the first that is not empty, from its file to its key. */
const statusOf = ({ cert_status: certificate, csr_status: request, key_pair_status: key }: CertificateRow): string =>
  certificate === 'None' ? (request === 'None' ? key : request) : certificate

/** Certificates on SIMs whose state changed, for sockets that watch their SIMs. */
export const certificateTopic: Topic = {
  name: 'certificates',
  everyMs: 500,
  watched: 'sims',
  async subjectsOf(db, ids) {
    return new Map((await selectCertificates(db, ids)).map(({ id, sim_id: simId }) => [id, simId]))
  },
  async load(db, ids, changedAt) {
    return (await selectCertificates(db, ids)).map((row) => ({
      id: row.id,
      event: {
        event: 'IoT_SAFE',
        iccid: row.iccid,
        iotsafeEvent: {
          status: statusOf(row),
          objectLabel: row.label,
          simId: row.sim_id,
          certOrFileId: row.id,
          notifiedAt: changedAt(row.id).toISOString(),
        },
      },
    }))
  },
}
