import type { Language } from '@simdeck/contract/languages.ts'
import { simFields, simFieldsWith } from '@simdeck/contract/sim-fields.ts'
import type { SimFieldName, SimFields } from '@simdeck/contract/sim-fields.ts'
import { simValueWords } from '@simdeck/contract/sim-value-words.ts'

/** Names of the fields of a SIM. */
export const fieldText = Object.fromEntries(simFieldsWith({}).map((name) => [name, simFields[name].words])) as {
  [Name in SimFieldName]: SimFields[Name]['words']
}

/** Name of a value of a field. A value without a name is its own name. */
export const valueWords = (name: SimFieldName, value: string | boolean, language: Language): string =>
  simValueWords[name]?.[String(value)]?.[language] ?? String(value)
