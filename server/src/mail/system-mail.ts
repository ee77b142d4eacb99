import { languages, type Language } from '@simdeck/contract/languages.ts'
import { applicationName, systemSettings } from '../settings/settings.ts'
import type { Db } from '../platform/db/database.ts'
import { composeSystem } from './content/compose.ts'
import type { Outbox } from './outbox.ts'
import { destinations } from './queries.ts'
import type { ReportEvent } from './content/queue-mail.ts'
import { textsOf } from './content/templates.ts'
import { eventTexts } from './content/system-texts.ts'

export type SystemEventReport = { event: Record<Language, string>; method: string; url: string }

/** Reports events of the system by mail to its destinations, while system mail is on. */
export class SystemMail {
  readonly #outbox: Outbox

  constructor(outbox: Outbox) {
    this.#outbox = outbox
  }

  reportEvent: ReportEvent = (trx, event, at) => this.report(trx, { event: eventTexts[event], ...at })

  /** The destinations; none while system mail is off. */
  async recipients(db: Db): Promise<string[]> {
    const [setting] = await systemSettings(db, ['system_mail'])
    return setting?.value === '1' ? destinations(db) : []
  }

  /** Queues one mail for each destination, in the caller's transaction. */
  async report(trx: Db, { event, method, url }: SystemEventReport): Promise<void> {
    const recipients = await this.recipients(trx)
    if (recipients.length === 0) return
    const { system } = await textsOf(trx, ['system'])
    const shared = { method, url, time: timeText(new Date()), application: await applicationName(trx) }
    const values = Object.fromEntries(languages.map((language) => [language, { ...shared, event: event[language] }])) as Record<
      Language,
      typeof shared & { event: string }
    >
    await this.#outbox.add(trx, recipients, composeSystem(system, values))
  }
}

const timeText = (at: Date): string => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
