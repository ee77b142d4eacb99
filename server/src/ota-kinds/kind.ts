import type { Language } from '@simdeck/contract/languages.ts'
import type { KindParameters, OtaKindName } from '@simdeck/contract/ota-kinds/kinds.ts'
import type { AppletType } from '@simdeck/contract/ota-progress.ts'
import type { Job } from '@simdeck/protocol/ota/kinds/kinds.ts'
import type { OtaJob as SessionJob } from '@simdeck/protocol/ota/server-state.ts'
import type { packageByKey } from '../packages/packages.ts'
import type { Sealer } from '../platform/crypto/seal.ts'
import type { Db } from '../platform/db/database.ts'
import type { JobsToCost } from './cost.ts'
import type { OtaJobRow, Rules } from './queries.ts'

export type { OtaJobRow, Rules }

export type StoredPackage = Awaited<ReturnType<typeof packageByKey>>

/** The OTA for each SIM of a campaign, apart from a removal that precedes it. */
export type PlannedStep = {
  packageId: number | null
  packageAid: string | null
  /** Parameters by `otaParameters` of the kind. */
  params: Record<string, unknown>
  /** Present if short messages carry the commands, and no session. */
  transport?: 'sms'
}

/** Plan of a campaign for each of its SIMs. */
export type Plan = {
  kind: OtaKindName
  /** Null for an OTA on the card as a whole. */
  appletType: AppletType | null
  /** Default name of the campaign. */
  name: string
  /** The package to install or to remove. */
  package: StoredPackage | null
  /** Null if the campaign only removes. */
  step: PlannedStep | null
  /** Both are null if the campaign creates no applet. */
  moduleAid: string | null
  instanceAid: string | null
  /** In hex. */
  installParameters: string
  /** Rules for the SIMs that take part and for the applets that they lose. */
  rules: Rules
  cost: JobsToCost
  /** Extra content that the campaign removes with its applets. */
  extra?: string
}

/** The transaction in which a job is built, and what a kind may need of the server. `url` makes the address of a path from outside. */
export type JobContext = {
  db: Db
  sealer: Sealer
  url: (path: string) => string
  /** Load files by the id of their package. */
  loadFiles: (packageId: number) => Promise<Uint8Array>
  /** The answers of the card that the kind kept. */
  found: unknown
  /** The poller instance that would run the job. */
  pollerAid: string
}

/** A kind of OTA on the server: how it is planned, sent and recorded. */
export type ServerKind<Name extends OtaKindName = OtaKindName> = {
  /** Throws `ApiError` if the parameters contradict each other or the package. */
  plan(db: Db, request: { parameters: KindParameters<Name>; language: Language }): Promise<Plan>
  /**
   * The job for the card; null if the row is incomplete, for which `refusal` returns a code, or if it has nothing to do. It is built anew
   * before each script, in the transaction that stores the answers of the script before.
   */
  job(row: OtaJobRow, context: JobContext): Promise<Job | null>
  /**
   * Code with which the OTA ends without being sent (OTA protocol §5.8); null if it can be sent. `pollerAid` is the poller instance that
   * would run it.
   */
  refusal(row: OtaJobRow, pollerAid: string): SessionJob['refusal']
  /** True if this poller instance may not run the OTA now, although another one may. */
  waits?(row: OtaJobRow, pollerAid: string): boolean
  /** Code with which an OTA ends for which `job` returns null; by default that of a job without commands. */
  withoutJob?: SessionJob['refusal']
  /** Octets of free memory that the OTA needs before it starts; null if unknown. `rows` are all open OTAs of the SIM. */
  memoryNeeded?(row: OtaJobRow, rows: readonly OtaJobRow[]): number | null
  /** A reason that is more precise than the status word that ended the OTA; null for none. */
  reasonOf?(row: OtaJobRow, sw: number): string | null
  /**
   * Updates the records after a successful OTA, in its transaction. `found` is the data that the kind read from the card's answers. Returns the
   * ids of other OTAs that it added or changed, if any.
   */
  record(trx: Db, row: OtaJobRow, found: unknown, pollerAid: string): Promise<OtherOtas>
  /** Stores what the card answered before the OTA failed, as `record` does. */
  recordFailure?(trx: Db, row: OtaJobRow, found: unknown): Promise<OtherOtas>
}

type OtherOtas = readonly number[] | void
