import * as access from './access-restrictions.ts'
import * as alertFirings from './alert-firings.ts'
import * as alerts from './alerts.ts'
import * as apiCredentials from './api-credentials.ts'
import * as approval from './approval.ts'
import * as auth from './auth.ts'
import * as bulkOta from './bulk-ota.ts'
import * as campaignAgain from './campaign-again.ts'
import * as campaignList from './campaign-list.ts'
import * as campaignReport from './campaign-report.ts'
import * as resultCsv from './campaign-result-csv.ts'
import * as campaignWakes from './campaign-wakes.ts'
import * as certificateAuthorities from './certificate-authorities.ts'
import * as certificateRenewals from './certificate-renewals.ts'
import * as connectors from './connectors.ts'
import * as dashboard from './dashboard.ts'
import * as drift from './drift.ts'
import * as dryRunSims from './dry-run-sims.ts'
import type { Endpoint } from './endpoint.ts'
import * as groupCampaigns from './group-campaigns.ts'
import * as groups from './groups.ts'
import * as heldParameters from './held-parameters.ts'
import * as init from './init.ts'
import * as identityTemplates from './identity-templates.ts'
import * as iotSafeSims from './iot-safe-sims.ts'
import * as keyImports from './key-imports.ts'
import * as keySets from './key-sets.ts'
import * as logForwarding from './log-forwarding.ts'
import * as logs from './logs.ts'
import * as mail from './mail.ts'
import * as me from './me.ts'
import * as members from './members.ts'
import * as notifications from './notifications.ts'
import * as ota from './ota.ts'
import * as otaLog from './ota-log.ts'
import * as otaTemplates from './ota-templates.ts'
import * as packages from './packages.ts'
import * as packageScripts from './package-scripts.ts'
import * as publication from './publication.ts'
import * as quarantine from './quarantine.ts'
import * as rawLogs from './raw-logs.ts'
import * as rollback from './rollback.ts'
import * as scriptValues from './script-values.ts'
import * as securityLog from './security-log.ts'
import * as settings from './settings.ts'
import * as signingHistory from './signing-history.ts'
import * as simBulk from './sim-bulk.ts'
import * as simCertificates from './sim-certificates.ts'
import * as simFiles from './sim-files.ts'
import * as simCounts from './sim-counts.ts'
import * as simDataLogs from './sim-data-logs.ts'
import * as simEdits from './sim-edits.ts'
import * as simExports from './sim-exports.ts'
import * as simImei from './sim-imei.ts'
import * as simImports from './sim-imports.ts'
import * as simInventory from './sim-inventory.ts'
import * as simSignal from './sim-signal.ts'
import * as simLocations from './sim-locations.ts'
import * as simMap from './sim-map.ts'
import * as simStatus from './sim-status.ts'
import * as simTimeline from './sim-timeline.ts'
import * as simViews from './sim-views.ts'
import * as simTags from './sim-tags.ts'
import * as sims from './sims.ts'
import * as simScp81 from './sim-scp81.ts'
import * as simSms from './sim-sms.ts'
import * as simSmsScript from './sim-sms-script.ts'
import * as smsGateway from './sms-gateway.ts'
import * as system from './system.ts'
import * as tasks from './tasks.ts'

/** The tags that group the calls of the document, in their order. */
export const openApiTags: readonly { name: string; description: string; modules: readonly object[] }[] = [
  { name: 'API IDs', description: 'Tokens for other systems', modules: [apiCredentials] },
  {
    name: 'SIMs',
    description: 'SIMs and their sessions',
    modules: [
      sims,
      simCounts,
      simInventory,
      keySets,
      simSignal,
      simLocations,
      simEdits,
      simTags,
      simBulk,
      simStatus,
      simImei,
      simTimeline,
      simLocations,
      simMap,
      simEdits,
      simBulk,
      simStatus,
      simDataLogs,
      simSms,
      simSmsScript,
      simScp81,
      simExports,
      simImports,
      keyImports,
      simViews,
    ],
  },
  { name: 'Overview', description: 'What needs attention, and figures over time', modules: [dashboard] },
  { name: 'Groups', description: 'Groups of SIMs', modules: [groups, groupCampaigns] },
  { name: 'Alerts', description: 'Rules that watch numbers of SIMs, and their firings', modules: [alerts, alertFirings] },
  { name: 'Tasks', description: 'Imports and bulk changes of SIMs, in the background', modules: [tasks] },
  {
    name: 'OTA',
    description: 'Campaigns and their results',
    modules: [
      bulkOta,
      campaignWakes,
      drift,
      dryRunSims,
      heldParameters,
      campaignList,
      campaignReport,
      ota,
      otaLog,
      resultCsv,
      approval,
      campaignAgain,
      otaTemplates,
      quarantine,
      rollback,
    ],
  },
  {
    name: 'Packages',
    description: 'OTA packages, and the scripts that configure their applets and the files of a card',
    modules: [packages, packageScripts, scriptValues],
  },
  {
    name: 'Certificates',
    description: 'Certificate authorities, what they publish for every peer, and the certificates of devices',
    modules: [certificateAuthorities, identityTemplates, simCertificates, certificateRenewals, signingHistory, publication],
  },
  { name: 'IoT SAFE', description: 'IoT SAFE applets of SIMs, and the objects and files on their cards', modules: [iotSafeSims, simFiles] },
  { name: 'Members', description: 'Accounts of people', modules: [members] },
  { name: 'Settings', description: 'Settings and access restrictions', modules: [settings, access, connectors, smsGateway] },
  { name: 'Mail', description: 'Mail server, templates and outbox', modules: [mail] },
  { name: 'Logs', description: 'Changes, sign-ins and messages over the air', modules: [logs, rawLogs, securityLog, logForwarding] },
  { name: 'Sign-in', description: 'Sessions of people', modules: [auth] },
  { name: 'Own account', description: 'The account of the signed-in user, and its notifications', modules: [me, notifications] },
  { name: 'System', description: 'Start, health and this document', modules: [init, system] },
]

/** The tag of a call: that of the module that declares the call. */
export function tagOf(endpoint: Endpoint): string {
  const tag = openApiTags.find(({ modules }) => modules.some((module) => Object.values(module).includes(endpoint)))
  if (!tag) throw new Error(`no tag for ${endpoint.method} ${endpoint.path}`)
  return tag.name
}
