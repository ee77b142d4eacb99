import type { DeliveryType } from '@simdeck/contract/identity-templates.ts'
import type { SimCertificate } from '@simdeck/contract/sim-certificates.ts'
import { awaitsApproval } from '../certificates/acts.ts'

/** The future of a certificate: its CA signs it, it is renewed by rule or its renewal is proposed, its validity ends. */
export type NextKind = 'awaitsApproval' | 'renews' | 'proposes' | 'ends'

/** `at` is null for a time that nobody knows yet. */
export interface NextStep {
  kind: NextKind
  at: number | null
  label: string
  certId: number
}

type Certificate = Pick<
  SimCertificate,
  | 'id'
  | 'label'
  | 'keyPairStatus'
  | 'csrStatus'
  | 'certStatus'
  | 'managementStatus'
  | 'templateId'
  | 'renewAt'
  | 'valid_to'
  | 'renewsId'
  | 'slotId'
>

/** The steps of certificates that are to come, the earliest first. `deliveryOf`: the delivery of a template, null for one that is gone. */
export function nextSteps(certificates: readonly Certificate[], deliveryOf: (templateId: number) => DeliveryType | null): NextStep[] {
  return certificates.flatMap((one) => stepsOf(one, certificates, deliveryOf)).toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0))
}

/** True if another certificate is on its way to take the place of this one, or its device has renewed it: the rule leaves it alone. */
const isReplaced = (one: Certificate, all: readonly Certificate[]): boolean =>
  all.some(
    (later) =>
      (later.renewsId === one.id && later.certStatus === 'Active') ||
      (later.slotId === one.slotId &&
        later.id > one.id &&
        (later.csrStatus === 'Verified' || later.csrStatus === 'Signed') &&
        (later.certStatus === 'None' || later.certStatus === 'Issued' || later.certStatus === 'Writing')),
  )

function stepsOf(one: Certificate, all: readonly Certificate[], deliveryOf: (templateId: number) => DeliveryType | null): NextStep[] {
  const { id: certId, label } = one
  if (awaitsApproval(one)) return [{ kind: 'awaitsApproval', at: null, label, certId }]
  if (one.certStatus !== 'Active') return []
  const delivery = one.templateId === null ? null : deliveryOf(one.templateId)
  const isRenewed = delivery !== null && one.managementStatus !== 'NeedDelete' && !isReplaced(one, all)
  const step = (kind: NextKind, at: string | null): NextStep[] => (at === null ? [] : [{ kind, at: Date.parse(at), label, certId }])
  return [...(isRenewed ? step(delivery === 'Auto' ? 'renews' : 'proposes', one.renewAt) : []), ...step('ends', one.valid_to)]
}
