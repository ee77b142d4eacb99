import { ApiError } from '@simdeck/contract/errors.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import type { Rollout } from '@simdeck/contract/rollout.ts'
import type { Plan } from '../../ota-kinds/kind.ts'

const text = {
  ja: 'SMSで送る配信には指定できません',
  en: 'A campaign that sends its OTAs by SMS does not take this',
}

/** Throws `ApiError('invalidInput')` for options that need sessions if short messages carry the OTAs. */
export function checkTransport(
  { step }: Plan,
  { rollout, wakeSims, language }: { rollout?: Rollout | null | undefined; wakeSims?: boolean | undefined; language: Language },
): void {
  if (step?.transport !== 'sms') return
  const wrong = [
    ...(wakeSims ? ['wakeSims'] : []),
    ...(rollout?.pollsAgain ? ['rollout.pollsAgain'] : []),
    ...(['maxPerCell', 'octetsInAll'] as const).filter((name) => rollout && rollout[name] !== null).map((name) => `rollout.${name}`),
  ]
  if (wrong.length > 0) throw new ApiError('invalidInput', { fields: wrong.map((path) => ({ path, message: text[language] })) })
}
