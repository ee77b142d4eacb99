import type { OtaPackage } from '@simdeck/contract/packages.ts'
import { memoryFor } from './card-memory.ts'
import type { CountedPackageRow } from './queries.ts'

export function packageShape(row: CountedPackageRow): OtaPackage {
  return {
    id: row.id,
    packageAID: row.package_aid,
    otaVersion: row.ota_version,
    version: row.ota_version,
    label: row.label,
    type: row.type,
    name: row.name,
    applets: row.applets,
    imports: row.imports,
    loadLength: row.load_length,
    loadSha256: row.load_sha256,
    builtAt: row.built_at?.toISOString() ?? null,
    contents: row.contents,
    memoryNeeded: memoryFor(row.load_length),
    notes: row.notes,
    installParameters: row.install_parameters,
    cardParameters: row.card_parameters,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by_name,
    updatedAt: row.updated_at.toISOString(),
    simsUsing: row.sims_using,
    simsPending: row.sims_pending,
  }
}
