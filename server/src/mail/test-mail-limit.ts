const limit = 5
const windowMs = 60_000

/** Limits test mails to five a minute per member and node. The returned function counts a mail; it is false if the limit is reached. */
export function testMailLimit(): (memberId: number, now: number) => boolean {
  const sentAt = new Map<number, number[]>()
  return (memberId, now) => {
    const recent = (sentAt.get(memberId) ?? []).filter((at) => at > now - windowMs)
    if (recent.length >= limit) return false
    sentAt.set(memberId, [...recent, now])
    return true
  }
}
