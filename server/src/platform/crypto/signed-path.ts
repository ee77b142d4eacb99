import { createHmac, timingSafeEqual } from 'node:crypto'
import { ApiError } from '@simdeck/contract/errors.ts'
import { signedUrlMinutes } from '@simdeck/contract/campaign-result-csv.ts'

export type SignedPath = { url: string; expiresAt: string }

function signature(key: Uint8Array, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

const withQuery = (path: string, query: Record<string, string>, expires: number) =>
  `${path}?${new URLSearchParams({ ...query, expires: String(expires) }).toString()}`

/** The path with that query as a link that is valid for 15 minutes without a token. */
export function signPath(key: Uint8Array, path: string, now: Date, query: Record<string, string> = {}): SignedPath {
  const expires = Math.floor(now.getTime() / 1000) + signedUrlMinutes * 60
  const text = withQuery(path, query, expires)
  return { url: `${text}&signature=${signature(key, text).toString('hex')}`, expiresAt: new Date(expires * 1000).toISOString() }
}

/** Throws `ApiError('linkExpired')` if the link is too old or was not made by `signPath`. */
export function checkSignedPath(
  key: Uint8Array,
  path: string,
  link: { expires: number; signature: string },
  now: Date,
  query: Record<string, string> = {},
): void {
  const genuine = timingSafeEqual(signature(key, withQuery(path, query, link.expires)), Buffer.from(link.signature, 'hex'))
  if (!genuine || link.expires * 1000 <= now.getTime()) throw new ApiError('linkExpired')
}
