import { otaKinds } from '@simdeck/contract/ota-kinds/kinds.ts'
import { sessionCode } from '@simdeck/protocol/ota/message-codes.ts'
import { rfmPlans } from '@simdeck/protocol/ota/kinds/rfm.ts'
import { emptyRfm, partToSend, rfmFor, scriptToSend } from '../package-scripts/send.ts'
import { storeResult } from '../package-scripts/results.ts'
import { checkFitsMessage } from '../package-scripts/sms-script.ts'
import type { Db } from '../platform/db/database.ts'
import { jobsBuffer, messageCosts } from './cost.ts'
import { csvColumnsFor } from './csv-columns.ts'
import type { OtaJobRow, ServerKind } from './kind.ts'
import { rfmRules } from './queries.ts'
import { wrongTarget } from './requested-kind.ts'

const { words, otaParameters } = otaKinds.rfm

/** Runs a script on the files of the card, and keeps its answers. */
export const rfm: ServerKind<'rfm'> = {
  async plan(db, { parameters, language }) {
    const { scriptId, valuesId, scriptLines, smsTAR } = parameters
    const whole = await scriptToSend(db, 'rfm', scriptId)
    if (!whole) throw wrongTarget('scriptId', 'unknownScript', language)
    const script = partToSend(whole, scriptLines)
    if (!script) throw wrongTarget('scriptLines', 'scriptLines', language)
    const isBySms = smsTAR !== undefined
    if (isBySms) checkFitsMessage(script, language)
    const values = await csvColumnsFor(db, script, { valuesId, language })
    const jobs = rfmPlans(emptyRfm(script)).map((commands) => ({ kind: 'script' as const, secured: false, commands }))
    return {
      kind: 'rfm',
      appletType: null,
      name: `${words.action[language]} ${script.packageName} ${script.otaVersion}`,
      package: null,
      moduleAid: null,
      instanceAid: null,
      installParameters: '',
      step: {
        packageId: null,
        packageAid: null,
        params: { scriptId, ...(values && { valuesId }), ...(scriptLines && { scriptLines }), ...(isBySms && { smsTAR }) },
        ...(isBySms && { transport: 'sms' as const }),
      },
      rules: rfmRules(script, values, isBySms),
      cost: isBySms ? messageCosts(script.row.lines.length) : { jobs: () => jobs, buffer: () => jobsBuffer(jobs) },
    }
  },

  async job(row, { db }) {
    const params = paramsOf(row)
    const whole = params && (await scriptToSend(db, 'rfm', params.scriptId))
    const script = whole && partToSend(whole, params.scriptLines)
    const parameters = script && (await rfmFor(db, script, { simId: row.sim_id, valuesId: params.valuesId }))
    return parameters ? { kind: 'rfm', ...parameters } : null
  },

  withoutJob: sessionCode.parameterNotRegistered,

  refusal: () => null,

  record: keepAnswers,
  recordFailure: keepAnswers,
}

async function keepAnswers(trx: Db, row: OtaJobRow, found: unknown): Promise<void> {
  const params = paramsOf(row)
  if (!params) return
  await storeResult(trx, { otaId: row.id, simId: row.sim_id, campaignId: row.campaign_id, scriptId: params.scriptId }, found)
}

const paramsOf = ({ params }: OtaJobRow) => otaParameters.safeParse(params).data
