import type { AccessFeature } from '../access/feature.ts'
import type { AuthFeature } from '../auth/feature.ts'
import type { MailFeature } from '../mail/feature.ts'
import type { Platform } from '../platform/platform.ts'
import { memberAccountRoutes } from './account-routes.ts'
import { memberRoutes } from './member-routes.ts'
import type { MemberDependencies } from './dependencies.ts'

type Below = { mail: MailFeature; access: AccessFeature; auth: AuthFeature }

/** Members of the console and the administration of their accounts. */
export function membersFeature({ db, publish, consoleUrl }: Platform, { mail, access, auth }: Below) {
  const { attemptLimiter, secondFactor } = auth
  const { queueMail, reportEvent } = mail
  const { domainAllowed } = access
  const dependencies: MemberDependencies = { db, attemptLimiter, secondFactor, publish, consoleUrl, queueMail, reportEvent, domainAllowed }
  return { routes: { ...memberRoutes(dependencies), ...memberAccountRoutes(dependencies) } }
}
