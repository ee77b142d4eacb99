import type { ContentDifference, getDriftExtras, Remedy, SimDrift } from '@simdeck/contract/drift.ts'
import type { ResponseOf } from '@simdeck/contract/endpoint.ts'
import { extraOf } from '@simdeck/contract/extra-content.ts'
import { memoryFor } from '../packages/card-memory.ts'
import type { Db } from '../platform/db/database.ts'
import { fingerprintOf, remedyGroupOf, repairingPackage, type StoredDifference } from '../packages/content/differences.ts'
import { keyAnswerOf } from '../packages/content/key-answers.ts'
import type { MeantContent } from '../packages/content/meant.ts'
import { type Content, contentOf } from '../packages/content/refresh.ts'
import { countCertificates, selectCause, selectExtras, selectFreeMemory, selectPackagesByVersion, selectRemedies } from './queries.ts'

/** The differences of a SIM with their remedy; null if its card was never read and has not refused the keys. */
export async function simDriftOf(db: Db, simId: number): Promise<SimDrift | null> {
  const key = await keyAnswerOf(db, simId)
  const drift = await contentDriftOf(db, simId)
  if (!key) return drift
  const [refused] = await shown(db, [key.difference], { packages: [] })
  const others = drift ?? { ...unread, readAt: key.at.toISOString(), freeMemory: await selectFreeMemory(db, simId) }
  return { ...others, differences: [refused!, ...others.differences], remedy: null }
}

/** A SIM whose card was never read. */
const unread = { differences: [], accepted: 0, installed: null, cause: null, neededMemory: null, certificates: 0 }

async function contentDriftOf(db: Db, simId: number): Promise<SimDrift | null> {
  const content = await contentOf(db, simId)
  if (!content) return null
  const { readAt, meant, differences, accepted } = content
  const open = openDifferences(content)
  const [leading] = open
  const found = leading && repairingPackage(leading, meant)
  const lostIn = found?.lost_in ?? null
  const cause = found && lostIn !== null ? await selectCause(db, simId, { campaignId: lostIn, packageId: found.id }) : null
  return {
    readAt: readAt.toISOString(),
    differences: await shown(db, open, meant),
    accepted: accepted.length === 0 ? 0 : differences.length - open.length,
    remedy: remedyOf(leading, meant),
    installed: found?.installed_in && found.installed_at ? { campaignId: found.installed_in, at: found.installed_at.toISOString() } : null,
    cause: cause && {
      campaignId: cause.campaign_id,
      removedAt: cause.removed_at?.toISOString() ?? null,
      code: cause.code,
      sw: cause.sw,
    },
    freeMemory: await selectFreeMemory(db, simId),
    neededMemory: found ? memoryFor(found.load_length) : null,
    certificates: await countCertificates(db, simId),
  }
}

/** The differences that nobody has accepted. */
export const openDifferences = ({ differences, accepted }: Content): StoredDifference[] =>
  differences.filter((one) => !accepted.includes(fingerprintOf(one)))

/** The remedies of the SIMs with a difference, each with the number of its SIMs. */
export async function remediesOf(db: Db, filter: Parameters<typeof selectRemedies>[1]): Promise<(Remedy & { count: number })[]> {
  const rows = await selectRemedies(db, filter)
  return rows.map(({ params, ...row }) => ({ ...row, install: params?.moduleAID ? params : null }))
}

/** The extra content that can be removed, with the number of its SIMs. */
export async function extrasOf(db: Db, extra: string | undefined): Promise<ResponseOf<typeof getDriftExtras>> {
  const rows = await selectExtras(db, extra)
  return rows.map(({ with_certificates: withCertificates, ...row }) => ({ ...row, extra: extraOf(row), withCertificates }))
}

function remedyOf(leading: StoredDifference | undefined, meant: MeantContent): Remedy | null {
  const group = remedyGroupOf(leading, meant)
  const found = leading && repairingPackage(leading, meant)
  return group === null || !found ? null : { group, package: found.key, library: found.library, install: found.install }
}

async function shown(
  db: Db,
  differences: readonly StoredDifference[],
  meant: Pick<MeantContent, 'packages'>,
): Promise<ContentDifference[]> {
  const extra = await selectPackagesByVersion(
    db,
    differences.filter(({ kind }) => kind === 'extra').map(({ aid }) => aid),
  )
  return differences.map(({ packageId, ...one }) => {
    const registered = extra.find(({ package_aid: aid, ota_version: version }) => aid === one.aid && version === one.version)
    const { package_aid: packageAID, ota_version: otaVersion, label, name } = registered ?? {}
    const held = packageAID === undefined ? null : { packageAID, otaVersion: otaVersion!, label: label!, name: name! }
    return { ...one, package: meant.packages.find(({ id }) => id === packageId)?.key ?? (one.kind === 'extra' ? held : null) }
  })
}
