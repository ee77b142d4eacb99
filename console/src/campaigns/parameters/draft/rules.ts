import { z } from 'zod'

/** Mistakes of a field. `parameters-text.ts` has a sentence for each. */
export const fieldProblems = [
  'fqdnRequired',
  'fqdnCharacters',
  'fqdnLength',
  'fqdnEncoded',
  'port',
  'hours',
  'minutes',
  'interval',
  'imsi',
  'imsiTwice',
  'networks',
  'lossMinutes',
  'hexRequired',
  'hexCharacters',
  'hexOdd',
  'hexLength1',
  'hexLength3',
  'access',
  'memory',
  'number255',
  'number8',
  'number7',
  'menuCount',
  'securityLevel',
] as const
export type FieldProblem = (typeof fieldProblems)[number]
/** The first mistake of each field, by the name of the field. */
export type FieldProblems = Partial<Record<string, FieldProblem>>

/** Result of a check of typed fields: the octets of the install parameters field, or the mistakes. */
export type FieldCheck = { ok: true; field: Uint8Array } | { ok: false; problems: FieldProblems }

/** A whole number from `least` to `most`. */
export const whole = (problem: FieldProblem, least: number, most: number) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,10}$/, problem)
    .transform(Number)
    .refine((value) => value >= least && value <= most, problem)

interface HexRule {
  required?: boolean
  /** The required length in octets, or a multiple of it with `multiple`. */
  length?: 1 | 3
  multiple?: boolean
}

/** The rule of a hex field (specification §5): required, hex digits, an even number of them, and the required number of octets. */
export function hexProblem(text: string, { required = false, length, multiple = false }: HexRule = {}): FieldProblem | null {
  if (text === '') return required ? 'hexRequired' : null
  if (!/^[0-9A-Fa-f]*$/.test(text)) return 'hexCharacters'
  if (text.length % 2 !== 0) return 'hexOdd'
  const octets = text.length / 2
  if (length !== undefined && (multiple ? octets % length !== 0 : octets !== length)) return length === 1 ? 'hexLength1' : 'hexLength3'
  return null
}

/** The first mistake of each field of a checked object. A path below a field counts for the path itself: `imsis.1.imsi`. */
export function problemsOf(error: z.ZodError): FieldProblems {
  const problems: FieldProblems = {}
  for (const { path, message } of error.issues) {
    const problem = fieldProblems.find((one) => one === message)
    if (problem) problems[path.join('.')] ??= problem
  }
  return problems
}
