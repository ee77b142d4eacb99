import type { RenewalOutcome } from '@simdeck/contract/certificate-renewals.ts'
import type { ErrorCode } from '@simdeck/contract/errors.ts'
import type { ColumnType, DefaultedTime, NumberOrNull } from '../../platform/db/column-types.ts'
import type { NewRow } from '../../platform/db/schema.ts'

type CodeOrNull = ColumnType<ErrorCode | null, ErrorCode | null | undefined, ErrorCode | null>

declare module '../../platform/db/schema.ts' {
  interface Database {
    certificate_renewals: {
      template_id: number
      day: string
      outcome: RenewalOutcome
      sims: number
      campaign_id: NumberOrNull
      refusal: CodeOrNull
      created_at: DefaultedTime
    }
  }
}

export type NewRenewal = Omit<NewRow<'certificate_renewals'>, 'day'>
