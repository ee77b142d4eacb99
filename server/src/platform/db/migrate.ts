import { type Migration, Migrator } from 'kysely/migration'
import { roleIds, seededPermissions, type RoleName } from '@simdeck/contract/permissions.ts'
import type { Db } from './database.ts'
import { fixedManagedAids } from './fixed-managed-aids.ts'
import * as path from './migrations/0001-path.ts'
import * as people from './migrations/0002-people.ts'
import * as fleet from './migrations/0003-fleet.ts'
import * as simList from './migrations/0004-sim-list.ts'
import * as simImports from './migrations/0005-sim-imports.ts'
import * as tasks from './migrations/0006-tasks.ts'
import * as hotUpdates from './migrations/0007-hot-updates.ts'
import * as indexOnlyLists from './migrations/0008-index-only-lists.ts'
import * as safeCampaigns from './migrations/0009-safe-campaigns.ts'
import * as pausedCampaigns from './migrations/0010-paused-campaigns.ts'
import * as mailTrust from './migrations/0012-mail-trust.ts'
import * as securityEvents from './migrations/0013-security-events.ts'
import * as securityLevels from './migrations/0014-security-levels.ts'
import * as halfWidthTexts from './migrations/0015-half-width-texts.ts'
import * as pollCounters from './migrations/0016-poll-counters.ts'
import * as checkedRemovals from './migrations/0017-checked-removals.ts'
import * as jobRuns from './migrations/0019-job-runs.ts'
import * as inventories from './migrations/0020-inventories.ts'
import * as queuedJobs from './migrations/0021-queued-jobs.ts'
import * as simOta from './migrations/0022-sim-ota.ts'
import * as otaJobs from './migrations/0023-ota-jobs.ts'
import * as sessionPositions from './migrations/0024-session-positions.ts'
import * as simChanges from './migrations/0025-sim-changes.ts'
import * as listIndexes from './migrations/0026-list-indexes.ts'
import * as largeCampaigns from './migrations/0027-large-campaigns.ts'
import * as contactChanges from './migrations/0028-contact-changes.ts'
import * as packageEdits from './migrations/0030-package-edits.ts'
import * as sealedPackages from './migrations/0031-sealed-packages.ts'
import * as campaignWaves from './migrations/0033-campaign-waves.ts'
import * as rollbacks from './migrations/0034-rollbacks.ts'
import * as retries from './migrations/0035-retries.ts'
import * as campaignLimits from './migrations/0036-campaign-limits.ts'
import * as stoppingCampaigns from './migrations/0037-stopping-campaigns.ts'
import * as approvals from './migrations/0039-approvals.ts'
import * as campaignFigures from './migrations/0041-campaign-figures.ts'
import * as campaignDiagnoses from './migrations/0042-campaign-diagnoses.ts'
import * as repetitions from './migrations/0043-repetitions.ts'
import * as campaignSetups from './migrations/0044-campaign-setups.ts'
import * as templates from './migrations/0046-templates.ts'
import * as cardParameters from './migrations/0047-card-parameters.ts'
import * as dryRunSims from './migrations/0048-dry-run-sims.ts'
import * as campaignHistory from './migrations/0049-campaign-history.ts'
import * as openPackages from './migrations/0052-open-packages.ts'
import * as octetBudgets from './migrations/0056-octet-budgets.ts'
import * as subjectsOfActions from './migrations/0057-subjects-of-actions.ts'
import * as rawLogs from './migrations/0058-raw-logs.ts'
import * as notifications from './migrations/0060-notifications.ts'
import * as notificationMails from './migrations/0061-notification-mails.ts'
import * as dashboard from './migrations/0062-dashboard.ts'
import * as alerts from './migrations/0064-alerts.ts'
import * as logForwarding from './migrations/0066-log-forwarding.ts'
import * as unansweredSessions from './migrations/0068-unanswered-sessions.ts'
import * as approvalChanges from './migrations/0069-approval-changes.ts'
import * as campaignSetupParts from './migrations/0070-campaign-setup-parts.ts'
import * as cheapKindCheck from './migrations/0071-cheap-kind-check.ts'
import * as figureWeights from './migrations/0072-figure-weights.ts'
import * as imeiChanges from './migrations/0074-imei-changes.ts'
import * as alertSources from './migrations/0075-alert-sources.ts'
import * as quietHours from './migrations/0076-quiet-hours.ts'
import * as certificateAuthorities from './migrations/0080-certificate-authorities.ts'
import * as setupLastOta from './migrations/0081-setup-last-ota.ts'
import * as droppedNotifications from './migrations/0085-dropped-notifications.ts'
import * as iotSafeLists from './migrations/0100-iot-safe-lists.ts'
import * as identityTemplates from './migrations/0101-identity-templates.ts'
import * as simCertificates from './migrations/0102-sim-certificates.ts'
import * as simFiles from './migrations/0103-sim-files.ts'
import * as writtenFiles from './migrations/0104-written-files.ts'
import * as certificateNotifications from './migrations/0106-certificate-notifications.ts'
import * as fileNotifications from './migrations/0107-file-notifications.ts'
import * as certificateRenewals from './migrations/0108-certificate-renewals.ts'
import * as enrolledCertificates from './migrations/0109-enrolled-certificates.ts'
import * as wholeMinutes from './migrations/0113-whole-minutes.ts'
import * as unwrittenSims from './migrations/0115-unwritten-sims.ts'
import * as smsGateway from './migrations/0120-sms-gateway.ts'
import * as packageScripts from './migrations/0123-package-scripts.ts'
import * as rfmResults from './migrations/0124-rfm-results.ts'
import * as statusChanges from './migrations/0130-status-changes.ts'
import * as connectors from './migrations/0131-connectors.ts'
import * as simDataLogs from './migrations/0132-sim-data-logs.ts'
import * as fruitlessRequests from './migrations/0133-fruitless-requests.ts'
import * as tags from './migrations/0135-tags.ts'
import * as importedTags from './migrations/0136-imported-tags.ts'
import * as simLocations from './migrations/0140-sim-locations.ts'
import * as cellTowers from './migrations/0141-cell-towers.ts'
import * as signalSamples from './migrations/0145-signal-samples.ts'
import * as imeiLocks from './migrations/0146-imei-locks.ts'
import * as groupChanges from './migrations/0147-group-changes.ts'
import * as waitingTasks from './migrations/0150-waiting-tasks.ts'
import * as synchronisationWindows from './migrations/0151-synchronisation-windows.ts'
import * as rawOtaLogs from './migrations/0155-raw-ota-logs.ts'
import * as groupFigures from './migrations/0156-group-figures.ts'
import * as smsMessages from './migrations/0160-sms-messages.ts'
import * as simDifferences from './migrations/0161-sim-differences.ts'
import * as compareInventories from './migrations/0162-compare-inventories.ts'
import * as campaignWakes from './migrations/0163-campaign-wakes.ts'
import * as importedSmsKeys from './migrations/0164-imported-sms-keys.ts'
import * as keySets from './migrations/0165-key-sets.ts'
import * as keyImports from './migrations/0166-key-imports.ts'
import * as scp81Keys from './migrations/0168-scp81-keys.ts'
import * as pollerUpdates from './migrations/0170-poller-updates.ts'
import * as campaignGroups from './migrations/0171-campaign-groups.ts'
import * as recentChanges from './migrations/0173-recent-changes.ts'
import * as certificateStepTimes from './migrations/0174-certificate-step-times.ts'
import * as certificateListIndexes from './migrations/0175-certificate-list-indexes.ts'
import * as scriptValues from './migrations/0176-script-values.ts'
import * as openStatusRequests from './migrations/0177-open-status-requests.ts'
import * as carrierLimits from './migrations/0178-carrier-limits.ts'
import * as extraContent from './migrations/0183-extra-content.ts'
import * as contentDigests from './migrations/0184-content-digests.ts'
import * as keyAnswers from './migrations/0185-key-answers.ts'
import * as pollerKeyRotations from './migrations/0186-poller-key-rotations.ts'
import * as unconfirmedMessages from './migrations/0187-unconfirmed-messages.ts'
import * as pskOfKeyFiles from './migrations/0189-psk-of-key-files.ts'
import * as renewalsByTemplate from './migrations/0190-renewals-by-template.ts'
import * as keysOfAuthorities from './migrations/0191-keys-of-authorities.ts'
import * as lostTasks from './migrations/0192-lost-tasks.ts'
import * as scp81Triggers from './migrations/0193-scp81-triggers.ts'
import * as smsScripts from './migrations/0194-sms-scripts.ts'
import * as refusals from './migrations/0195-refusals.ts'
import * as blockedResults from './migrations/0198-blocked-results.ts'
import * as otasBySms from './migrations/0201-otas-by-sms.ts'

