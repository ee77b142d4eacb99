import type { Language } from '@simdeck/contract/languages.ts'
import type { OtaKindName } from '@simdeck/contract/ota-kinds/kinds.ts'
import type { AppletType } from '@simdeck/contract/ota-progress.ts'
import type { OtaTarget } from '@simdeck/contract/ota-targets.ts'
import type { Job } from '@simdeck/protocol/ota/kinds/kinds.ts'
import type { OtaJob as SessionJob } from '@simdeck/protocol/ota/server-state.ts'
import type { packageByKey } from '../packages/packages.ts'
import type { Db } from '../platform/db/database.ts'
import type { JobsOfCost } from './cost.ts'
import type { OtaJobRow, Rules } from './queries.ts'

export type { OtaJobRow, Rules }

export type StoredPackage = Awaited<ReturnType<typeof packageByKey>>

/** The OTA that each SIM of a campaign gets, beside the removal that makes room for it. */
export type PlannedStep = {
  packageId: number | null
  packageAid: string | null
  /** The kind's `otaParameters`. */
  params: Record<string, unknown>
}

/** What a campaign is to do to each of its SIMs. */
export type Plan = {
  kind: OtaKindName
  /** Null: the card as a whole. */
  appletType: AppletType | null
  /** The name of a campaign that is given none. */
  name: string
  /** The package that the campaign is about. */
  package: StoredPackage | null
  /** Null: what is asked for is the removal itself. */
  step: PlannedStep | null
  /** Both null: no applet is made. */
  moduleAid: string | null
  instanceAid: string | null
  /** In hex. */
  installParameters: string
  /** Which SIMs take part, and what they lose. */
  rules: Rules
  cost: JobsOfCost
}

/** Load files by the id of their package. */
export type LoadFiles = (packageId: number) => Promise<Uint8Array>

/** A kind of OTA on the server: how it is planned, sent and recorded. */
export type ServerKind = {
  /** Throws `ApiError` where the parameters contradict each other or the package. */
  plan(db: Db, asked: { targets: readonly OtaTarget[]; language: Language }): Promise<Plan>
  /** What is sent to the card; null: the row does not say enough, and `refusal` says so. */
  job(row: OtaJobRow, loadFiles: LoadFiles): Promise<Job | null>
  /** Why nothing is to be sent for the OTA (OTA protocol §5.8). `pollerAid`: the poller instance that would run it. */
  refusal(row: OtaJobRow, pollerAid: string): SessionJob['refusal']
  /** The octets of free memory that have to be there before it is begun; `rows` are all open OTAs of the SIM. */
  memoryNeeded?(row: OtaJobRow, rows: readonly OtaJobRow[]): number | null
  /** Why the OTA ended with a status word of the card, where that tells more than the word. */
  reasonOf?(row: OtaJobRow, sw: number): string | null
  /** Writes what the records say after the OTA ended well, in its transaction; `found`: what the card answered. */
  record(trx: Db, row: OtaJobRow, found: unknown): Promise<void>
}
