import { formatAid } from '@simdeck/protocol/aid.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { loadFileStructure } from '@simdeck/protocol/gp/load-file.ts'
import type { Job } from '@simdeck/protocol/ota/kinds/kinds.ts'
import type { SimKeys } from '@simdeck/protocol/ota/keys.ts'
import type { SecurityDomain } from '@simdeck/protocol/ota/security-domain.ts'
import { atScriptPosition } from '@simdeck/protocol/ota/script-position.ts'
import { type JobProgress, newProgress, type OtaJob } from '@simdeck/protocol/ota/server-state.ts'
import { checkSecurityLevel } from '@simdeck/protocol/scp03/level.ts'
import type { OtaJobRow } from '../ota-kinds/kind.ts'
import { kindOfRow } from '../ota-kinds/kinds.ts'
import { replacementAfter } from '../ota-kinds/replacement.ts'
import type { Sealer } from '../platform/crypto/seal.ts'
import { loadFileOf } from '../packages/package-files.ts'
import type { Db } from '../platform/db/database.ts'
import { type KeyColumn, sealContext } from '../key-sets/seal-keys.ts'
import { NewestEntries } from './newest-entries.ts'
import { lockOpenJobs, type SessionRow, simKeysOf } from './queries.ts'
import { positionOf } from './session-row.ts'
import { fromStored } from './stored.ts'

export { lockJobsBySms } from './queries.ts'

/** The decrypted keys of a SIM. They exist for one step and are never stored or logged. */
export type OpenedKeys = { simKeys: SimKeys; securityDomain: SecurityDomain; fingerprint: Uint8Array | null }

const maxLoadFiles = 64

/**
 * Open OTAs as rows and as input of a step, in the same order. `moved` is the OTA whose position is stored in the row of the session, with
 * its progress; a step that replaces or ends the session copies it to the row of the OTA.
 */
export type LockedJobs = {
  rows: OtaJobRow[]
  jobs: OtaJob[]
  moved: { jobId: number; progress: JobProgress } | null
  /** The poller instance that runs them. */
  pollerAid: string
}

export const noJobs: LockedJobs = { rows: [], jobs: [], moved: null, pollerAid: '' }

/** A job without commands. */
const emptyJob: Job = { kind: 'script', secured: true, commands: [] }

/** Reads the open OTAs of SIMs for their sessions. Load files never change and are cached. */
export class OtaJobReader {
  readonly #sealer: Sealer
  readonly #url: (path: string) => string
  readonly #loadFiles = new NewestEntries<number, Uint8Array>(maxLoadFiles)

  /** `url` makes the address of a path from outside. */
  constructor(sealer: Sealer, url: (path: string) => string) {
    this.#sealer = sealer
    this.#url = url
  }

  async openKeys(db: Db, simId: number): Promise<OpenedKeys | null> {
    const row = await simKeysOf(db, simId)
    if (!row) return null
    const openAs = (column: KeyColumn, sealed: Uint8Array) => this.#sealer.open(sealed, sealContext(row.iccid, column))
    const open = (column: KeyColumn) => openAs(column, row[column])
    const { next_version: version, next_enc: enc, next_mac: mac, next_dek: dek } = row
    const other =
      version !== null && version !== row.key_version_number && enc && mac && dek
        ? {
            keyVersionNumber: version,
            keys: { enc: openAs('scp03_enc', enc), mac: openAs('scp03_mac', mac), dek: openAs('scp03_dek', dek) },
          }
        : null
    return {
      simKeys: { capAuthKey: open('cap_auth_key'), encryptKey: open('encrypt_key') },
      securityDomain: {
        aid: fromHex(row.security_domain_aid),
        keyVersionNumber: row.key_version_number,
        keys: { enc: open('scp03_enc'), mac: open('scp03_mac'), dek: open('scp03_dek') },
        level: checkSecurityLevel(row.security_level),
        challengeLength: 8,
        ...(other && { other }),
      },
      fingerprint: row.cap_auth_fingerprint,
    }
  }

  /**
   * The open OTAs of the SIM in order, locked by the transaction. `pollerAid` is the poller instance that runs them, `session` the SIM's
   * session, locked before.
   */
  async lock(
    trx: Db,
    simId: number,
    { securityDomain }: OpenedKeys,
    pollerAid: Uint8Array,
    session: SessionRow | null,
  ): Promise<LockedJobs> {
    const rows = await lockOpenJobs(trx, simId)
    const context = { db: trx, sealer: this.#sealer, url: this.#url, loadFiles: (packageId: number) => this.#loadFile(trx, packageId) }
    const pollerHex = formatAid(pollerAid)
    const jobs: OtaJob[] = []
    const position = session && positionOf(session)
    let moved: LockedJobs['moved'] = null
    for (const row of rows) {
      const stored = progressOf(row)
      const progress = position && row.id === session.job_id ? atScriptPosition(stored, position) : stored
      if (progress !== stored) moved = { jobId: row.id, progress }
      const kind = kindOfRow(row)
      const replacement = replacementAfter(row, rows)
      const memoryNeeded = kind.memoryNeeded?.(row, rows) ?? null
      const job = await kind.job(row, { ...context, found: progress.found, pollerAid: pollerHex })
      jobs.push({
        jobId: row.id,
        job: job ?? emptyJob,
        progress,
        securityDomain,
        refusal: kind.refusal(row, pollerHex) ?? (job ? null : (kind.withoutJob ?? null)),
        stop: row.held || kind.waits?.(row, pollerHex) ? 'paused' : null,
        ...(replacement ? { makesRoomFor: replacement.id } : {}),
        ...(memoryNeeded === null ? {} : { memoryNeeded }),
      })
    }
    return { rows, jobs, moved, pollerAid: pollerHex }
  }

  async #loadFile(db: Db, packageId: number): Promise<Uint8Array> {
    const cached = this.#loadFiles.get(packageId)
    if (cached) return cached
    const components = await loadFileOf(db, this.#sealer, packageId)
    if (!components) throw new Error(`package ${packageId} was deleted`)
    const loadFile = loadFileStructure.encode({ dapBlocks: [], components })
    this.#loadFiles.set(packageId, loadFile)
    return loadFile
  }
}

function progressOf(row: OtaJobRow): JobProgress {
  if (Object.keys(row.knowledge).length > 0) return { ...newProgress(), ...fromStored<Partial<JobProgress>>(row.knowledge) }
  return newProgress(row.left_behind ? 'again' : 'first')
}
