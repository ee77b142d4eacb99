import type { AuthorityKind } from '@simdeck/contract/certificate-authorities.ts'
import type { DeliveryType, TemplateContent } from '@simdeck/contract/identity-templates.ts'
import type {
  CertificateOrigin,
  CertStatus,
  CsrStatus,
  KeyPairStatus,
  ManagementStatus,
  RejectReason,
} from '@simdeck/contract/sim-certificates.ts'
import type {
  BytesOrNull,
  ColumnType,
  Defaulted,
  DefaultedTime,
  GeneratedAlways,
  Json,
  NumberOrNull,
  TextOrNull,
  Time,
  TimeOrNull,
} from '../platform/db/column-types.ts'
import type { NewRow, Row } from '../platform/db/schema.ts'
import type { RevocationReason } from './x509/extensions.ts'

/** The identity that a template has given to a SIM, and the rest of the template that the certificate needs. */
export type IssuedIdentity = Pick<TemplateContent, 'altNames' | 'serverAuth' | 'validDays' | 'renewBeforeDays'>

type ReasonOrNull = ColumnType<RevocationReason | null, RevocationReason | null | undefined, RevocationReason | null>

declare module '../platform/db/schema.ts' {
  interface Database {
    certificate_authorities: {
      id: GeneratedAlways<number>
      name: string
      kind: AuthorityKind
      parent_id: NumberOrNull
      is_default: Defaulted<boolean>
      subject: Buffer
      key_info: Buffer
      private_key: Buffer
      /** False if `private_key` was sealed under another master key, as the nodes saw last. */
      key_opens: Defaulted<boolean>
      request: BytesOrNull
      certificate: BytesOrNull
      chain: Defaulted<Buffer[]>
      serial: BytesOrNull
      valid_from: TimeOrNull
      valid_to: TimeOrNull
      revoked_at: TimeOrNull
      revocation_reason: ReasonOrNull
      revocations: Defaulted<number>
      backed_up_at: TimeOrNull
      backup_checked_at: TimeOrNull
      created_by: NumberOrNull
      created_at: DefaultedTime
    }
    certificates: {
      id: GeneratedAlways<number>
      ca_id: number | null
      ca_name: string
      kind: 'device' | 'ca' | 'ocsp'
      serial: Buffer
      subject: string
      certificate: Buffer
      key_sha256: Buffer
      sim_id: NumberOrNull
      iccid: TextOrNull
      request_key: TextOrNull
      valid_from: Time
      valid_to: Time
      revoked_at: TimeOrNull
      revocation_reason: ReasonOrNull
      created_by: NumberOrNull
      created_at: DefaultedTime
    }
    identity_templates: {
      id: GeneratedAlways<number>
      name: string
      authority_id: number | null
      content: Json<Omit<TemplateContent, 'name' | 'authorityId'>>
      created_by: NumberOrNull
      created_at: DefaultedTime
      updated_at: DefaultedTime
    }
    sim_certificates: {
      id: GeneratedAlways<number>
      sim_id: number
      ota_id: NumberOrNull
      is_open: Defaulted<boolean>
      template_id: NumberOrNull
      template_name: string
      authority_id: NumberOrNull
      identity: Json<IssuedIdentity>
      subject: Buffer
      csr_subject: string
      label: string
      slot_id: number
      key_object_id: string
      file_object_id: string
      delivery: DeliveryType
      key_pair_status: KeyPairStatus
      csr_status: CsrStatus
      cert_status: CertStatus
      management_status: ColumnType<ManagementStatus | null, ManagementStatus | null | undefined, ManagementStatus | null>
      public_key: BytesOrNull
      request: BytesOrNull
      reject_reason: ColumnType<RejectReason | null, RejectReason | null | undefined, RejectReason | null>
      certificate_id: NumberOrNull
      valid_from: TimeOrNull
      valid_to: TimeOrNull
      /** The time from which it is due for renewal. */
      renew_at: TimeOrNull
      /** The times of the key pair, which an enrolment takes over, and of the request; null for issuances before they were recorded. */
      key_pair_at: TimeOrNull
      request_at: TimeOrNull
      active_at: TimeOrNull
      /** True once the bell has told that it ends soon, or once its device has renewed it. */
      end_told: Defaulted<boolean>
      origin: Defaulted<CertificateOrigin>
      renews_id: NumberOrNull
      created_by: NumberOrNull
      created_at: DefaultedTime
      updated_at: DefaultedTime
    }
    authority_crls: {
      ca_id: number
      number: number
      crl: Buffer
      entries: number
      revocations: number
      made_at: Time
      next_at: Time
      valid_to: Time
    }
    ocsp_signers: { ca_id: number; certificate: Buffer; key_info: Buffer; private_key: Buffer; valid_to: Time }
  }
}

export type AuthorityRow = Row<'certificate_authorities'>
export type NewAuthority = NewRow<'certificate_authorities'>
export type NewCertificate = NewRow<'certificates'>
export type SimCertificateRow = Row<'sim_certificates'>
export type NewSimCertificate = NewRow<'sim_certificates'>
export type CrlRow = Row<'authority_crls'>
export type SignerRow = Row<'ocsp_signers'>
