import { ProtocolError } from '@simdeck/protocol/errors.ts'

/** The labels of RFC 7468 that are written and read. OpenSSL knows a CRL by `X509 CRL` only. */
export type PemLabel = 'CERTIFICATE' | 'CERTIFICATE REQUEST' | 'X509 CRL'

export function toPem(label: PemLabel, bytes: Uint8Array): string {
  const lines =
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}

const blocks = /-----BEGIN ([A-Z0-9 ]{1,40})-----([A-Za-z0-9+/=\s]*)-----END \1-----/g

/**
 * The contents of the PEM blocks of that label, or the only value of base64 without a frame. Text between blocks is skipped. Throws
 * `ProtocolError` if there is none.
 */
export function fromPem(label: PemLabel, text: string): Uint8Array[] {
  const isLabel = (found: string) => found === label || (label === 'CERTIFICATE REQUEST' && found === 'NEW CERTIFICATE REQUEST')
  const found = Array.from(text.matchAll(blocks)).filter(([, name = '']) => isLabel(name))
  const contents = found.length > 0 ? found.map(([, , content = '']) => content) : [text]
  return contents.map((content) => {
    const packed = content.replaceAll(/\s+/g, '')
    if (packed === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(packed)) throw new ProtocolError('der', `no ${label}`)
    return new Uint8Array(Buffer.from(packed, 'base64'))
  })
}
