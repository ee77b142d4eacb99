import { z } from 'zod'
import { commaSeparated, textsOf } from './list.ts'
import { moment } from './moment.ts'
import {
  flags,
  type SimField,
  type SimFieldName,
  simFields,
  type SimFields,
  type SimFieldsWith,
  simFieldsWith,
  simFilterOf,
  type SimFilterOf,
} from './sim-fields.ts'
import { longestListOf, maxInAddress, soughtIn, soughtProblem } from './sim-search.ts'

export type Choices = readonly [string, ...string[]]
export type ChoiceSchema<Values extends Choices> = z.ZodEnum<{ [Value in Values[number]]: Value }>
export type OrNull<Field, Schema extends z.ZodType> = Field extends { blanks: true } ? z.ZodNullable<Schema> : Schema

type AnswerSchema<Field> = OrNull<
  Field,
  Field extends { choices: infer Values extends Choices }
    ? ChoiceSchema<Values>
    : Field extends { type: 'number' }
      ? z.ZodNumber
      : Field extends { type: 'boolean' }
        ? z.ZodBoolean
        : z.ZodString
>
/** All fields except those whose value is an object, a list or a code. */
type PlainField = Exclude<SimFieldName, 'group' | 'connection' | 'tags'>

function answerSchema({ type, choices, blanks }: SimField): z.ZodType {
  const schema = choices ? z.enum(choices) : type === 'number' ? z.number() : type === 'boolean' ? z.boolean() : z.string()
  return blanks ? schema.nullable() : schema
}

/** The fields of a SIM in answers; `group`, `connection` and `tags` are added where the SIM is declared. */
export const answeredFields = Object.fromEntries(
  simFieldsWith({})
    .filter((name) => name !== 'group' && name !== 'connection' && name !== 'tags')
    .map((name) => [name, answerSchema(simFields[name])]),
) as { [Name in PlainField]: AnswerSchema<SimFields[Name]> }

/** A text to search for, or a list of up to `most` numbers, as it was typed. */
export const typedSearch = (most = maxInAddress) =>
  z
    .string()
    .max(longestListOf(most))
    .refine((text) => soughtProblem(text, most) === null)
/** A text to search for, or a list of up to `most` numbers. */
export const soughtUpTo = (most: number) => typedSearch(most).transform(soughtIn).optional()

type FilterSchema<Field> = Field extends { filter: 'choice'; choices: infer Values extends Choices }
  ? ReturnType<typeof commaSeparated<Values>>
  : Field extends { filter: 'number' }
    ? ReturnType<typeof soughtUpTo>
    : Field extends { filter: 'flag' }
      ? ReturnType<typeof commaSeparated<typeof flags>>
      : ReturnType<typeof textsOf>
type SingleFilter = SimFieldsWith<{ filter: 'choice' | 'number' | 'whole' | 'version' | 'flag' }>
type Period = SimFilterOf<SimFieldsWith<{ filter: 'period' }>>

function filterSchema({ filter, choices, max = 100 }: SimField, maxNumbers: number): z.ZodType {
  if (filter === 'choice' && choices) return commaSeparated(choices)
  if (filter === 'number') return soughtUpTo(maxNumbers)
  if (filter === 'flag') return commaSeparated(flags)
  return textsOf(max)
}

const singleFilters = (['choice', 'number', 'whole', 'version', 'flag'] as const).flatMap((filter): SingleFilter[] => [
  ...simFieldsWith({ filter }),
])
const periods = simFieldsWith({ filter: 'period' }).map(simFilterOf)

type FieldFilters = { [Name in SingleFilter as SimFilterOf<Name>]: FilterSchema<SimFields[Name]> } & {
  [Name in `${Period}_${'start' | 'end'}`]: z.ZodOptional<typeof moment>
}

/** The filters of all fields except those of the form `own`, with lists of up to `maxNumbers` numbers. */
export const fieldFilters = (maxNumbers: number) =>
  Object.fromEntries<z.ZodType>([
    ...singleFilters.map((name): [string, z.ZodType] => [simFilterOf(name), filterSchema(simFields[name], maxNumbers)]),
    ...periods.flatMap((name) => [`${name}_start`, `${name}_end`]).map((name): [string, z.ZodType] => [name, moment.optional()]),
  ]) as FieldFilters
