import type { AccessRestrictions } from '@simdeck/contract/access-restrictions.ts'
import { ApiError, errorCatalogue, type FieldError } from '@simdeck/contract/errors.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import type { Db } from '../platform/db/database.ts'
import type { Publish } from '../platform/events/changes.ts'
import { type Handlers, signedIn } from '../platform/http/handler.ts'
import type { ReportEvent } from '../mail/content/queue-mail.ts'
import { type AccessRules, wouldAllow } from './access-rules.ts'
import { readRestrictions, replaceRestrictions } from './queries.ts'
import { addressText, rangeText, readAddress, readRange } from '../platform/http/ranges.ts'

export type AccessOptions = { db: Db; rules: AccessRules; publish: Publish; reportEvent: ReportEvent }

export function accessRoutes({
  db,
  rules,
  publish,
  reportEvent,
}: AccessOptions): Handlers<'getAccessRestrictions' | 'putAccessRestrictions'> {
  return {
    async getAccessRestrictions({ ip }) {
      const address = readAddress(ip)
      return { ...(await readRestrictions(db)), your_address: address ? addressText(address) : ip }
    },

    async putAccessRestrictions(call) {
      const wanted = canonical(call.body, call.language)
      const client = signedIn(call).kind === 'member' ? 'console' : 'api'
      if (!wouldAllow(wanted, client, call.ip)) throw new ApiError('wouldShutOut')
      await replaceRestrictions(db, wanted, async (trx) => {
        await reportEvent(trx, 'restrictionsChanged', { method: 'PUT', url: '/v1/access-restrictions' })
        await call.audit(trx)
      })
      publish({ access: true })
      await rules.load()
      return wanted
    },
  }
}

/** The restrictions in canonical form, without duplicates, sorted. Throws an `ApiError` that names each invalid range. */
function canonical(body: AccessRestrictions, language: Language): AccessRestrictions {
  const fields: FieldError[] = []
  const ranges = (name: 'console_ranges' | 'api_ranges') =>
    body[name].flatMap((text, index) => {
      const range = readRange(text)
      if (range) return [rangeText(range)]
      fields.push({ path: `${name}.${index}`, message: errorCatalogue.invalidInput[language] })
      return []
    })
  const restrictions = {
    domains: sortedUnique(body.domains),
    console_ranges: sortedUnique(ranges('console_ranges')),
    api_ranges: sortedUnique(ranges('api_ranges')),
  }
  if (fields.length > 0) throw new ApiError('invalidInput', { fields })
  return restrictions
}

const sortedUnique = (values: readonly string[]): string[] => [...new Set(values)].toSorted()
