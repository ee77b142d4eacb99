import type { MailFeature } from '../mail/feature.ts'
import type { WholeChange } from '../platform/events/changes.ts'
import type { Platform } from '../platform/platform.ts'
import { AccessRules } from './access-rules.ts'
import { accessRoutes } from './routes.ts'
import './tables.ts'

const reloadMs = 10 * 60_000

/** Restrictions of the IP addresses that may connect, and of the domains that may sign up. */
export function accessFeature({ db, publish, sockets }: Platform, { mail }: { mail: MailFeature }) {
  const rules = new AccessRules(db)
  return {
    routes: accessRoutes({ db, rules, publish, reportEvent: mail.reportEvent }),
    jobs: [
      {
        name: 'access restrictions',
        title: { ja: 'アクセス制限の再読み込み', en: 'Reloading of access restrictions' },
        everyMs: reloadMs,
        run: () => rules.load(),
      },
    ],
    prepare: () => rules.load(),
    async onChange({ access }: WholeChange) {
      if (!access) return
      await rules.load()
      sockets.closeForbidden((ip) => rules.allowed('console', ip))
    },
    allowed: rules.allowed,
    domainAllowed: rules.domainAllowed,
    signUpOpen: rules.signUpOpen,
  }
}

export type AccessFeature = ReturnType<typeof accessFeature>
