import type { BodyOf } from '@simdeck/contract/endpoint.ts'
import { ApiError } from '@simdeck/contract/errors.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import { mostCountedRefusals, type previewPackageScript } from '@simdeck/contract/package-scripts.ts'
import { toHex } from '@simdeck/protocol/bytes.ts'
import { csvColumnName, filledWith, misfits, type VariableValues } from '@simdeck/protocol/card-files/template.ts'
import { deriveKey } from '../platform/crypto/seal.ts'
import type { Db } from '../platform/db/database.ts'
import { type Caller, type Handlers, signedIn, streamed } from '../platform/http/handler.ts'
import { pageOf, windowOf } from '../platform/http/paging.ts'
import { checkedCommands, checkedConfig, readLines } from './check-script.ts'
import { countScripts, selectScriptPage, valuesOfSim } from './queries.ts'
import { checkCsvUrl, resultCsv, signedCsvUrl } from './result-csv.ts'
import { hasCampaign } from './result-queries.ts'
import { resultOf, sameRefusals } from './results.ts'
import { csvValuesOf, ownValues, usableValues, valuesShape } from './values/access.ts'
import { uploadValues } from './values/upload.ts'
import { configShape, currentScript, listedConfig, listedManagement, managementShape, storeScript } from './scripts.ts'

type Calls =
  | 'getRemoteConfig'
  | 'updateRemoteConfig'
  | 'listRemoteConfigs'
  | 'getFileManagementConfig'
  | 'updateFileManagementConfig'
  | 'listFileManagementConfigs'
  | 'previewPackageScript'
  | 'getFileManagementResult'
  | 'countSameRefusals'
  | 'getFileManagementCsvUrl'
  | 'downloadFileManagementCsv'
  | 'uploadScriptValues'
  | 'getScriptValues'

type PreviewBody = BodyOf<typeof previewPackageScript>

/** Values that a user enters, by the variables of their columns; an empty one is none. */
const entered = (values: Readonly<Record<string, string>>): Record<`csv.${string}`, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([column, value]) => (value === '' ? [] : [[`csv.${csvColumnName(column) ?? column}`, value]])),
  )

/** Calls on the scripts of packages, which campaigns send. */
export function packageScriptRoutes({ db, masterKey }: { db: Db; masterKey: string }): Handlers<Calls> {
  const signingKey = deriveKey(masterKey, 'signed urls')

  async function preview({ simId, lines, values = {}, valuesId }: PreviewBody, caller: Caller, language: Language) {
    const templates = readLines(lines, language)
    const own = await valuesOfSim(db, simId)
    if (!own) throw new ApiError('simNotFound')
    if (valuesId !== undefined) await ownValues(db, valuesId, caller)
    const ofLine = valuesId === undefined ? {} : await csvValuesOf(db, valuesId, simId)
    const all: VariableValues = { ...own, ...ofLine, ...entered(values) }
    const filled = templates.map((template) => filledWith(template, all))
    return { lines: filled.map((octets) => octets && toHex(octets).toUpperCase()), ...misfits(templates, all) }
  }

  return {
    getRemoteConfig: async ({ query: key }) => configShape(key, await currentScript(db, 'store-data', key)),

    async updateRemoteConfig(call) {
      const { params: key, body, language, audit } = call
      const lines = body.script === null ? null : [checkedConfig(body.script, body.format, language)]
      const script = { lines, option: body.format === 'tlv', basedOn: body.basedOn, by: signedIn(call).name, audit }
      return configShape(key, await storeScript(db, 'store-data', key, script))
    },

    async listRemoteConfigs({ query }) {
      const [total, rows] = await Promise.all([
        countScripts(db, 'store-data', query),
        selectScriptPage(db, 'store-data', { ...query, ...windowOf(query) }),
      ])
      return pageOf(rows.map(listedConfig), query, total)
    },

    getFileManagementConfig: async ({ query: key }) => managementShape(key, await currentScript(db, 'rfm', key)),

    async updateFileManagementConfig(call) {
      const { params: key, body, language, audit } = call
      const lines = body.script && checkedCommands(body.script, language)
      const script = { lines, option: body.readsBack, basedOn: body.basedOn, by: signedIn(call).name, audit }
      return managementShape(key, await storeScript(db, 'rfm', key, script))
    },

    async listFileManagementConfigs({ query }) {
      const [total, rows] = await Promise.all([
        countScripts(db, 'rfm', query),
        selectScriptPage(db, 'rfm', { ...query, ...windowOf(query) }),
      ])
      return pageOf(rows.map(listedManagement), query, total)
    },

    getFileManagementResult: ({ params }) => resultOf(db, params.otaId),

    async countSameRefusals({ params }) {
      const sims = await sameRefusals(db, params.otaId)
      const isMore = sims !== null && sims > mostCountedRefusals
      return { sims: isMore ? mostCountedRefusals : sims, isMore }
    },

    async getFileManagementCsvUrl({ params: { campaignId } }) {
      if (!(await hasCampaign(db, campaignId))) throw new ApiError('campaignNotFound')
      return signedCsvUrl(signingKey, campaignId, new Date())
    },

    async downloadFileManagementCsv({ params: { campaignId }, query }) {
      const now = new Date()
      checkCsvUrl(signingKey, { campaignId, ...query }, now)
      return { stream: resultCsv(db, campaignId), fileName: `file-management-${Math.floor(now.getTime() / 1000)}.csv` }
    },

    previewPackageScript: (call) => preview(call.body, signedIn(call), call.language),

    uploadScriptValues: (call) =>
      uploadValues(db, { file: streamed(call), reading: call.body, caller: signedIn(call), language: call.language }),

    getScriptValues: async (call) => valuesShape(await usableValues(db, { id: call.params.id, scriptId: null }, signedIn(call))),
  }
}
