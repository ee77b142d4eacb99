import type { AuthorityKind } from '@simdeck/contract/certificate-authorities.ts'
import type {
  BytesOrNull,
  ColumnType,
  Defaulted,
  DefaultedTime,
  GeneratedAlways,
  NumberOrNull,
  TextOrNull,
  Time,
  TimeOrNull,
} from '../platform/db/column-types.ts'
import type { NewRow, Row } from '../platform/db/schema.ts'
import type { RevocationReason } from './x509/extensions.ts'

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
export type CrlRow = Row<'authority_crls'>
export type SignerRow = Row<'ocsp_signers'>
