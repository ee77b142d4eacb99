import { otaKinds } from '@simdeck/contract/ota-kinds/kinds.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import type { CertificateParameters } from '@simdeck/protocol/ota/kinds/certificate.ts'
import { sessionCode } from '@simdeck/protocol/ota/message-codes.ts'
import { minReceiveBuffer } from '@simdeck/protocol/ota/messages.ts'
import { encodeName } from '@simdeck/protocol/x509/name.ts'
import { expectSigner } from '../certificate-authority/authorities.ts'
import { certificateParameters, type CertificateOta, recordCertificate } from '../certificate-authority/devices/issue.ts'
import { neededPlaceholders } from '../certificate-authority/templates/fill-template.ts'
import { templateById } from '../certificate-authority/templates/template-shape.ts'
import { allTemplates } from '../certificate-authority/templates/used-templates.ts'
import { certificateRules } from './certificate-queries.ts'
import type { OtaJobRow, Plan, ServerKind } from './kind.ts'
import { wrongTarget } from './requested-kind.ts'

const { words } = otaKinds.certificate
/** A certificate of the usual size, for the cost. */
const usualCertificate = { octets: new Uint8Array(700), point: new Uint8Array(65) }
const usual: Omit<CertificateParameters, 'step'> = {
  instanceAid: new Uint8Array(16),
  keyId: new Uint8Array(3),
  fileId: new Uint8Array(3),
  label: 'certificate',
  subject: encodeName({ CN: '8981100000000000017' }),
  certificate: usualCertificate,
}

/** Issues, delivers and removes certificates of the IoT SAFE applet. */
export const certificate: ServerKind<'certificate'> = {
  async plan(db, { parameters: { certificate: asked }, language }) {
    const { step, templateId, certificateId } = asked
    if (step === 'issue' && templateId === null) throw wrongTarget('certificate.templateId', 'templateRequired', language)
    const isIssuance = step === 'issue' || step === 'renew'
    const template = isIssuance && templateId !== null ? await templateById(db, templateId) : null
    if (template) await expectSigner(db, template.authorityId, template.validDays)
    const own = template ? [{ id: template.id, needed: neededPlaceholders(template), isSigned: true }] : []
    const templates = step === 'renew' && !template ? await allTemplates(db) : own
    return {
      kind: 'certificate',
      appletType: null,
      name: template ? `${words.action[language]} ${template.name}` : words.action[language],
      package: null,
      moduleAid: null,
      instanceAid: null,
      installParameters: '',
      step: { packageId: null, packageAid: null, params: { step, templateId, certificateId } },
      rules: certificateRules(asked, templates),
      cost: {
        jobs: () => [{ kind: 'certificate', ...usual, step: step === 'remove' ? 'remove' : 'deliver' }],
        buffer: () => minReceiveBuffer,
      },
    } satisfies Plan
  },

  async job(row, { found, ...from }) {
    const ota = otaOf(row)
    if (!ota || row.held || row.other_instance_aid === null) return null
    const parameters = await certificateParameters(from, ota, { instanceAid: fromHex(row.other_instance_aid), found })
    return parameters && { kind: 'certificate', ...parameters }
  },

  /** The applet may have been removed since the campaign began. */
  refusal: ({ other_instance_aid: aid }) => (aid === null ? sessionCode.notConfigured : null),

  async record(trx, row, found) {
    const ota = otaOf(row)
    if (ota) await recordCertificate(trx, ota, found)
  },
}

/** Null if the row has parameters of another kind. */
function otaOf({ id: otaId, sim_id: simId, params }: OtaJobRow): CertificateOta | null {
  const parsed = otaKinds.certificate.otaParameters.safeParse(params).data
  return parsed ? { otaId, simId, step: parsed.step, templateId: parsed.templateId, certificateId: parsed.certificateId } : null
}
