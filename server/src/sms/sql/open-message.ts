import { type RawBuilder, sql } from 'kysely'

/** Minutes in which a card that is on answers a script. */
const answerMinutes = 2

/** Condition for a script whose answer of the card is still expected. Another message could overtake it, and the card then refuses it. */
export const expectsAnswer = (message: string): RawBuilder<unknown> =>
  sql.raw(`(${message}.script is not null and (${message}.state in ('queued', 'sent', 'unknown') or (${message}.state = 'accepted'
    and ${message}.proof_status is null and ${message}.sent_at > now() - ${answerMinutes} * interval '1 minute')))`)

/** Condition for a SIM with a message without the answer of the gateway, or with a script without that of the card. */
export const openMessage = (simId: string): RawBuilder<unknown> =>
  sql`exists (select from sms_messages open where open.sim_id = ${sql.raw(simId)}
    and (open.state in ('queued', 'sent', 'unknown') or ${expectsAnswer('open')}))`
