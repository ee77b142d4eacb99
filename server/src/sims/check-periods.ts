import type { Language } from '@simdeck/contract/languages.ts'
import { simFieldsWith, simFilterOf } from '@simdeck/contract/sim-fields.ts'
import type { SimFilter } from '@simdeck/contract/sims.ts'
import { checkPeriod } from '../platform/http/period.ts'

const periods = simFieldsWith({ filter: 'period' }).map(simFilterOf)

/** Throws `ApiError('invalidInput')` for a filter with a period that ends before it begins. */
export function checkPeriods(filter: SimFilter, language: Language): void {
  for (const period of periods) checkPeriod(period, filter, language)
}
