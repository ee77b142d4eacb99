import type { Db } from '../../platform/db/database.ts'
import type { Content } from '../../platform/notifications/content.ts'
import { type NewNotification, notifyAll } from '../../platform/notifications/notify.ts'
import { quietUntil } from '../../platform/notifications/quiet-hours.ts'
import type { Change } from './judge.ts'
import type { Listener, WatchingRule } from './queries.ts'

/** A change of a rule that its members are told of. `lost`: the rule cannot be judged any more. */
export type Told = { rule: WatchingRule; change: Change | 'lost'; value: number | null }

type OfAlert = Extract<Content, { params: { rule: string } }>

/** The events of one kind for one member. They make one notification. */
type ForMember = { memberId: number; kind: OfAlert['kind']; events: { told: Told; bell: boolean; mail: boolean }[] }

/**
 * Notifies the members of each rule, with one notification for each kind and member.
 */
export async function tell(
  trx: Db,
  at: Date,
  all: readonly Told[],
  { listeners, ended }: { listeners: ReadonlyMap<number, readonly Listener[]>; ended: ReadonlyMap<number, Date> },
): Promise<void> {
  const grouped = new Map<string, ForMember>()
  for (const told of all) {
    const kind = kindOf(told)
    for (const { memberId, bell, mail } of listeners.get(told.rule.id) ?? []) {
      const key = `${kind} ${memberId}`
      const known = grouped.get(key) ?? { memberId, kind, events: [] }
      known.events.push({ told, bell, mail })
      grouped.set(key, known)
    }
  }
  await notifyAll(
    trx,
    [...grouped.values()].map(({ memberId, kind, events }): NewNotification => {
      const { told } = events.at(-1)!
      const waits = events.map((one) => (one.told.rule.severity === 'critical' ? null : quietUntil(one.told.rule.quiet_hours, at)))
      return {
        kind,
        params: paramsOf(told, at, ended.get(told.rule.id) ?? null),
        ownerId: memberId,
        alertRuleId: told.rule.id,
        events: events.length,
        ways: {
          bell: events.some(({ bell }) => bell),
          mail: events.some(({ mail }) => mail),
          // One that does not wait takes the others with it.
          mailAfter: waits.includes(null) ? null : waits[0]!,
        },
      }
    }),
  )
}

function kindOf({ rule: { severity }, change }: Told): OfAlert['kind'] {
  if (change === 'lost') return 'alertLost'
  if (change === 'ended') return severity === 'critical' ? 'criticalAlertEnded' : 'alertEnded'
  return severity === 'critical' ? 'criticalAlert' : 'alert'
}

function paramsOf({ rule, change, value }: Told, at: Date, began: Date | null): OfAlert['params'] {
  const { comparison, threshold, figure, hold_minutes: holdMinutes } = rule
  const minutes = began ? Math.round((at.getTime() - began.getTime()) / 60_000) : 0
  return { rule: rule.name, value: value ?? 0, figure, comparison, threshold, holdMinutes, again: change === 'again', minutes }
}
