/** The answer to a request. `text` is plain text, or base64 of a PKCS#7 message if `type` names one. */
export type EstAnswer = {
  status: number
  text: string
  type?: 'application/pkcs7-mime' | 'application/pkcs7-mime; smime-type=certs-only'
  retryAfterSeconds?: number
  allow?: string
}

/** Thrown for a request that is refused before its certificate and its PKCS#10 request are looked at. */
export class EstError extends Error {
  override readonly name = 'EstError'
  readonly status: number
  readonly more: Pick<EstAnswer, 'allow' | 'retryAfterSeconds'>

  constructor(status: number, text: string, more: Pick<EstAnswer, 'allow' | 'retryAfterSeconds'> = {}) {
    super(text)
    this.status = status
    this.more = more
  }
}

/** The headers of an answer. RFC 7030 §4.1.3 wants the transfer encoding, which RFC 8951 lets clients ignore. */
export function headersOf({ type, text, retryAfterSeconds, allow }: EstAnswer): Record<string, string> {
  return {
    'content-type': type ?? 'text/plain; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(type && { 'content-transfer-encoding': 'base64' }),
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    ...(allow && { allow }),
  }
}
