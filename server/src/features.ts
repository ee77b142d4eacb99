import { accessFeature } from './access/feature.ts'
import { alertsFeature } from './alerts/feature.ts'
import { apiIdsFeature } from './api-ids/feature.ts'
import { authFeature } from './auth/feature.ts'
import { campaignsFeature } from './campaigns/feature.ts'
import { cellsFeature } from './cells/feature.ts'
import { certificateAuthorityFeature } from './certificate-authority/feature.ts'
import { connectorsFeature } from './connectors/feature.ts'
import { dashboardFeature } from './dashboard/feature.ts'
import { driftFeature } from './drift/feature.ts'
import { estFeature } from './est/feature.ts'
import { groupsFeature } from './groups/feature.ts'
import { imeiFeature } from './imei/feature.ts'
import { iotSafeFeature } from './iot-safe/feature.ts'
import { keySetsFeature } from './key-sets/feature.ts'
import { logsFeature } from './logs/feature.ts'
import { mailFeature } from './mail/feature.ts'
import { membersFeature } from './members/feature.ts'
import { notificationsFeature } from './notifications/feature.ts'
import { otaFeature } from './ota/feature.ts'
import { packageScriptsFeature } from './package-scripts/feature.ts'
import { packagesFeature } from './packages/feature.ts'
import { FeatureList } from './platform/feature.ts'
import { safeFilesFeature } from './safe-files/feature.ts'
import { scp81Feature } from './scp81/feature.ts'
import { settingsFeature } from './settings/feature.ts'
import { simsFeature } from './sims/feature.ts'
import { smsFeature } from './sms/feature.ts'
import { systemFeature } from './system/feature.ts'
import { tasksFeature } from './tasks/feature.ts'
import { timelineFeature } from './timeline/feature.ts'

/** The features of the server in their order. Each may import the platform and the features before it. */
export const features = FeatureList.empty
  .with('settings', settingsFeature)
  .with('key-sets', keySetsFeature)
  .with('mail', mailFeature)
  .with('sms', smsFeature)
  .with('notifications', notificationsFeature)
  .with('access', accessFeature)
  .with('auth', authFeature)
  .with('members', membersFeature)
  .with('api-ids', apiIdsFeature)
  .with('groups', groupsFeature)
  .with('logs', logsFeature)
  .with('tasks', tasksFeature)
  .with('packages', packagesFeature)
  .with('sims', simsFeature)
  .with('cells', cellsFeature)
  .with('connectors', connectorsFeature)
  .with('imei', imeiFeature)
  .with('alerts', alertsFeature)
  .with('certificate-authority', certificateAuthorityFeature)
  .with('est', estFeature)
  .with('safe-files', safeFilesFeature)
  .with('package-scripts', packageScriptsFeature)
  // Kinds of OTA have no calls and no jobs of their own: campaigns plan them, and sessions send them.
  .with('ota-kinds', () => ({}))
  .with('campaigns', campaignsFeature)
  .with('drift', driftFeature)
  .with('iot-safe', iotSafeFeature)
  .with('ota', otaFeature)
  .with('scp81', scp81Feature)
  .with('timeline', timelineFeature)
  .with('system', systemFeature)
  .with('dashboard', dashboardFeature)
