import { type RawBuilder, sql } from 'kysely'
import { type Importer, importersOfHeld, importersOnSim } from '../../sql/importers.ts'
import { bufferTooSmall, loadedPackage, memoryTooSmall, missingImports } from '../../sql/installable.ts'
import { exclusion } from '../../sql/exclusion-reason.ts'
import { openOta } from '../../../packages/sql/open-ota.ts'
import { pollerSlotDigits, pollerSlots } from '../../../packages/poller-slots.ts'
import type { AppletRemovalPlan, InstallPlan, LibraryRemovalPlan } from '../plan.ts'

/**
 * The parts of the classification in which the plans differ; `s` is the SIM, `held` the package of its other applet, `loaded` the one
 * of `loadedId`.
 */
export type Rules = {
  /** The first reason that holds, after those that all plans share; null: none. */
  reason: RawBuilder<unknown>
  /** The package that OTAs loaded under the AID of the plan; null: none is known. */
  loadedId: RawBuilder<unknown>
  /** Packages on the SIM that import what is to be removed, by id. */
  importers: RawBuilder<unknown>
  /** Imports of the install that the SIM is not known to hold. */
  missing: RawBuilder<unknown>
  kind: RawBuilder<unknown>
  fromName: RawBuilder<unknown>
  fromVersion: RawBuilder<unknown>
  /** The package that is removed, before the install where there is one; package AID null: none. */
  removePackageId: RawBuilder<unknown>
  removePackageAid: RawBuilder<unknown>
  removeInstanceAid: RawBuilder<unknown>
  /** The name, for people, of the applet or library that the SIM loses. */
  lostName: RawBuilder<unknown>
  lostVersion: RawBuilder<unknown>
}

/** Why an install cannot succeed on the SIM; "missing" stands for its missing imports. */
function installRules({ needs }: InstallPlan, freed: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`when ${bufferTooSmall(needs)} then ${exclusion('bufferTooSmall')}
    when cardinality(missing) > 0 then ${exclusion('missingImport')}
    when ${memoryTooSmall(needs, freed)} then ${exclusion('notEnoughMemory')}`
}

const nothing = sql`null::text`
const noImports = sql`'{}'::text[]`
const noId = sql`null::bigint`
const noIds = sql`'{}'::bigint[]`

type AppletPlan = InstallPlan | AppletRemovalPlan

const slotOf = (aid: RawBuilder<unknown>) => sql`left(${aid}, ${sql.lit(pollerSlotDigits)})`

const runningPoller = sql`s.poller_instance_aid`
const standbyPoller = sql`s.standby_poller_instance_aid`
/** The package a standby poller was made from, by its slot. */
const standbyPackage = sql`case ${slotOf(standbyPoller)}
  ${sql.join(
    pollerSlots.map(({ slot, packageAid }) => sql`when ${sql.lit(slot)} then ${sql.lit(packageAid)}`),
    sql` `,
  )}
  else ${standbyPoller} end`

const heldOther = sql`(s.other_package_id is not null or s.other_instance_aid is not null)`

/** The other applet is removed, or gives way to the new one. */
export function otherAppletRules(plan: AppletPlan): Rules {
  const remove = {
    loadedId: noId,
    importers: importersOfHeld(plan.appletImporters),
    lostName: sql`coalesce(s.other_applet_name, held.package_aid, s.other_instance_aid)`,
    lostVersion: sql`s.other_applet_version`,
    fromName: sql`s.other_applet_name`,
    fromVersion: sql`s.other_applet_version`,
    removePackageId: sql`s.other_package_id`,
    removePackageAid: sql`case when ${heldOther} then coalesce(held.package_aid, s.other_instance_aid) end`,
    removeInstanceAid: sql`coalesce(s.other_instance_aid, held.package_aid)`,
  }
  if (plan.action === 'remove')
    return {
      ...remove,
      reason: sql`case when not ${heldOther} then ${exclusion('notInstalled')} when cardinality(importers) > 0 then ${exclusion('imported')} end`,
      missing: noImports,
      kind: sql`'remove'`,
    }
  return {
    ...remove,
    loadedId: loadedPackage(sql`${plan.package.package_aid}`),
    reason: sql`case when s.other_package_id = ${plan.package.id} then ${exclusion('sameVersion')}
        when loaded.applets = '{}' then ${exclusion('otherVersion')}
        when cardinality(importers) > 0 then ${exclusion('imported')}
        ${installRules(plan, sql`coalesce(held.load_length, 0)`)} end`,
    missing: missingImports(plan.needs, remove.removePackageAid),
    kind: sql`case when ${heldOther} then 'update' else 'install' end`,
  }
}

