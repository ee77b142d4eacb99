/**
 * The address with what is no escape in its path read as it stands, so that every address has an answer of ours: a page or a call
 * that is not there.
 */
export function readableUrl(url: string): string {
  const queryAt = url.indexOf('?')
  const path = queryAt < 0 ? url : url.slice(0, queryAt)
  if (!path.includes('%') || isDecodable(path)) return url
  return path.replaceAll('%', '%25') + url.slice(path.length)
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
