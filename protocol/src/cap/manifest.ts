/** The facts in a CAP file's manifest about its conversion. A field is missing when the converter did not write it. */
export interface CapManifest {
  /** `Java-Card-CAP-Creation-Time` as written, for people. */
  creationTime?: string
  /** The creation time as a point in time. Missing when the text or its time zone is unknown. */
  createdAt?: Date
  converterVersion?: string
  converterProvider?: string
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * Time zones in minutes east of UTC, by the abbreviations of `java.util.Date`. Several zones share `CST`, `IST` and `BST`; the table has
 * the zone with the most users.
 */
const zoneMinutes: Record<string, number> = {
  UTC: 0,
  GMT: 0,
  Z: 0,
  WET: 0,
  WEST: 60,
  BST: 60,
  CET: 60,
  CEST: 120,
  EET: 120,
  EEST: 180,
  MSK: 180,
  IST: 330,
  ICT: 420,
  HKT: 480,
  SGT: 480,
  JST: 540,
  KST: 540,
  AEST: 600,
  AEDT: 660,
  EST: -300,
  EDT: -240,
  CST: -360,
  CDT: -300,
  MST: -420,
  MDT: -360,
  PST: -480,
  PDT: -420,
  BRT: -180,
  ART: -180,
}

const longestValue = 200

/** Reads octets as text that can be stored and shown: control characters become U+FFFD. */
export function printable(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).replace(/\p{Cc}/gu, '\u{FFFD}')
}

/**
 * Reads the time as `java.util.Date.toString` writes it (`Wed Dec 28 20:00:16 CET 2022`). Returns undefined for other texts, since a wrong
 * manifest does not make a CAP file invalid.
 */
export function parseCreationTime(text: string): Date | undefined {
  const parts = /^[A-Za-z]{3} ([A-Za-z]{3}) +(\d{1,2}) (\d{2}):(\d{2}):(\d{2}) (\S+) (\d{4})$/.exec(text.trim())
  if (parts === null) return undefined
  const [, monthName = '', day, hour, minute, second, zone = '', year] = parts
  const month = months.indexOf(monthName.toLowerCase())
  const offset = zoneOffset(zone)
  if (month < 0 || offset === undefined) return undefined
  const local = Date.UTC(Number(year), month, Number(day), Number(hour), Number(minute), Number(second))
  return new Date(local - offset * 60_000)
}

function zoneOffset(zone: string): number | undefined {
  const numeric = /^(?:GMT|UTC)?([+-])(\d{2}):?(\d{2})$/.exec(zone)
  if (numeric === null) return Object.hasOwn(zoneMinutes, zone) ? zoneMinutes[zone] : undefined
  const [, sign, hours, minutes] = numeric
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

/**
 * Reads `META-INF/MANIFEST.MF` (JAR File Specification: continuation lines, names without regard to case; the first line with a name
 * counts).
 */
export function readManifest(bytes: Uint8Array): CapManifest {
  const lines = new TextDecoder()
    .decode(bytes)
    .replace(/(?:\r\n|\r|\n) /g, '')
    .split(/\r\n|\r|\n/)
  const values = new Map<string, string>()
  for (const line of lines) {
    const colon = line.indexOf(':')
    if (colon <= 0) continue
    const name = line.slice(0, colon).toLowerCase()
    const value = line
      .slice(colon + 1)
      .trim()
      .slice(0, longestValue)
      .replace(/\p{Cc}/gu, '\u{FFFD}')
    if (value !== '' && !values.has(name)) values.set(name, value)
  }
  const creationTime = values.get('java-card-cap-creation-time')
  return {
    creationTime,
    createdAt: creationTime === undefined ? undefined : parseCreationTime(creationTime),
    converterVersion: values.get('java-card-converter-version'),
    converterProvider: values.get('java-card-converter-provider'),
  }
}