/** A poller goes into the slot that is not running, and only the standby poller is removed. */
export function pollerRules(plan: AppletPlan): Rules {
  const from = {
    loadedId: noId,
    importers: noIds,
    fromName: sql`s.poller_name`,
    fromVersion: sql`s.poller_version`,
    lostName: nothing,
    lostVersion: nothing,
  }
  if (plan.action === 'remove')
    return {
      ...from,
      reason: sql`case when ${runningPoller} is null and ${standbyPoller} is null then ${exclusion('notInstalled')}
        when ${standbyPoller} is null then ${exclusion('pollerBlocked')} end`,
      missing: noImports,
      kind: sql`'remove'`,
      removePackageId: noId,
      removePackageAid: standbyPackage,
      removeInstanceAid: standbyPoller,
    }
  const slot = plan.package.package_aid.slice(0, pollerSlotDigits)
  const standby = sql`case when ${slotOf(standbyPoller)} = ${slot} then ${standbyPackage} end`
  return {
    ...from,
    reason: sql`case when ${slotOf(runningPoller)} = ${slot} then ${exclusion('pollerBlocked')} ${installRules(plan, sql`0`)} end`,
    missing: missingImports(plan.needs, standby),
    kind: sql`case when ${runningPoller} is null then 'install' else 'update' end`,
    removePackageId: noId,
    removePackageAid: standby,
    removeInstanceAid: standbyPoller,
  }
}

/** Why the library that the SIM holds cannot be removed; "importers" stands for what imports it there. */
function stays(importers: readonly Importer[]) {
  const ids = importers.map(({ id }) => id)
  return sql`when cardinality(importers) > 0 then ${exclusion('imported')}
    when exists (select 1 from ota_jobs o where o.sim_id = s.id and o.action_type = 1 and o.status in ${openOta}
      and o.package_id = any(${ids}::bigint[])) then ${exclusion('otaInProgress')}`
}

/** What is to be removed: the library that the SIM holds under the AID of the plan. */
const removesLoaded = {
  fromName: sql`loaded.name`,
  fromVersion: sql`loaded.ota_version`,
  removePackageId: sql`loaded.id`,
  removePackageAid: sql`loaded.package_aid`,
  removeInstanceAid: sql`loaded.package_aid`,
  lostName: sql`loaded.name`,
  lostVersion: sql`loaded.ota_version`,
}

/** A library is loaded beside the applet of the SIM; another version of it that nothing imports is removed first. */
export function libraryInstallRules(plan: InstallPlan): Rules {
  const { id, package_aid: aid } = plan.package
  return {
    ...removesLoaded,
    loadedId: loadedPackage(sql`${aid}`),
    importers: importersOnSim(plan.importers),
    missing: missingImports(plan.needs, nothing),
    reason: sql`case when loaded.id = ${id} then ${exclusion('sameVersion')}
      when loaded.applets <> '{}' or coalesce(held.package_aid, s.other_instance_aid) = ${aid} then ${exclusion('otherVersion')}
      ${stays(plan.importers)} ${installRules(plan, sql`coalesce(loaded.load_length, 0)`)} end`,
    kind: sql`case when loaded.id is null then 'install' else 'update' end`,
  }
}

/** A library is removed from the SIMs that hold this very version of it, unless something there imports it. */
export function libraryRemovalRules({ library, importers }: LibraryRemovalPlan): Rules {
  return {
    ...removesLoaded,
    loadedId: loadedPackage(sql`${library.package_aid}`),
    importers: importersOnSim(importers),
    missing: noImports,
    reason: sql`case when loaded.id is null then ${exclusion('notInstalled')} when loaded.id <> ${library.id} then ${exclusion('otherVersion')}
      ${stays(importers)} end`,
    kind: sql`'remove'`,
  }
}
