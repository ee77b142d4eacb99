import { ApiError } from '@simdeck/contract/errors.ts'
import type { CertificateStep } from '@simdeck/contract/ota-kinds/certificate.ts'
import type { SimCertificate } from '@simdeck/contract/sim-certificates.ts'
import type { StartForSims, StartingCall } from '../campaigns/targets/start-for-sims.ts'
import { certificateRow, certificateShape } from '../certificate-authority/devices/certificate-shape.ts'
import { templateById } from '../certificate-authority/templates/template-shape.ts'
import type { Db } from '../platform/db/database.ts'
import type { Handlers } from '../platform/http/handler.ts'
import { selectIotSafeSim } from './queries.ts'
import { markUnlessOpen } from './mark-queries.ts'

type Calls = 'createCertificate' | 'deliverCertificate' | 'renewCertificate' | 'removeCertificate'

/** Campaigns of one SIM that change its certificates. */
export function startRoutes({ db, start }: { db: Db; start: StartForSims }): Handlers<Calls> {
  const begin = async (
    call: StartingCall,
    simId: number,
    certificate: { step: CertificateStep; templateId?: number; certificateId?: number },
  ) => ({
    campaignId: await start(call, { simIds: [simId], kind: 'certificate', parameters: { certificate } }),
  })
  /** The certificate of a call, if its state allows the change. Throws `ApiError`. */
  async function allowed(id: number, allows: (one: SimCertificate) => boolean): Promise<SimCertificate> {
    const one = certificateShape(await certificateRow(db, id))
    if (!allows(one)) throw new ApiError('certificateState')
    return one
  }
  return {
    async createCertificate(call) {
      const { simId } = call.params
      if (!(await selectIotSafeSim(db, simId))) throw new ApiError('iotSafeSimNotFound')
      const { id } = await templateById(db, call.body.templateId)
      return begin(call, simId, { step: 'issue', templateId: id })
    },

    async deliverCertificate(call) {
      const isWaiting = ({ certStatus, activeAt, valid_to: end }: SimCertificate) =>
        ['Issued', 'Failed'].includes(certStatus) && activeAt === null && end !== null && Date.parse(end) > Date.now()
      const { id, simId } = await allowed(call.params.certId, isWaiting)
      return begin(call, simId, { step: 'deliver', certificateId: id })
    },

    async renewCertificate(call) {
      const { simId, templateId } = await allowed(call.params.certId, ({ activeAt }) => activeAt !== null)
      if (templateId === null) throw new ApiError('templateNotFound')
      return begin(call, simId, { step: 'issue', templateId })
    },

    async removeCertificate(call) {
      const { id, simId, managementStatus } = await allowed(call.params.certId, ({ keyPairStatus }) => keyPairStatus === 'Generated')
      if (!(await markUnlessOpen(db, id, 'NeedDelete'))) throw new ApiError('certificateState')
      try {
        return await begin(call, simId, { step: 'remove', certificateId: id })
      } catch (error) {
        await markUnlessOpen(db, id, managementStatus)
        throw error
      }
    },
  }
}
