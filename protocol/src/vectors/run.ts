import { isFields } from './fields.ts'
import { runDerivationVectors, runKcvVectors, runKdfVectors, runKeyDiversificationVectors } from './kdf.ts'
import type { VectorResult } from './result.ts'
import { runScp03Cases, runSessionKeyCases } from './scp03.ts'
import { runSessionVectors } from './session.ts'

const sections: Readonly<Record<string, (list: unknown) => VectorResult[]>> = {
  cases: runScp03Cases,
  sessionKeyOnlyWrapCases: runSessionKeyCases,
  kcv: runKcvVectors,
  derivationOnly: runDerivationVectors,
  vectors: runKdfVectors,
  kdf3: runKeyDiversificationVectors,
}

/** True for a file of SCP80 packets, which are not run. */
export function isScp80(json: unknown): boolean {
  if (!isFields(json) || !Array.isArray(json['vectors'])) return false
  const first: unknown = json['vectors'][0]
  return isFields(first) && ('commandPacket' in first || 'spi' in first || 'responsePacket' in first)
}

/** Runs every vector of a file. The shape of the JSON determines the format. An unknown shape has one failed result. */
export function runVectors(json: unknown): VectorResult[] {
  if (isFields(json)) {
    if ('flows' in json) return runSessionVectors(json)
    const known = Object.keys(sections).filter((section) => Array.isArray(json[section]))
    if (known.length > 0) return known.flatMap((section) => sections[section]?.(json[section]) ?? [])
  }
  return [{ name: 'format', ok: false, why: 'not a vector file of a known format' }]
}