/** The migrations by name, in their order. */
export const migrations: Record<string, Migration> = {
  '0001-path': path,
  '0002-people': people,
  '0003-fleet': fleet,
  '0004-sim-list': simList,
  '0005-sim-imports': simImports,
  '0006-tasks': tasks,
  '0007-hot-updates': hotUpdates,
  '0008-index-only-lists': indexOnlyLists,
  '0009-safe-campaigns': safeCampaigns,
  '0010-paused-campaigns': pausedCampaigns,
  '0012-mail-trust': mailTrust,
  '0013-security-events': securityEvents,
  '0014-security-levels': securityLevels,
  '0015-half-width-texts': halfWidthTexts,
  '0016-poll-counters': pollCounters,
  '0017-checked-removals': checkedRemovals,
  '0019-job-runs': jobRuns,
  '0020-inventories': inventories,
  '0021-queued-jobs': queuedJobs,
  '0022-sim-ota': simOta,
  '0023-ota-jobs': otaJobs,
  '0024-session-positions': sessionPositions,
  '0025-sim-changes': simChanges,
  '0026-list-indexes': listIndexes,
  '0027-large-campaigns': largeCampaigns,
  '0028-contact-changes': contactChanges,
  '0030-package-edits': packageEdits,
  '0031-sealed-packages': sealedPackages,
  '0033-campaign-waves': campaignWaves,
  '0034-rollbacks': rollbacks,
  '0035-retries': retries,
  '0036-campaign-limits': campaignLimits,
  '0037-stopping-campaigns': stoppingCampaigns,
  '0039-approvals': approvals,
  '0041-campaign-figures': campaignFigures,
  '0042-campaign-diagnoses': campaignDiagnoses,
  '0043-repetitions': repetitions,
  '0044-campaign-setups': campaignSetups,
  '0046-templates': templates,
  '0047-card-parameters': cardParameters,
  '0048-dry-run-sims': dryRunSims,
  '0049-campaign-history': campaignHistory,
  '0052-open-packages': openPackages,
  '0056-octet-budgets': octetBudgets,
  '0057-subjects-of-actions': subjectsOfActions,
  '0058-raw-logs': rawLogs,
  '0060-notifications': notifications,
  '0061-notification-mails': notificationMails,
  '0062-dashboard': dashboard,
  '0064-alerts': alerts,
  '0066-log-forwarding': logForwarding,
  '0068-unanswered-sessions': unansweredSessions,
  '0069-approval-changes': approvalChanges,
  '0070-campaign-setup-parts': campaignSetupParts,
  '0071-cheap-kind-check': cheapKindCheck,
  '0072-figure-weights': figureWeights,
  '0074-imei-changes': imeiChanges,
  '0075-alert-sources': alertSources,
  '0076-quiet-hours': quietHours,
  '0080-certificate-authorities': certificateAuthorities,
  '0081-setup-last-ota': setupLastOta,
  '0085-dropped-notifications': droppedNotifications,
  '0100-iot-safe-lists': iotSafeLists,
  '0101-identity-templates': identityTemplates,
  '0102-sim-certificates': simCertificates,
  '0103-sim-files': simFiles,
  '0104-written-files': writtenFiles,
  '0106-certificate-notifications': certificateNotifications,
  '0107-file-notifications': fileNotifications,
  '0108-certificate-renewals': certificateRenewals,
  '0109-enrolled-certificates': enrolledCertificates,
  '0113-whole-minutes': wholeMinutes,
  '0115-unwritten-sims': unwrittenSims,
  '0120-sms-gateway': smsGateway,
  '0123-package-scripts': packageScripts,
  '0124-rfm-results': rfmResults,
  '0130-status-changes': statusChanges,
  '0131-connectors': connectors,
  '0132-sim-data-logs': simDataLogs,
  '0133-fruitless-requests': fruitlessRequests,
  '0135-tags': tags,
  '0136-imported-tags': importedTags,
  '0140-sim-locations': simLocations,
  '0141-cell-towers': cellTowers,
  '0145-signal-samples': signalSamples,
  '0146-imei-locks': imeiLocks,
  '0147-group-changes': groupChanges,
  '0150-waiting-tasks': waitingTasks,
  '0151-synchronisation-windows': synchronisationWindows,
  '0155-raw-ota-logs': rawOtaLogs,
  '0156-group-figures': groupFigures,
  '0160-sms-messages': smsMessages,
  '0161-sim-differences': simDifferences,
  '0162-compare-inventories': compareInventories,
  '0163-campaign-wakes': campaignWakes,
  '0164-imported-sms-keys': importedSmsKeys,
  '0165-key-sets': keySets,
  '0166-key-imports': keyImports,
  '0168-scp81-keys': scp81Keys,
  '0170-poller-updates': pollerUpdates,
  '0171-campaign-groups': campaignGroups,
  '0173-recent-changes': recentChanges,
  '0174-certificate-step-times': certificateStepTimes,
  '0175-certificate-list-indexes': certificateListIndexes,
  '0176-script-values': scriptValues,
  '0177-open-status-requests': openStatusRequests,
  '0178-carrier-limits': carrierLimits,
  '0183-extra-content': extraContent,
  '0184-content-digests': contentDigests,
  '0185-key-answers': keyAnswers,
  '0186-poller-key-rotations': pollerKeyRotations,
  '0187-unconfirmed-messages': unconfirmedMessages,
  '0189-psk-of-key-files': pskOfKeyFiles,
  '0190-renewals-by-template': renewalsByTemplate,
  '0191-keys-of-authorities': keysOfAuthorities,
  '0192-lost-tasks': lostTasks,
  '0193-scp81-triggers': scp81Triggers,
  '0194-sms-scripts': smsScripts,
  '0195-refusals': refusals,
  '0198-blocked-results': blockedResults,
  '0201-otas-by-sms': otasBySms,
}

/** Brings the database to the newest version; several nodes may call it at once. Returns the names of the migrations that it ran. */
export async function migrate(db: Db): Promise<string[]> {
  // Branches reserve numbers, so a database may have run a migration before one with a lower number was added.
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations }, allowUnorderedMigrations: true })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw error
  await seedRoles(db)
  await seedManagedPackageAids(db)
  return (results ?? []).map((result) => result.migrationName)
}

async function seedRoles(db: Db): Promise<void> {
  const names = Object.keys(roleIds) as RoleName[]
  await db
    .insertInto('roles')
    .values(names.map((name) => ({ id: roleIds[name], name })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('role_permissions')
    .values(names.flatMap((name) => seededPermissions[name].map((permission) => ({ role_id: roleIds[name], permission }))))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A later start does not bring deleted AIDs back: those of the poller, which cannot be deleted, show that the others were there. */
async function seedManagedPackageAids(db: Db): Promise<void> {
  const poller = await db.selectFrom('managed_package_aids').select('id').where('type', '=', 'Poller').executeTakeFirst()
  if (poller) return
  await db
    .insertInto('managed_package_aids')
    .values(fixedManagedAids)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
