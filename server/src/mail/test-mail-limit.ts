const limit = 5
const windowMs = 60_000

/** Limit of five test mails a minute per member and node; true if another one is allowed. */
export function testMailLimit(): (memberId: number, now: number) => boolean {
  const sentAt = new Map<number, number[]>()
  return (memberId, now) => {
    const recent = (sentAt.get(memberId) ?? []).filter((at) => at > now - windowMs)
    if (recent.length >= limit) return false
    sentAt.set(memberId, [...recent, now])
    return true
  }
}
