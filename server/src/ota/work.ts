import { formatAid } from '@simdeck/protocol/aid.ts'
import { bytesOf, fromHex } from '@simdeck/protocol/bytes.ts'
import { encodeInstallParameters } from '@simdeck/protocol/gp/install-parameters.ts'
import { encodeLoadFile } from '@simdeck/protocol/gp/load-file.ts'
import type { Job } from '@simdeck/protocol/ota/job.ts'
import type { SimKeys } from '@simdeck/protocol/ota/keys.ts'
import { sessionCode } from '@simdeck/protocol/ota/message-codes.ts'
import type { SecurityDomain } from '@simdeck/protocol/ota/script.ts'
import { type JobProgress, newProgress, type WorkItem } from '@simdeck/protocol/ota/server-state.ts'
import { checkSecurityLevel } from '@simdeck/protocol/scp03/level.ts'
import { actionTypes, appletTypes } from '@simdeck/contract/ota-progress.ts'
import type { Sealer } from '../platform/crypto/seal.ts'
import type { Db } from '../platform/db/database.ts'
import { memoryFor } from '../campaigns/sql/installable.ts'
import { pollerSlotDigits } from '../packages/poller-slots.ts'
import { type KeyColumn, keyPlace } from '../sims/seal-keys.ts'
import { loadFileOf, lockWork, simKeysOf, type WorkRow } from './queries.ts'
import { fromStored } from './stored.ts'

/** The keys of a SIM, opened: for the length of one step, never stored or logged. */
export type OpenedKeys = { simKeys: SimKeys; securityDomain: SecurityDomain; fingerprint: Uint8Array | null }

const loadFilesKept = 64

/** Open OTAs as rows and as what a step takes, in the same order. */
export type LockedWork = { rows: WorkRow[]; items: WorkItem[] }

export const noWork: LockedWork = { rows: [], items: [] }

/** Builds what sessions work on from the database; load files, which never change, are kept in memory. */
export class WorkSource {
  readonly #sealer: Sealer
  readonly #loadFiles = new Map<number, Uint8Array>()

  constructor(sealer: Sealer) {
    this.#sealer = sealer
  }

  openSimKeys(iccid: string, sealed: { capAuthKey: Uint8Array; encryptKey: Uint8Array }): SimKeys {
    return {
      capAuthKey: this.#sealer.open(sealed.capAuthKey, keyPlace(iccid, 'cap_auth_key')),
      encryptKey: this.#sealer.open(sealed.encryptKey, keyPlace(iccid, 'encrypt_key')),
    }
  }

  async openKeys(db: Db, simId: number): Promise<OpenedKeys | null> {
    const row = await simKeysOf(db, simId)
    if (!row) return null
    const open = (column: KeyColumn) => this.#sealer.open(row[column], keyPlace(row.iccid, column))
    return {
      simKeys: { capAuthKey: open('cap_auth_key'), encryptKey: open('encrypt_key') },
      securityDomain: {
        aid: fromHex(row.security_domain_aid),
        keyVersionNumber: row.key_version_number,
        keys: { enc: open('scp03_enc'), mac: open('scp03_mac'), dek: open('scp03_dek') },
        level: checkSecurityLevel(row.security_level),
        challengeLength: 8,
      },
      fingerprint: row.cap_auth_fingerprint,
    }
  }

  /** The open OTAs of the SIM in order, locked by the transaction; `pollerAid` is the poller instance that runs them. */
  async lock(trx: Db, simId: number, keys: OpenedKeys, pollerAid: Uint8Array): Promise<LockedWork> {
    const rows = await lockWork(trx, simId)
    const items: WorkItem[] = []
    const pollerHex = formatAid(pollerAid)
    for (const row of rows) {
      const job = await this.#job(trx, row)
      const { securityDomain } = keys
      const install = row.action_type === actionTypes.REMOVE_PACKAGE && rows.find((one) => isInstallAfter(one, row))
      items.push({
        jobId: String(row.id),
        job,
        progress: progressOf(row),
        securityDomain,
        refusal: refusalOf(row, pollerHex),
        stop: row.paused ? 'paused' : null,
        ...(install ? { makesRoomFor: String(install.id) } : {}),
        ...memoryNeeds(row, rows),
      })
    }
    return { rows, items }
  }

