import type { Db } from '../db/database.ts'
import type { Publish } from '../events/changes.ts'
import type { MailServers } from './mail-server.ts'
import { outboxRoutes } from './outbox-routes.ts'
import type { Outbox } from './outbox.ts'
import type { TellSystem } from './queue-mail.ts'
import { mailSettingRoutes } from './setting-routes.ts'
import { mailTemplateRoutes } from './template-routes.ts'

export function mailRoutes(options: { db: Db; servers: MailServers; outbox: Outbox; tellSystem: TellSystem; publish: Publish }) {
  return { ...mailSettingRoutes(options), ...mailTemplateRoutes(options), ...outboxRoutes(options) }
}
