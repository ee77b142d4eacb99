/**
 * The URL with invalid escapes in its path read literally, so that every URL gets an answer of this server: a page or an error from the
 * catalogue.
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