  async #job(db: Db, row: WorkRow): Promise<Job> {
    const packageAid = fromHex(row.package_aid)
    if (row.action_type === actionTypes.REMOVE_PACKAGE) return { kind: 'remove', packageAid }
    if (row.action_type !== actionTypes.INSTALL_PACKAGE || row.package_id === null || !isConfigured(row))
      return { kind: 'script', secured: true, commands: [] }
    const loadFile = await this.#loadFile(db, row.package_id)
    if (row.module_aid === null) return { kind: 'load', loadFile, packageAid }
    return {
      kind: 'install',
      loadFile,
      packageAid,
      moduleAid: fromHex(row.module_aid),
      instanceAid: fromHex(row.instance_aid),
      privileges: bytesOf(0x00),
      parameters: encodeInstallParameters({ applet: new Uint8Array(row.install_parameters), system: null, uicc: null }),
    }
  }

  async #loadFile(db: Db, packageId: number): Promise<Uint8Array> {
    const kept = this.#loadFiles.get(packageId)
    if (kept) return kept
    const components = await loadFileOf(db, packageId)
    if (!components) throw new Error(`package ${packageId} is gone`)
    const loadFile = encodeLoadFile({ dapBlocks: [], components: new Uint8Array(components) })
    if (this.#loadFiles.size >= loadFilesKept) this.#loadFiles.delete(this.#loadFiles.keys().next().value!)
    this.#loadFiles.set(packageId, loadFile)
    return loadFile
  }
}

/** Whether an OTA is the install of the replacement that `removal` begins. */
function isInstallAfter(row: WorkRow, removal: WorkRow): boolean {
  return row.campaign_id === removal.campaign_id && row.step > removal.step && row.action_type === actionTypes.INSTALL_PACKAGE
}

/**
 * What free memory an install needs that the card was never sent anything of, beside what the removal before it frees: as the dry run
 * counts it. Nothing is said once the removal was begun, since what it has freed by then is not known.
 */
function memoryNeeds(row: WorkRow, rows: readonly WorkRow[]): Pick<WorkItem, 'memoryNeeded'> {
  if (row.action_type !== actionTypes.INSTALL_PACKAGE || row.load_length === null || row.channel_at !== null) return {}
  const removal = rows.find((one) => one.action_type === actionTypes.REMOVE_PACKAGE && isInstallAfter(row, one))
  if (removal && removal.channel_at !== null) return {}
  return { memoryNeeded: memoryFor(row.load_length) - (removal?.load_length ?? 0) }
}

/** Whether an install says what it is made from: a library holds no module to make an instance of. */
function isConfigured({ package_id, module_aid, library }: WorkRow): boolean {
  return package_id !== null && (module_aid !== null || library)
}

/** Why nothing is to be sent for an OTA (OTA protocol §5.8). */
function refusalOf(row: WorkRow, pollerAid: string): WorkItem['refusal'] {
  if (row.action_type === actionTypes.STORE_DATA || row.action_type === actionTypes.RFM) return sessionCode.parameterNotRegistered
  if (row.action_type === actionTypes.INSTALL_PACKAGE && !isConfigured(row)) return sessionCode.notConfigured
  return row.applet_type === appletTypes.poller && wouldLeaveNoPoller(row, pollerAid) ? sessionCode.noStandbyPoller : null
}

const slotOf = (aid: string) => aid.slice(0, pollerSlotDigits)

/** Whether the OTA replaces or removes the poller that runs it while the SIM is not known to hold one in the other slot. */
function wouldLeaveNoPoller(row: WorkRow, pollerAid: string): boolean {
  const target = slotOf(row.package_aid)
  if (target !== slotOf(pollerAid)) return false
  return ![row.poller_instance_aid, row.standby_poller_instance_aid].some((aid) => aid !== null && slotOf(aid) !== target)
}

function progressOf(row: WorkRow): JobProgress {
  if (Object.keys(row.knowledge).length > 0) return { ...newProgress(), ...fromStored<Partial<JobProgress>>(row.knowledge) }
  return newProgress(row.left_behind ? 'again' : 'first')
}
