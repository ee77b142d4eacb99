import type { IncomingMessage } from 'node:http'
import { maxRequestOctets } from '@simdeck/protocol/x509/certification-request.ts'

/** The longest request in base64 with its line breaks. */
export const maxBodyOctets = Math.ceil(maxRequestOctets / 3) * 4 + 1024

/** The body as text; null for one that is too long, of which nothing more is stored. */
export async function readBody(request: IncomingMessage): Promise<string | null> {
  if (Number(request.headers['content-length'] ?? 0) > maxBodyOctets) return null
  const parts: Buffer[] = []
  let length = 0
  // The request must not be destroyed, because the answer is sent on its connection.
  for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += part.length
    if (length > maxBodyOctets) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString('latin1')
}

/** The octets of base64 with line breaks (RFC 7030 §4.2.1, RFC 8951 §3.1); null for another text. */
export function fromBase64(text: string): Uint8Array | null {
  const packed = text.replaceAll(/[ \t\r\n]/g, '')
  const isBase64 = packed !== '' && packed.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(packed)
  return isBase64 ? new Uint8Array(Buffer.from(packed, 'base64')) : null
}

/** Base64 in lines of 64 characters. */
export function toBase64(bytes: Uint8Array): string {
  const lines =
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return `${lines.join('\n')}\n`
}
