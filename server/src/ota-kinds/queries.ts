import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { OtaKindName } from '@simdeck/contract/ota-kinds/kinds.ts'
import type { SafeFileStep } from '@simdeck/contract/ota-kinds/safe-file.ts'
import type { Db } from '../platform/db/database.ts'
import type { Database } from '../platform/db/schema.ts'
import { type AppletImporter, type Importer, importersOfHeld, importersOnSim } from './sql/importers.ts'
import { bufferTooSmall, type InstallNeeds, loadedUnder, memoryTooSmall, missingImports } from './sql/installable.ts'
import { exclusion } from './sql/exclusion-reason.ts'
import { type CsvColumns, valueFault } from './sql/value-fault.ts'
import { openOta } from '../packages/sql/open-ota.ts'
import type { ScriptToSend } from '../package-scripts/send.ts'
import { differsInPackage } from '../packages/sql/differs-in-package.ts'
import { holdsIotSafe } from '../packages/sql/holds-iot-safe.ts'
import { pollerSlotDigits, pollerSlots } from '../packages/poller-slots.ts'
import { waitsFor as fileWaitsFor } from '../safe-files/sql/waits-for.ts'

/** An open OTA of a SIM with the data that decides on sending it, locked by the reading transaction. */
export type OtaJobRow = Selectable<Database['ota_jobs']> &
  Pick<Selectable<Database['sims']>, 'poller_instance_aid' | 'standby_poller_instance_aid' | 'other_instance_aid'> & {
    /** True if an earlier attempt may have left something on the card. */
    left_behind: boolean
    held: boolean
    /** The limits of its campaign; null for none. */
    max_at_once: number | null
    max_per_cell: number | null
    /** True if its sessions count their octets, for a budget in all. */
    counts_octets: boolean
    /** True if the package holds no applet. */
    library: boolean
    /** Length of the load file of the package. */
    load_length: number | null
  }

/**
 * SQL expressions of a plan for classifying SIMs; `s` is the SIM, `held` the package of its other applet, `loaded` the one of `loadedId`.
 */
export type Rules = {
  /** The first exclusion reason that applies, after those common to all plans; null for none. */
  reason: RawBuilder<unknown>
  /** The package that OTAs loaded under the AID of the plan; null if none is known. */
  loadedId: RawBuilder<unknown>
  /** Ids of the packages on the SIM that import the package to be removed. */
  importers: RawBuilder<unknown>
  /** Imports of the install that the SIM is not known to hold. */
  missing: RawBuilder<unknown>
  kind: RawBuilder<unknown>
  fromName: RawBuilder<unknown>
  fromVersion: RawBuilder<unknown>
  /** The package to remove (before the install, if there is one). The package AID is null if nothing is removed. */
  removePackageId: RawBuilder<unknown>
  removePackageAid: RawBuilder<unknown>
  removeInstanceAid: RawBuilder<unknown>
  /** Display name of the applet or library that the SIM loses. */
  lostName: RawBuilder<unknown>
  lostVersion: RawBuilder<unknown>
}

/** Reason for which an install cannot succeed on the SIM. The column "missing" holds its missing imports. */
function installRules({ needs }: ToInstall, freed: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`when ${bufferTooSmall(needs)} then ${exclusion('bufferTooSmall')}
    when cardinality(missing) > 0 then ${exclusion('missingImport')}
    when ${memoryTooSmall(needs, freed)} then ${exclusion('notEnoughMemory')}`
}

const nothing = sql`null::text`
const noImports = sql`'{}'::text[]`
const noId = sql`null::bigint`
const noIds = sql`'{}'::bigint[]`

const slotOf = (aid: RawBuilder<unknown>) => sql`left(${aid}, ${sql.lit(pollerSlotDigits)})`
const runningPoller = sql`s.poller_instance_aid`

/** Rules for an OTA on the card as a whole: every SIM takes part and loses nothing. */
export const cardRules = (kind: OtaKindName): Rules => ({
  reason: nothing,
  loadedId: noId,
  importers: noIds,
  missing: noImports,
  kind: sql.lit(kind),
  fromName: nothing,
  fromVersion: nothing,
  removePackageId: noId,
  removePackageAid: nothing,
  removeInstanceAid: nothing,
  lostName: nothing,
  lostVersion: nothing,
})

/** Rules for an OTA on the IoT SAFE applet: the SIMs that hold it take part and lose nothing. */
export const iotSafeRules: Rules = {
  ...cardRules('iot-safe'),
  reason: sql`case when not ${holdsIotSafe} then ${exclusion('notInstalled')} end`,
}

