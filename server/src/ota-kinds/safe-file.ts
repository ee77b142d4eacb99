import { otaKinds } from '@simdeck/contract/ota-kinds/kinds.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { sessionCode } from '@simdeck/protocol/ota/message-codes.ts'
import { minReceiveBuffer } from '@simdeck/protocol/ota/messages.ts'
import { fileParameters, type FileOta, recordFile } from '../safe-files/ota.ts'
import type { OtaJobRow, ServerKind } from './kind.ts'
import { safeFileRules } from './queries.ts'

const { words } = otaKinds['safe-file']
/** A file of a usual size, for the cost. */
const usual = {
  instanceAid: new Uint8Array(16),
  fileId: new Uint8Array(8),
  label: 'configuration',
  capacity: 512,
  content: new Uint8Array(512),
}

/** Writes files of the IoT SAFE applet, and deletes them. */
export const safeFile: ServerKind<'safe-file'> = {
  plan: async (_, { parameters: { safeFile: asked }, language }) => ({
    kind: 'safe-file',
    appletType: null,
    name: words.action[language],
    package: null,
    moduleAid: null,
    instanceAid: null,
    installParameters: '',
    step: { packageId: null, packageAid: null, params: asked },
    rules: safeFileRules(asked),
    cost: { jobs: () => [{ kind: 'safe-file', ...usual, step: asked.step }], buffer: () => minReceiveBuffer },
  }),

  async job(row, { db }) {
    const ota = otaOf(row)
    if (!ota || row.held || row.other_instance_aid === null) return null
    const parameters = await fileParameters(db, ota, fromHex(row.other_instance_aid))
    return parameters && { kind: 'safe-file', ...parameters }
  },

  /** The applet may have been removed since the campaign began. */
  refusal: ({ other_instance_aid: aid }) => (aid === null ? sessionCode.notConfigured : null),

  async record(trx, row) {
    const ota = otaOf(row)
    if (ota) await recordFile(trx, ota)
  },
}

/** Null if the row has parameters of another kind. */
function otaOf({ id: otaId, sim_id: simId, params }: OtaJobRow): FileOta | null {
  const parsed = otaKinds['safe-file'].otaParameters.safeParse(params).data
  return parsed ? { otaId, simId, ...parsed } : null
}
