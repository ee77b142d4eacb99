import { Random } from '../random.ts'

/** An LTE cell of the virtual radio network. `cell` is the ECI: eNB × 256 + local part (3GPP TS 36.413 §9.2.1.38). */
export interface RadioCell {
  city: string
  mcc: string
  mnc: string
  /** Tracking area code. */
  area: number
  cell: number
  latitude: number
  longitude: number
  rangeMetres: number
}

const cities: readonly (readonly [name: string, latitude: number, longitude: number, sites: number])[] = [
  ['Tokyo', 35.681, 139.767, 10],
  ['Yokohama', 35.444, 139.638, 6],
  ['Osaka', 34.694, 135.502, 8],
  ['Nagoya', 35.181, 136.906, 6],
  ['Sapporo', 43.062, 141.354, 5],
  ['Fukuoka', 33.59, 130.402, 5],
  ['Kobe', 34.69, 135.196, 4],
  ['Kyoto', 35.012, 135.768, 4],
  ['Saitama', 35.861, 139.645, 4],
  ['Chiba', 35.607, 140.106, 4],
  ['Hiroshima', 34.385, 132.455, 4],
  ['Sendai', 38.268, 140.869, 4],
  ['Niigata', 37.916, 139.036, 3],
  ['Hamamatsu', 34.711, 137.726, 3],
  ['Kumamoto', 32.803, 130.708, 3],
  ['Okayama', 34.655, 133.919, 3],
  ['Kanazawa', 36.561, 136.656, 3],
  ['Kagoshima', 31.56, 130.558, 3],
  ['Matsuyama', 33.839, 132.766, 2],
  ['Takamatsu', 34.343, 134.047, 2],
  ['Nagano', 36.651, 138.181, 2],
  ['Akita', 39.72, 140.103, 2],
  ['Aomori', 40.822, 140.747, 2],
  ['Asahikawa', 43.771, 142.365, 2],
  ['Naha', 26.212, 127.679, 3],
]

const firstArea = 0x1101
const firstSite = 100_000
const sitesPerCity = 100
const sectors = 3

function build(): RadioCell[] {
  return cities.flatMap(([city, latitude, longitude, sites], cityIndex) => {
    const random = new Random(`cells of ${city}`)
    const away = (): number => Math.round((random.fraction() - 0.5) * 0.08 * 1e5) / 1e5
    return Array.from({ length: sites }, (_, site) => {
      const [lat, lon, rangeMetres] = [latitude + away(), longitude + away(), random.between(4, 24) * 100]
      return Array.from({ length: sectors }, (_sector, sector) => ({
        city,
        mcc: '440',
        mnc: '10',
        area: firstArea + cityIndex,
        cell: (firstSite + cityIndex * sitesPerCity + site) * 256 + sector + 1,
        latitude: lat,
        longitude: lon,
        rangeMetres,
      }))
    }).flat()
  })
}

/** All cells of the virtual network. They are always the same, so that a table of towers can hold the cells that SIMs report. */
export const japanCells: readonly RadioCell[] = build()
