import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import * as japanese from '@zxcvbn-ts/language-ja'

/** From 0, guessed at once, to 4. */
export type Strength = 0 | 1 | 2 | 3 | 4

const estimator = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...japanese.dictionary },
  graphs: common.adjacencyGraphs,
})

/** How hard the password is to guess by who knows these words about the person, or parts of them; the server estimates alike. */
export function strengthOf(password: string, about: readonly string[]): Strength {
  const parts = about.flatMap((words) => [words, ...words.split(/[^\p{L}\p{N}]+/u)]).filter((part) => part.length > 2)
  return estimator.check(password, parts).score
}
