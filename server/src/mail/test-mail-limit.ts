const limit = 5
const windowMs = 60_000

/** At most five test mails a minute for each member, on this node. The answer says whether there may be another one. */
export function testMailLimit(): (memberId: number, now: number) => boolean {
  const sentAt = new Map<number, number[]>()
  return (memberId, now) => {
    const recent = (sentAt.get(memberId) ?? []).filter((at) => at > now - windowMs)
    if (recent.length >= limit) return false
    sentAt.set(memberId, [...recent, now])
    return true
  }
}
