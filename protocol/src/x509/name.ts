import { der, derTags, oid, printableString, sequence, utf8String } from './der.ts'
import { DerReader, readOid, readWhole } from './der-reader.ts'
import { ProtocolError } from '../errors.ts'

/** The attribute types of a subject that this product writes, in the order in which a Name has them (from the country down). */
export const nameTypes = { C: '2.5.4.6', ST: '2.5.4.8', L: '2.5.4.7', O: '2.5.4.10', OU: '2.5.4.11', CN: '2.5.4.3' } as const
export type NameType = keyof typeof nameTypes

/** The parts of a subject; a missing or empty part is not written. */
export type NameParts = Partial<Record<NameType, string>>

/** An attribute as it was read, by its short name or, without one, by its dotted OID. */
export type NameAttribute = { readonly type: string; readonly value: string }

const shortNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(nameTypes).map(([short, dotted]) => [dotted, short])),
  '2.5.4.5': 'serialNumber',
  '1.2.840.113549.1.9.1': 'emailAddress',
  '0.9.2342.19200300.100.1.25': 'DC',
  '0.9.2342.19200300.100.1.1': 'UID',
}

/** The DER of a Name. The country is a PrintableString, everything else UTF-8 (RFC 5280 §4.1.2.4). */
export function encodeName(parts: NameParts): Uint8Array {
  const attributes = (Object.keys(nameTypes) as NameType[]).flatMap((type) => {
    const value = parts[type]
    if (!value) return []
    const text = type === 'C' ? printableString(value) : utf8String(value)
    return [der(derTags.set, sequence(oid(nameTypes[type]), text))]
  })
  return sequence(...attributes)
}

const maxAttributes = 32
const maxValueOctets = 1024

/** The attributes of a Name, from its beginning. Throws `ProtocolError`. */
export function readName(bytes: Uint8Array): NameAttribute[] {
  const names = new DerReader(readWhole(bytes, derTags.sequence).value)
  const attributes: NameAttribute[] = []
  while (names.hasMore) {
    const set = names.inside(derTags.set)
    do {
      const attribute = set.sequence()
      const type = readOid(attribute.next(derTags.oid).value)
      const { tag, value } = attribute.next()
      attribute.end()
      attributes.push({ type: shortNames[type] ?? type, value: textOf(tag, value) })
      if (attributes.length > maxAttributes) throw new ProtocolError('der', 'a name with too many attributes')
    } while (set.hasMore)
  }
  return attributes
}

function textOf(tag: number, value: Uint8Array): string {
  if (value.length > maxValueOctets) throw new ProtocolError('der', 'an attribute of a name is too long')
  try {
    if (tag === derTags.utf8String) return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(value)
    if (tag === derTags.bmpString) return new TextDecoder('utf-16be', { fatal: true, ignoreBOM: true }).decode(value)
  } catch {
    throw new ProtocolError('der', 'an attribute of a name is not text')
  }
  if (tag === derTags.printableString || tag === derTags.ia5String || tag === derTags.teletexString)
    return new TextDecoder('latin1').decode(value)
  throw new ProtocolError('der', 'an attribute of a name is not text')
}

const escaped = (value: string): string =>
  value
    .replaceAll(/[\\,+"<>;]/g, String.raw`\$&`)
    .replace(/^[ #]/, String.raw`\$&`)
    .replace(/ $/, String.raw`\ `)

/** A Name in the form of RFC 4514, which begins with the last attribute: `CN=meter-7,O=Example,C=JP`. */
export const nameText = (attributes: readonly NameAttribute[]): string =>
  attributes
    .map(({ type, value }) => `${type}=${escaped(value)}`)
    .toReversed()
    .join(',')