/** Rules for an OTA on a file of the IoT SAFE applet: a file must wait for the step. */
export const safeFileRules = ({ step, fileId }: { step: SafeFileStep; fileId: number | null }): Rules => ({
  ...cardRules('safe-file'),
  reason: sql`case when not ${holdsIotSafe} then ${exclusion('notInstalled')}
    when not exists (select 1 from sim_files f where f.sim_id = s.id and not f.is_open and ${fileWaitsFor(step, fileId)})
    then ${exclusion('noFile')} end`,
})

/** Rules for a configuration of an applet: the SIM holds its package, as its applet or its running poller, and has the values. */
export function storeDataRules({ packageAid, otaVersion, instanceAid, holes }: ScriptToSend, values: CsvColumns | null): Rules {
  const slot = packageAid.slice(0, pollerSlotDigits)
  const holds = sql`(coalesce(held.package_aid = ${packageAid} and held.ota_version = ${otaVersion}, false) and s.other_instance_aid = ${instanceAid}
    or coalesce(${slotOf(runningPoller)} = ${slot} and s.poller_version = ${otaVersion} and ${runningPoller} = ${instanceAid}, false))`
  return {
    ...cardRules('store-data'),
    reason: sql`case when not ${holds} then ${exclusion('notInstalled')} ${valueFault(holes, values)} end`,
  }
}

/** Rules for a script on files: the SIM has the values and, if the script is sent by SMS, keys for it and a number. */
export const rfmRules = ({ holes }: ScriptToSend, values: CsvColumns | null, isBySms: boolean): Rules => ({
  ...cardRules('rfm'),
  reason: sql`case ${isBySms ? unreachable : sql``} ${valueFault(holes, values)} end`,
})

const unreachable = sql`when not exists (select from sim_sms_keys k where k.sim_id = s.id) then ${exclusion('noSmsKeys')}
  when s.msisdn is null then ${exclusion('noNumber')}`

/** The package to install, a row of `packages`, and its requirements on the card. */
export type ToInstall = { id: number; packageAid: string; needs: InstallNeeds }

const standbyPoller = sql`s.standby_poller_instance_aid`
/** The package of a standby poller, by its slot. */
const standbyPackage = sql`case ${slotOf(standbyPoller)}
  ${sql.join(
    pollerSlots.map(({ slot, packageAid }) => sql`when ${sql.lit(slot)} then ${sql.lit(packageAid)}`),
    sql` `,
  )}
  else ${standbyPoller} end`

const hasOtherApplet = sql`(s.other_package_id is not null or s.other_instance_aid is not null)`

/** The rules for an OTA that removes or replaces the other applet. `importers`: registered packages that import some applet's package. */
export function otherAppletRules(install: ToInstall | null, importers: readonly AppletImporter[]): Rules {
  const remove = {
    loadedId: noId,
    importers: importersOfHeld(importers),
    lostName: sql`coalesce(s.other_applet_name, held.package_aid, s.other_instance_aid)`,
    lostVersion: sql`s.other_applet_version`,
    fromName: sql`s.other_applet_name`,
    fromVersion: sql`s.other_applet_version`,
    removePackageId: sql`s.other_package_id`,
    removePackageAid: sql`case when ${hasOtherApplet} then coalesce(held.package_aid, s.other_instance_aid) end`,
    removeInstanceAid: sql`coalesce(s.other_instance_aid, held.package_aid)`,
  }
  if (!install)
    return {
      ...remove,
      reason: sql`case when not ${hasOtherApplet} then ${exclusion('notInstalled')} when cardinality(importers) > 0 then ${exclusion('imported')} end`,
      missing: noImports,
      kind: sql`'remove'`,
    }
  return {
    ...remove,
    loadedId: loadedUnder(install.packageAid),
    reason: sql`case when s.other_package_id = ${install.id} and not ${differsInPackage(install.id)} then ${exclusion('sameVersion')}
        when loaded.applets = '{}' then ${exclusion('otherVersion')}
        when cardinality(importers) > 0 then ${exclusion('imported')}
        ${installRules(install, sql`coalesce(held.load_length, 0)`)} end`,
    missing: missingImports(install.needs, remove.removePackageAid),
    kind: sql`case when ${hasOtherApplet} then 'update' else 'install' end`,
  }
}

const switchesPoller = sql`exists (select 1 from ota_jobs o where o.sim_id = s.id and o.kind = 'poller-switch' and o.status in ${openOta})`

