import { fieldsList, isFields } from './fields.ts'
import type { Fields } from './fields.ts'
import { runDerivationVectors, runKcvVectors, runKdfVectors, runKeyDiversificationVectors } from './kdf.ts'
import type { VectorResult } from './result.ts'
import { runScp03Cases, runSessionKeyCases } from './scp03.ts'
import { runDeliverVectors, runPacketVectors, runScriptVectors } from './scp80.ts'
import { runSessionVectors } from './session.ts'

const sections: Readonly<Record<string, (list: unknown) => VectorResult[]>> = {
  cases: runScp03Cases,
  sessionKeyOnlyWrapCases: runSessionKeyCases,
  kcv: runKcvVectors,
  derivationOnly: runDerivationVectors,
  vectors: runKdfVectors,
  kdf3: runKeyDiversificationVectors,
}

const packetSections: Readonly<Record<string, (list: unknown) => VectorResult[]>> = {
  vectors: runPacketVectors,
  smsDeliverTpdus: runDeliverVectors,
  expandedFormat: runScriptVectors,
}

/** The sections of a file. A file of SCP80 names its packets `vectors`, as a file of the KDF names its derivations. */
function sectionsOf(json: Fields): typeof sections {
  const [first] = fieldsList(json['vectors'])
  return first && 'spi' in first ? packetSections : sections
}

/** Runs every vector of a file. The shape of the JSON determines the format. An unknown shape has one failed result. */
export function runVectors(json: unknown): VectorResult[] {
  if (isFields(json)) {
    if ('flows' in json) return runSessionVectors(json)
    const runners = Object.entries(sectionsOf(json)).filter(([section]) => Array.isArray(json[section]))
    if (runners.length > 0) return runners.flatMap(([section, run]) => run(json[section]))
  }
  return [{ name: 'format', ok: false, why: 'not a vector file of a known format' }]
}
