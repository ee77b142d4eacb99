import * as access from './access-restrictions.ts'
import * as alertFirings from './alert-firings.ts'
import * as alerts from './alerts.ts'
import * as approval from './approval.ts'
import * as apiCredentials from './api-credentials.ts'
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
import type { Api, Endpoint } from './endpoint.ts'
import type { Feature } from './features.ts'
import * as groupCampaigns from './group-campaigns.ts'
import * as groups from './groups.ts'
import * as heldParameters from './held-parameters.ts'
import { init } from './init.ts'
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
import * as simTags from './sim-tags.ts'
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
import * as sims from './sims.ts'
import * as simScp81 from './sim-scp81.ts'
import * as simSms from './sim-sms.ts'
import * as simSmsScript from './sim-sms-script.ts'
import * as smsGateway from './sms-gateway.ts'
import * as system from './system.ts'
import * as tasks from './tasks.ts'

/** Every call of every API. A route exists for these calls only, and the server does not start when a call has no route. */
export const endpoints = {
  login: auth.login,
  verifyOtp: auth.verifyOtp,
  confirmPassword: auth.confirmPassword,
  requestPasswordReset: auth.requestPasswordReset,
  confirmPasswordReset: auth.confirmPasswordReset,
  register: auth.register,
  checkLink: auth.checkLink,
  refreshToken: auth.refreshToken,
  logout: auth.logout,
  check: auth.check,
  wsTicket: auth.wsTicket,
  getMe: me.getMe,
  putMe: me.putMe,
  requestEmailChange: me.requestEmailChange,
  confirmEmailChange: me.confirmEmailChange,
  listSignIns: me.listSignIns,
  endSignIn: me.endSignIn,
  endOtherSignIns: me.endOtherSignIns,
  listSignInHistory: me.listSignInHistory,
  changePassword: me.changePassword,
  confirmItsMe: me.confirmItsMe,
  generateMfaQr: me.generateMfaQr,
  verifyOwnOtp: me.verifyOwnOtp,
  resetMfa: me.resetMfa,
  renewRecoveryCodes: me.renewRecoveryCodes,
  listMembers: members.listMembers,
  getMember: members.getMember,
  createMember: members.createMember,
  updateMember: members.updateMember,
  deleteMembers: members.deleteMembers,
  resendInvitation: members.resendInvitation,
  resetMemberMfa: members.resetMemberMfa,
  unlockMember: members.unlockMember,
  endMemberSignIns: members.endMemberSignIns,
  listApiCredentials: apiCredentials.listApiCredentials,
  createApiCredential: apiCredentials.createApiCredential,
  deleteApiCredential: apiCredentials.deleteApiCredential,
  token: apiCredentials.token,
  getNotifications: notifications.getNotifications,
  readNotifications: notifications.readNotifications,
  getAccessRestrictions: access.getAccessRestrictions,
  putAccessRestrictions: access.putAccessRestrictions,
  getMailSettings: mail.getMailSettings,
  putMailSettings: mail.putMailSettings,
  deleteMailSettings: mail.deleteMailSettings,
  confirmMailSettings: mail.confirmMailSettings,
  sendTestMail: mail.sendTestMail,
  getMailDestinations: mail.getMailDestinations,
  putMailDestinations: mail.putMailDestinations,
  getMailTemplates: mail.getMailTemplates,
  putMailTemplate: mail.putMailTemplate,
  resetMailTemplate: mail.resetMailTemplate,
  confirmMailTemplate: mail.confirmMailTemplate,
  listMailChanges: mail.listMailChanges,
  acknowledgeMailChanges: mail.acknowledgeMailChanges,
  listMailOutbox: mail.listMailOutbox,
  retryMail: mail.retryMail,
  init,
  getUserConfig: settings.getUserConfig,
  postUserConfig: settings.postUserConfig,
  postLanguage: settings.postLanguage,
  listSims: sims.listSims,
  searchSims: sims.searchSims,
  listUnknownNumbers: sims.listUnknownNumbers,
  countSimValues: simCounts.countSimValues,
  countLastPolls: simCounts.countLastPolls,
  listSimViews: simViews.listSimViews,
  createSimView: simViews.createSimView,
  updateSimView: simViews.updateSimView,
  deleteSimView: simViews.deleteSimView,
  getSim: sims.getSim,
  createSim: simEdits.createSim,
  updateSim: simEdits.updateSim,
  deleteSim: simEdits.deleteSim,
  createSimSelection: simBulk.createSimSelection,
  setAliases: simBulk.setAliases,
  setGroups: simBulk.setGroups,
  setTags: simTags.setTags,
  listSimTags: simTags.listSimTags,
  changeSimTags: simTags.changeSimTags,
  countSimTags: simTags.countSimTags,
  renameTag: simTags.renameTag,
  deleteTag: simTags.deleteTag,
  setStatuses: simStatus.setStatuses,
  listSimImeiChanges: simImei.listSimImeiChanges,
  changeSimImei: simImei.changeSimImei,
  setImeis: simImei.setImeis,
  getSimTimeline: simTimeline.getSimTimeline,
  countSimTimeline: simTimeline.countSimTimeline,
  changeSimStatus: simStatus.changeSimStatus,
  refreshSim: simDataLogs.refreshSim,
  listSimDataLogs: simDataLogs.listSimDataLogs,
  listSimStatusChanges: simStatus.listSimStatusChanges,
  deleteSims: simBulk.deleteSims,
  importSims: simImports.importSims,
  checkSimImport: simImports.checkSimImport,
  startSimImport: simImports.startSimImport,
  undoSimImport: simImports.undoSimImport,
  checkKeyImport: keyImports.checkKeyImport,
  startKeyImport: keyImports.startKeyImport,
  createSimExport: simExports.createSimExport,
  downloadSimExport: simExports.downloadSimExport,
  listTasks: tasks.listTasks,
  getTask: tasks.getTask,
  cancelTask: tasks.cancelTask,
  listTaskResults: tasks.listTaskResults,
  getTaskResultsUrl: tasks.getTaskResultsUrl,
  downloadTaskResults: tasks.downloadTaskResults,
  listGroups: groups.listGroups,
  getGroupTotals: groups.getGroupTotals,
  getGroup: groups.getGroup,
  getGroupFigures: groups.getGroupFigures,
  listGroupCampaigns: groupCampaigns.listGroupCampaigns,
  createGroup: groups.createGroup,
  updateGroup: groups.updateGroup,
  deleteGroup: groups.deleteGroup,
  deleteGroups: groups.deleteGroups,
  listSimSessions: sims.listSimSessions,
  getSimRefusals: sims.getSimRefusals,
  listSimPackages: sims.listSimPackages,
  getSimSignal: simSignal.getSimSignal,
  getSimInventory: simInventory.getSimInventory,
  getSecurityDomain: keySets.getSecurityDomain,
  updateSecurityDomain: keySets.updateSecurityDomain,
  listSimLocations: simLocations.listSimLocations,
  getSimMap: simMap.getSimMap,
  listLogs: logs.listLogs,
  listRawApiLogs: rawLogs.listRawApiLogs,
  listRawProxyLogs: rawLogs.listRawProxyLogs,
  listSystemLogs: logs.listSystemLogs,
  verifySystemLog: logs.verifySystemLog,
  listConnectors: connectors.listConnectors,
  createConnector: connectors.createConnector,
  updateConnector: connectors.updateConnector,
  deleteConnector: connectors.deleteConnector,
  testConnector: connectors.testConnector,
  getSmsGateway: smsGateway.getSmsGateway,
  putSmsGateway: smsGateway.putSmsGateway,
  deleteSmsGateway: smsGateway.deleteSmsGateway,
  testSmsGateway: smsGateway.testSmsGateway,
  sendTestMessage: smsGateway.sendTestMessage,
  getSmsSender: smsGateway.getSmsSender,
  getSimSms: simSms.getSimSms,
  putSimSmsKeys: simSms.putSimSmsKeys,
  deleteSimSmsKeys: simSms.deleteSimSmsKeys,
  wakeSim: simSms.wakeSim,
  sendSimScript: simSmsScript.sendSimScript,
  getSimScp81: simScp81.getSimScp81,
  putSimScp81Key: simScp81.putSimScp81Key,
  deleteSimScp81Key: simScp81.deleteSimScp81Key,
  getLogForwarding: logForwarding.getLogForwarding,
  putLogForwarding: logForwarding.putLogForwarding,
  deleteLogForwarding: logForwarding.deleteLogForwarding,
  listSecurityEvents: securityLog.listSecurityEvents,
  listRawOtaServiceLogs: rawLogs.listRawOtaServiceLogs,
  listPackages: packages.listPackages,
  searchPackages: packages.searchPackages,
  getPackage: packages.getPackage,
  updatePackage: packages.updatePackage,
  duplicatePackage: packages.duplicatePackage,
  getPackageUses: packages.getPackageUses,
  deletePackage: packages.deletePackage,
  uploadPackage: packages.uploadPackage,
  uploadPackageOfAid: packages.uploadPackageOfAid,
  getTargetPackageAid: packages.getTargetPackageAid,
  listManagedPackageAids: packages.listManagedPackageAids,
  createManagedPackageAid: packages.createManagedPackageAid,
  updateManagedPackageAid: packages.updateManagedPackageAid,
  deleteManagedPackageAids: packages.deleteManagedPackageAids,
  getRemoteConfig: packageScripts.getRemoteConfig,
  updateRemoteConfig: packageScripts.updateRemoteConfig,
  listRemoteConfigs: packageScripts.listRemoteConfigs,
  getFileManagementConfig: packageScripts.getFileManagementConfig,
  updateFileManagementConfig: packageScripts.updateFileManagementConfig,
  listFileManagementConfigs: packageScripts.listFileManagementConfigs,
  previewPackageScript: packageScripts.previewPackageScript,
  getFileManagementResult: packageScripts.getFileManagementResult,
  countSameRefusals: packageScripts.countSameRefusals,
  getFileManagementCsvUrl: packageScripts.getFileManagementCsvUrl,
  downloadFileManagementCsv: packageScripts.downloadFileManagementCsv,
  uploadScriptValues: scriptValues.uploadScriptValues,
  getScriptValues: scriptValues.getScriptValues,
  createSnapshot: bulkOta.createSnapshot,
  dryRunBulkOta: bulkOta.dryRunBulkOta,
  getDryRun: dryRunSims.getDryRun,
  listDryRunSims: dryRunSims.listDryRunSims,
  getDryRunWakes: campaignWakes.getDryRunWakes,
  getDryRunCsvUrl: dryRunSims.getDryRunCsvUrl,
  downloadDryRunCsv: dryRunSims.downloadDryRunCsv,
  putBulkOta: bulkOta.putBulkOta,
  compareHeldParameters: heldParameters.compareHeldParameters,
  listCampaigns: campaignList.listCampaigns,
  archiveCampaigns: campaignList.archiveCampaigns,
  getCampaign: ota.getCampaign,
  getCampaignResults: campaignReport.getCampaignResults,
  getCampaignDiagnosis: campaignReport.getCampaignDiagnosis,
  getCampaignHistory: campaignReport.getCampaignHistory,
  listCampaignSims: campaignReport.listCampaignSims,
  changeCampaign: ota.changeCampaign,
  getApproval: approval.getApproval,
  approveCampaign: approval.approveCampaign,
  rejectCampaign: approval.rejectCampaign,
  withdrawCampaign: approval.withdrawCampaign,
  getWithoutApplet: ota.getWithoutApplet,
  getCampaignOptions: campaignAgain.getCampaignOptions,
  getFailedSims: campaignAgain.getFailedSims,
  listOtaTemplates: otaTemplates.listOtaTemplates,
  createOtaTemplate: otaTemplates.createOtaTemplate,
  renameOtaTemplate: otaTemplates.renameOtaTemplate,
  deleteOtaTemplate: otaTemplates.deleteOtaTemplate,
  listOtaLogs: otaLog.listOtaLogs,
  listDifferingSims: drift.listDifferingSims,
  getDriftCsvUrl: drift.getDriftCsvUrl,
  downloadDriftCsv: drift.downloadDriftCsv,
  getDriftFigures: drift.getDriftFigures,
  getDriftRemedies: drift.getDriftRemedies,
  getDriftExtras: drift.getDriftExtras,
  getSimDrift: drift.getSimDrift,
  acceptSimContent: drift.acceptSimContent,
  cancelOta: ota.cancelOta,
  listQuarantine: quarantine.listQuarantine,
  takeBackSims: quarantine.takeBackSims,
  dryRunRollback: rollback.dryRunRollback,
  rollbackOta: rollback.rollbackOta,
  getSnapshotCsvUrl: bulkOta.getSnapshotCsvUrl,
  downloadSnapshotCsv: bulkOta.downloadSnapshotCsv,
  getResultCsvUrl: resultCsv.getResultCsvUrl,
  downloadResultCsv: resultCsv.downloadResultCsv,
  listAlertRules: alerts.listAlertRules,
  countAlertRules: alerts.countAlertRules,
  listAlertRecipients: alerts.listAlertRecipients,
  getAlertRule: alerts.getAlertRule,
  createAlertRule: alerts.createAlertRule,
  updateAlertRule: alerts.updateAlertRule,
  switchAlertRule: alerts.switchAlertRule,
  deleteAlertRule: alerts.deleteAlertRule,
  countAlertSource: alerts.countAlertSource,
  listAlertFigures: alerts.listAlertFigures,
  getAlertValues: alerts.getAlertValues,
  listAlertFirings: alertFirings.listAlertFirings,
  getDashboard: dashboard.getDashboard,
  getDashboardSeries: dashboard.getDashboardSeries,
  claimAttention: dashboard.claimAttention,
  releaseAttention: dashboard.releaseAttention,
  listIotSafeSims: iotSafeSims.listIotSafeSims,
  iotSafeFigures: iotSafeSims.iotSafeFigures,
  getIotSafeSim: iotSafeSims.getIotSafeSim,
  listIdentityTemplates: identityTemplates.listIdentityTemplates,
  getIdentityTemplate: identityTemplates.getIdentityTemplate,
  createIdentityTemplate: identityTemplates.createIdentityTemplate,
  updateIdentityTemplate: identityTemplates.updateIdentityTemplate,
  deleteIdentityTemplate: identityTemplates.deleteIdentityTemplate,
  previewIdentityTemplate: identityTemplates.previewIdentityTemplate,
  listCertificates: simCertificates.listCertificates,
  certificateFigures: simCertificates.certificateFigures,
  listSimCertificates: simCertificates.listSimCertificates,
  getCertificate: simCertificates.getCertificate,
  createCertificate: simCertificates.createCertificate,
  decideCertificate: simCertificates.decideCertificate,
  decideCertificates: simCertificates.decideCertificates,
  deliverCertificate: simCertificates.deliverCertificate,
  renewCertificate: simCertificates.renewCertificate,
  removeCertificate: simCertificates.removeCertificate,
  markCertificate: simCertificates.markCertificate,
  invalidateCertificates: simCertificates.invalidateCertificates,
  listRenewals: certificateRenewals.listRenewals,
  selectRenewal: certificateRenewals.selectRenewal,
  listFiles: simFiles.listFiles,
  listSimFiles: simFiles.listSimFiles,
  getFile: simFiles.getFile,
  createFile: simFiles.createFile,
  updateFile: simFiles.updateFile,
  deliverFile: simFiles.deliverFile,
  removeFile: simFiles.removeFile,
  markFile: simFiles.markFile,
  listSignings: signingHistory.listSignings,
  listAuthorities: certificateAuthorities.listAuthorities,
  getAuthority: certificateAuthorities.getAuthority,
  createAuthority: certificateAuthorities.createAuthority,
  requestAuthority: certificateAuthorities.requestAuthority,
  uploadAuthorityCertificate: certificateAuthorities.uploadAuthorityCertificate,
  setDefaultAuthority: certificateAuthorities.setDefaultAuthority,
  makeCrl: certificateAuthorities.makeCrl,
  backUpAuthority: certificateAuthorities.backUpAuthority,
  checkAuthorityBackup: certificateAuthorities.checkAuthorityBackup,
  revokeAuthority: certificateAuthorities.revokeAuthority,
  deleteAuthority: certificateAuthorities.deleteAuthority,
  getCrl: publication.getCrl,
  getAuthorityCertificate: publication.getAuthorityCertificate,
  postOcsp: publication.postOcsp,
  getOcsp: publication.getOcsp,
  healthz: system.healthz,
  readyz: system.readyz,
  openApiDocument: system.openApiDocument,
  listJobRuns: system.listJobRuns,
} as const satisfies Record<string, Endpoint>

export type EndpointName = keyof typeof endpoints

/** Base paths when all APIs are served from one origin. */
export const basePaths = { main: '', ota: '/ota-api', iotSafe: '/iot-safe-api', pki: '', ws: '/ws' } as const

/** The feature that an API belongs to. While the feature is off, every call of that API answers 404. */
export const featureOfApi: Partial<Record<Api, Feature>> = { ota: 'ota', iotSafe: 'iot-safe', pki: 'iot-safe' }

const apiPaths = ['/v1/', `${basePaths.ota}/`, `${basePaths.iotSafe}/`]

/** True for a path of the APIs of people and programs. */
export const isApiPath = (path: string): boolean => apiPaths.some((start) => path.startsWith(start))

/** Fills the parameters into a path. */
export function fillPath(path: string, params: Record<string, string | number> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
}
