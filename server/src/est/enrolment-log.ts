import type { ActionLog } from '../platform/audit/action-log.ts'
import { subjectColumns } from '../platform/audit/subjects.ts'
import type { SecurityLog } from '../platform/audit/security/security-log.ts'
import { writeSecurityEvent } from '../platform/audit/security/write-event.ts'
import type { Db } from '../platform/db/database.ts'
import type { Enrolled, EnrolmentOperation } from '../certificate-authority/devices/enrolment/enrol.ts'
import type { EnrolmentRefused } from '../certificate-authority/devices/enrolment/refusal.ts'

/** The origin of a request of EST. */
export type EstOrigin = { operation: EnrolmentOperation; ip: string; userAgent: string | null }

const event = 'deviceEnrolment'
const method = 'POST'
export const pathOf = (operation: string): string => `/.well-known/est/${operation}`
const originOf = ({ operation, ip, userAgent }: EstOrigin) => ({
  ip,
  userAgent,
  requestId: null,
  source: null,
  route: `${method} ${pathOf(operation)}`,
})

/** Records certificates of EST, and refusals, in the action log and in the security log. Neither holds a key or a request. */
export class EnrolmentLog {
  readonly #actionLog: ActionLog
  readonly #securityLog: SecurityLog

  constructor({ actionLog, securityLog }: { actionLog: ActionLog; securityLog: SecurityLog }) {
    this.#actionLog = actionLog
    this.#securityLog = securityLog
  }

  /** Records a certificate or a waiting request. Call it last in its transaction. */
  async enrolled(trx: Db, { id, simId, subject, certificate }: Enrolled, origin: EstOrigin): Promise<void> {
    const state = certificate ? 'Active' : 'Verified'
    await writeSecurityEvent(trx, { event, detail: `certificate:${id} ${state}`, by: null, ...originOf(origin) })
    await this.#actionLog.append(trx, {
      action: 'iotSafeAdd',
      url: pathOf(origin.operation),
      method,
      request_params: '{}',
      request_by: 'EST',
      member_id: null,
      api_credential_id: null,
      request_at: new Date(),
      status: certificate ? 200 : 202,
      message: null,
      client_type: 'OPEN_API',
      ip: origin.ip,
      ...subjectColumns({ subjects: [`certificate:${id}`, `sim:${simId}`], name: subject }, []),
    })
  }

  /** Counts a refusal, whose number is unlimited. */
  refused({ reason, certificateId }: Pick<EnrolmentRefused, 'certificateId'> & { reason: string }, origin: EstOrigin): void {
    const detail = certificateId === null ? reason : `certificate:${certificateId} ${reason}`
    this.#securityLog.count({ event, outcome: 'failure', detail, subject: { nobody: true }, ...originOf(origin) })
  }
}
