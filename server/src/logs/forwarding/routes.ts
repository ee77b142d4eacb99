import { X509Certificate } from 'node:crypto'
import { ApiError } from '@simdeck/contract/errors.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import type { LogForwarding } from '@simdeck/contract/log-forwarding.ts'
import { changesBetween } from '../../platform/audit/subjects.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Handlers } from '../../platform/http/handler.ts'
import { countBehind, endForwarding, type ForwardingRow, lockForwarding, type Receiver, saveReceiver, selectForwarding } from './queries.ts'

type Calls = 'getLogForwarding' | 'putLogForwarding' | 'deleteLogForwarding'

const notCertificates = {
  ja: '証明書（PEM形式、BEGIN CERTIFICATEで始まるもの）だけを入力してください',
  en: 'Enter certificates only, in PEM format: they begin with BEGIN CERTIFICATE',
}
const subjects = ['setting:log_forwarding'] as const

export function forwardingRoutes({ db }: { db: Db }): Handlers<Calls> {
  return {
    async getLogForwarding() {
      return shown(db, await selectForwarding(db))
    },

    async putLogForwarding(call) {
      const receiver = { ...call.body, ca: checkedCa(call.body.ca, call.language) }
      await db.transaction().execute(async (trx) => {
        const before = await lockForwarding(trx)
        await saveReceiver(trx, receiver, before)
        const changes = changesBetween(factsOf(before), factsOf(receiver))
        await call.audit(trx, null, { subjects, changes, ...(!isOn(before) && { action: 'settingAdd' }) })
      })
      return shown(db, await selectForwarding(db))
    },

    async deleteLogForwarding(call) {
      await db.transaction().execute(async (trx) => {
        const before = await lockForwarding(trx)
        await call.audit(trx, null, { subjects, changes: changesBetween(factsOf(before), { host: null, port: null }) })
        await endForwarding(trx)
      })
      return shown(db, await selectForwarding(db))
    },
  }
}

/** False for a receiver that was removed and gets its last rows. */
const isOn = (row: ForwardingRow | undefined): row is ForwardingRow => row !== undefined && row.last_action_id === null

const factsOf = (row: Receiver | ForwardingRow | undefined) =>
  row && (!('last_action_id' in row) || row.last_action_id === null) ? { host: row.host, port: row.port } : {}

/** The certificates without surrounding text. Throws `ApiError` unless the text is certificates only. */
function checkedCa(text: string, language: Language): string {
  const pem = text.trim()
  if (pem === '') return ''
  const certificates = pem.match(/-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g) ?? []
  const rest = certificates.reduce((left, one) => left.replace(one, ''), pem)
  try {
    if (certificates.length === 0 || rest.trim() !== '') throw new Error('other text')
    for (const one of certificates) void new X509Certificate(one)
  } catch {
    throw new ApiError('invalidInput', { fields: [{ path: 'ca', message: notCertificates[language] }] })
  }
  return `${certificates.join('\n')}\n`
}

async function shown(db: Db, row: ForwardingRow | undefined): Promise<LogForwarding> {
  if (!isOn(row)) return { target: null, state: null }
  const { host, port, ca, failure, detail } = row
  const state = {
    sent_at: row.sent_at?.toISOString() ?? null,
    failing_since: row.failing_since?.toISOString() ?? null,
    failure,
    detail,
    behind: await countBehind(db, row),
  }
  return { target: { host, port, ca }, state }
}
