const frame = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]*)-----END CERTIFICATE-----/

/** The first certificate of a text in PEM form: its PEM block and its octets. */
export function firstCertificate(chain: string): { pem: string; der: Uint8Array<ArrayBuffer> } | null {
  const [pem, content = ''] = frame.exec(chain) ?? []
  if (!pem) return null
  return { pem: `${pem}\n`, der: Uint8Array.from(atob(content.replaceAll(/\s/g, '')), (letter) => letter.charCodeAt(0)) }
}

/** The largest file that is read as a certificate. */
const maxFile = 200_000
const derSequence = 0x30

/** The content of a file of certificates, of which one in DER is put into a PEM frame. */
export async function pemOfFile(file: File): Promise<string> {
  const octets = new Uint8Array(await file.slice(0, maxFile).arrayBuffer())
  if (octets[0] !== derSequence) return new TextDecoder().decode(octets)
  const lines = btoa(Array.from(octets, (octet) => String.fromCharCode(octet)).join('')).match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

/** A file name that every system takes, from the name of a CA. */
export const fileNameOf = (name: string, ending: string): string => `${name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')}.${ending}`
