/** A cell tower, with its position in millionths of a degree. */
export type Tower = {
  radio: number
  mcc: number
  net: number
  area: number
  cell: number
  longitude: number
  latitude: number
  rangeMetres: number
  /** In seconds since 1970; 0 if unknown. */
  updated: number
}

/** Why a line has no tower: `radio` is a technology that SIMs do not report, anything else a fault of the line. */
export type LineFault = 'fields' | 'radio' | 'mcc' | 'net' | 'area' | 'cell' | 'position' | 'range'

/** Access technologies by their names in the files (ETSI TS 102 223 §8.61). */
const radios: Record<string, number> = { GSM: 0x00, UMTS: 0x03, LTE: 0x08, NR: 0x0a, NBIOT: 0x08, 'NB-IOT': 0x08, LTEM: 0x08 }
/** The range of a tower whose range is not known. */
const usualRangeMetres = 1_000
const maxRangeMetres = 200_000
const leastFields = 9

const whole = (text: string | undefined, least: number, most: number): number | null => {
  const number = text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : -1
  return number >= least && number <= most ? number : null
}

/** A number of degrees in millionths. */
function degrees(text: string | undefined, most: number): number | null {
  if (text === undefined || !/^[+-]?\d{1,3}(\.\d{0,20})?([eE][+-]?\d{1,2})?$/.test(text)) return null
  const number = Number(text)
  return Math.abs(number) <= most ? Math.round(number * 1e6) : null
}

/** True for the line with the names of the columns. */
export const isHeader = (line: string): boolean => /^"?radio"?,/i.test(line)

/**
 * A line of the CSV format that OpenCelliD and Mozilla share: radio, mcc, net, area, cell, unit, lon, lat, range, samples, changeable,
 * created, updated, averageSignal. The last columns may be missing.
 */
export function readTower(line: string): Tower | LineFault {
  const fields = line.split(',')
  if (fields.length < leastFields) return 'fields'
  const radio = radios[fields[0]!.trim().toUpperCase()]
  if (radio === undefined) return 'radio'
  const mcc = whole(fields[1], 1, 999)
  if (mcc === null) return 'mcc'
  const net = whole(fields[2], 0, 999)
  if (net === null) return 'net'
  const area = whole(fields[3], 0, 2 ** 24 - 1)
  if (area === null) return 'area'
  const cell = whole(fields[4], 0, 2 ** 36 - 1)
  if (cell === null) return 'cell'
  const longitude = degrees(fields[6], 180)
  const latitude = degrees(fields[7], 90)
  if (longitude === null || latitude === null || (longitude === 0 && latitude === 0)) return 'position'
  const range = fields[8] === '' ? 0 : Number(fields[8])
  if (!(range >= 0 && range <= 1e9)) return 'range'
  const rangeMetres = Math.min(Math.round(range), maxRangeMetres) || usualRangeMetres
  return { radio, mcc, net, area, cell, longitude, latitude, rangeMetres, updated: whole(fields[12], 0, 2 ** 31 - 1) ?? 0 }
}
