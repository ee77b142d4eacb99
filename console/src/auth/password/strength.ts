import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import { withoutKnownWords } from '@simdeck/contract/known-words.ts'
import type { KnownAbout, KnownKind } from '@simdeck/contract/known-words.ts'
import * as japanese from '@zxcvbn-ts/language-ja'

/** Strength from 0 (guessed at once) to 4. */
export type Strength = 0 | 1 | 2 | 3 | 4

const estimator = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...japanese.dictionary },
  graphs: common.adjacencyGraphs,
})

/** Estimates the strength of a password like the server does: known words in it do not count. */
export function strengthOf(password: string, about: KnownAbout): { strength: Strength; found: readonly KnownKind[] } {
  const { rest, found } = withoutKnownWords(password, about)
  const parts = Object.values(about)
    .flat()
    .flatMap((known) => [known, ...known.split(/[^\p{L}\p{N}]+/u)])
    .filter((part) => part.length > 2)
  const score = (text: string): Strength => estimator.check(text, parts).score
  const whole = score(password)
  return { strength: found.length === 0 || score(rest) >= whole ? whole : score(rest), found }
}
