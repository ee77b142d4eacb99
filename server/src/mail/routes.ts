import type { RawLogs } from '../platform/audit/raw/raw-logs.ts'
import type { Db } from '../platform/db/database.ts'
import type { Publish } from '../platform/events/changes.ts'
import { outboxRoutes } from './outbox-routes.ts'
import type { Outbox } from './outbox.ts'
import type { ReportEvent } from './content/queue-mail.ts'
import { mailSettingRoutes } from './setting-routes.ts'
import { mailTemplateRoutes } from './template-routes.ts'
import type { TemplatesSaved } from './trust/templates-saved.ts'
import type { MailChanges } from './trust/mail-changes.ts'
import type { MailServers } from './trust/mail-servers.ts'
import { mailTrustRoutes } from './trust/routes.ts'

export function mailRoutes(options: {
  db: Db
  servers: MailServers
  outbox: Outbox
  changes: MailChanges
  reportEvent: ReportEvent
  templatesSaved: TemplatesSaved
  publish: Publish
  rawLogs: RawLogs
}) {
  return { ...mailSettingRoutes(options), ...mailTemplateRoutes(options), ...mailTrustRoutes(options), ...outboxRoutes(options) }
}
