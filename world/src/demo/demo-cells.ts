import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importTowers } from '@simdeck/server/cells/towers/import-towers.ts'
import { openDatabase } from '@simdeck/server/platform/db/database.ts'
import { japanCells } from '@simdeck/simulator/applets/japan-cells.ts'

const columns = 'radio,mcc,net,area,cell,unit,lon,lat,range,samples,changeable,created,updated,averageSignal'
const createdAt = Date.UTC(2026, 0, 1) / 1000

/** The cells of the virtual radio network, in the format of OpenCelliD. */
export function demoCellsCsv(): string {
  const lines = japanCells.map(
    ({ mcc, mnc, area, cell, latitude, longitude, rangeMetres }) =>
      `LTE,${mcc},${mnc},${area},${cell},0,${longitude},${latitude},${rangeMetres},10,1,${createdAt},${createdAt},0`,
  )
  return `${[columns, ...lines].join('\n')}\n`
}

/** Imports the cells of the virtual radio network into the database of a new demo. */
export async function importDemoCells(databaseUrl: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'simdeck-cells-'))
  const database = openDatabase(databaseUrl, { max: 2 })
  try {
    const file = join(folder, 'demo-cells.csv')
    writeFileSync(file, demoCellsCsv())
    await importTowers(database, file, { onProgress: () => undefined, onBadLine: () => undefined })
  } finally {
    await database.close()
    rmSync(folder, { recursive: true })
  }
}
