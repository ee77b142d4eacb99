import { japanCells } from '@simdeck/simulator/applets/japan-cells.ts'
import { Random } from '@simdeck/simulator/random.ts'

/** An LTE cell of the network of seeded SIMs. */
export type SeedCell = { area: number; cell: number; longitude: number; latitude: number; rangeMetres: number }

/** Seeded SIMs are spread over this many base stations around the cities of the virtual radio network. */
const sites = 20_000
const firstSite = 300_000
const firstArea = 0x2001
const sectors = 3
/** Degrees from the middle of its city within which two thirds of the base stations are. */
const spread = 0.11

/** A number around 0, by the sum of uniform ones. */
const around = (random: Random): number => (random.fraction() + random.fraction() + random.fraction() + random.fraction() - 2) * 1.7

function build(): SeedCell[] {
  const random = new Random('cells of seeded SIMs')
  return Array.from({ length: sites }, (_, site) => {
    // A city has as many cells in the virtual network as it has weight here.
    const centre = japanCells[random.between(0, japanCells.length - 1)]!
    const degrees = (middle: number): number => Math.round((middle + around(random) * spread) * 1e6) / 1e6
    const place = { longitude: degrees(centre.longitude), latitude: degrees(centre.latitude), rangeMetres: random.between(3, 40) * 100 }
    return Array.from({ length: sectors }, (_sector, sector) => ({
      area: firstArea + centre.area,
      cell: (firstSite + site) * 256 + sector + 1,
      ...place,
    }))
  }).flat()
}

let built: readonly SeedCell[] | null = null
/** All cells of seeded SIMs; always the same. */
export const seedCells = (): readonly SeedCell[] => (built ??= build())