/** A poller goes into the slot that is not running, and only the standby poller is removed. */
export function pollerRules(install: ToInstall | null): Rules {
  const from = {
    loadedId: noId,
    importers: noIds,
    fromName: sql`s.poller_name`,
    fromVersion: sql`s.poller_version`,
    lostName: nothing,
    lostVersion: nothing,
  }
  if (!install)
    return {
      ...from,
      reason: sql`case when ${switchesPoller} then ${exclusion('otaInProgress')}
        when ${runningPoller} is null and ${standbyPoller} is null then ${exclusion('notInstalled')}
        when ${standbyPoller} is null then ${exclusion('pollerBlocked')} end`,
      missing: noImports,
      kind: sql`'remove'`,
      removePackageId: noId,
      removePackageAid: standbyPackage,
      removeInstanceAid: standbyPoller,
    }
  const slot = install.packageAid.slice(0, pollerSlotDigits)
  const standby = sql`case when ${slotOf(standbyPoller)} = ${slot} then ${standbyPackage} end`
  return {
    ...from,
    reason: sql`case when ${switchesPoller} then ${exclusion('otaInProgress')}
      when ${slotOf(runningPoller)} = ${slot} then ${exclusion('pollerBlocked')} ${installRules(install, sql`0`)} end`,
    missing: missingImports(install.needs, standby),
    kind: sql`case when ${runningPoller} is null then 'install' else 'update' end`,
    removePackageId: noId,
    removePackageAid: standby,
    removeInstanceAid: standbyPoller,
  }
}

/** Reason for which the library on the SIM cannot be removed. The column "importers" holds the packages on the SIM that import it. */
function cannotRemoveLibrary(importers: readonly Importer[]) {
  const ids = importers.map(({ id }) => id)
  return sql`when cardinality(importers) > 0 then ${exclusion('imported')}
    when exists (select 1 from ota_jobs o where o.sim_id = s.id and o.kind = 'install' and o.status in ${openOta}
      and o.package_id = any(${ids}::bigint[])) then ${exclusion('otaInProgress')}`
}

/** The library to remove: the one on the SIM under the AID of the plan. */
const loadedLibraryRemoval = {
  fromName: sql`loaded.name`,
  fromVersion: sql`loaded.ota_version`,
  removePackageId: sql`loaded.id`,
  removePackageAid: sql`loaded.package_aid`,
  removeInstanceAid: sql`loaded.package_aid`,
  lostName: sql`loaded.name`,
  lostVersion: sql`loaded.ota_version`,
}

/** A library is loaded beside the applet of the SIM; another version of it that nothing imports is removed first. */
export function libraryInstallRules(install: ToInstall, importers: readonly Importer[]): Rules {
  const { id, packageAid: aid, needs } = install
  return {
    ...loadedLibraryRemoval,
    loadedId: loadedUnder(aid),
    importers: importersOnSim(importers),
    missing: missingImports(needs, nothing),
    reason: sql`case when loaded.id = ${id} and not ${differsInPackage(id)} then ${exclusion('sameVersion')}
      when loaded.applets <> '{}' or coalesce(held.package_aid, s.other_instance_aid) = ${aid} then ${exclusion('otherVersion')}
      ${cannotRemoveLibrary(importers)} ${installRules(install, sql`coalesce(loaded.load_length, 0)`)} end`,
    kind: sql`case when loaded.id is null then 'install' else 'update' end`,
  }
}

/** A library is removed from the SIMs that hold exactly this version of it, unless another package on the SIM imports it. */
export function libraryRemovalRules(library: Omit<ToInstall, 'needs'>, importers: readonly Importer[]): Rules {
  return {
    ...loadedLibraryRemoval,
    loadedId: loadedUnder(library.packageAid),
    importers: importersOnSim(importers),
    missing: noImports,
    reason: sql`case when loaded.id is null then ${exclusion('notInstalled')} when loaded.id <> ${library.id} then ${exclusion('otherVersion')}
      ${cannotRemoveLibrary(importers)} end`,
    kind: sql`'remove'`,
  }
}

export async function updateSim(trx: Db, simId: number, change: Updateable<Database['sims']>): Promise<void> {
  await trx
    .updateTable('sims')
    .set({ ...change, updated_at: new Date() })
    .where('id', '=', simId)
    .execute()
}

/** Records the other applet that the SIM holds now; null for none. */
export async function recordOtherApplet(
  trx: Db,
  simId: number,
  held: { packageId: number | null; instanceAid: string | null } | null,
): Promise<void> {
  const names = await trx
    .selectFrom('packages')
    .select(['name', 'ota_version'])
    .where('id', '=', held?.packageId ?? null)
    .executeTakeFirst()
  await updateSim(trx, simId, {
    other_package_id: names ? (held?.packageId ?? null) : null,
    other_instance_aid: names ? (held?.instanceAid ?? null) : null,
    other_applet_name: names?.name ?? null,
    other_applet_version: names?.ota_version ?? null,
  })
}
