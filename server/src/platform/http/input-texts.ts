import type { z } from 'zod'
import { type ErrorCode, errorCatalogue, type FieldError } from '@simdeck/contract/errors.ts'
import { type InputFault, inputFaults } from '@simdeck/contract/input-faults.ts'
import type { Language, Words } from '@simdeck/contract/languages.ts'

type Issue = z.core.$ZodIssue

const byExpected: Record<string, InputFault> = {
  string: 'notText',
  number: 'notNumber',
  int: 'notWhole',
  boolean: 'notBoolean',
  array: 'notList',
  object: 'notObject',
  record: 'notObject',
}

const isFault = (name: string): name is InputFault => Object.hasOwn(inputFaults, name)
const isErrorCode = (name: string): name is ErrorCode => Object.hasOwn(errorCatalogue, name)

/** The error that this issue names for the whole call; null if none. */
export function codeOf(issue: Issue): ErrorCode | null {
  return isErrorCode(issue.message) ? issue.message : null
}

/** The wrong fields of an issue, at most `limit` of them, and their total number. */
export function fieldsOf(issue: Issue, limit: number, language: Language): { fields: FieldError[]; count: number } {
  const path = issue.path.slice(0, maxPathParts).map(String).join('.')
  if (issue.code !== 'unrecognized_keys') return { fields: [{ path, message: textOf(issue)[language] }], count: 1 }
  const fields = issue.keys.slice(0, limit).map((key) => ({
    path: path === '' ? key : `${path}.${key}`,
    message: inputFaults.unknownField()[language],
  }))
  return { fields, count: issue.keys.length }
}

const maxPathParts = 20

function textOf(issue: Issue): Words {
  const { message } = issue
  if (isErrorCode(message)) return errorCatalogue[message]
  if (isFault(message)) return inputFaults[message](0)
  switch (issue.code) {
    case 'invalid_type':
      return inputFaults[issue.input === undefined ? 'missing' : (byExpected[issue.expected] ?? 'wrong')](0)
    case 'too_big':
      return tooBig[sizeOf(issue.origin)](Number(issue.maximum))
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return inputFaults.empty()
      // The numbers of calls that have an exclusive minimum are whole.
      return tooSmall[sizeOf(issue.origin)](Number(issue.minimum) + (issue.inclusive === false ? 1 : 0))
    case 'invalid_value':
      return issue.input === undefined ? inputFaults.missing() : inputFaults.notAnOption()
    case 'invalid_format':
      return issue.format === 'datetime' ? inputFaults.notAMoment() : inputFaults.wrongFormat()
    case 'invalid_key':
      return inputFaults.unknownField()
    default:
      return inputFaults.wrong()
  }
}

const tooBig = { text: inputFaults.textTooLong, list: inputFaults.tooMany, number: inputFaults.tooLarge }
const tooSmall = { text: inputFaults.textTooShort, list: inputFaults.tooFew, number: inputFaults.tooSmall }

const sizeOf = (origin: string): keyof typeof tooBig => (origin === 'string' ? 'text' : origin === 'array' ? 'list' : 'number')
