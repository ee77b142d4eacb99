import { bytesOf, fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { installParameters } from '@simdeck/protocol/install-tree/install-parameters.ts'
import type { SystemParameters, ToolkitParameters, UiccParameters } from '@simdeck/protocol/install-tree/install-parameters.ts'
import { z } from 'zod'
import { hexProblem, problemsOf, whole } from './rules.ts'
import type { FieldCheck } from './rules.ts'

/** Typed values of the parameters of a custom package. An empty text means that the part is left out. */
export interface CustomDraft {
  /** The applet's own data in hex. */
  applet: string
  codeSize: string
  nonVolatileSize: string
  volatileSize: string
  /** The older toolkit parameters `CA` in hex. */
  simToolkit: string
  /** True if the toolkit parameters (`80` in `EA`) are present; the fields from `priority` to `maxServices` apply then. */
  toolkit: boolean
  /** In hex. */
  priority: string
  maxTimers: string
  maxMenuTextLength: string
  menuCount: string
  /** Position and id of menu entries. Those beyond `menuCount` do not apply; missing ones get position 0 and the next id. */
  menuEntries: ToolkitParameters['menuEntries']
  maxChannels: string
  /** In hex. */
  minimumSecurityLevel: string
  /** Toolkit application references in hex, three octets each. */
  tars: string
  maxServices: string
  access: string
  administrativeAccess: string
}

export const newCustomDraft: CustomDraft = {
  applet: '',
  codeSize: '',
  nonVolatileSize: '',
  volatileSize: '',
  simToolkit: '',
  toolkit: false,
  priority: 'FF',
  maxTimers: '0',
  maxMenuTextLength: '0',
  menuCount: '0',
  menuEntries: [],
  maxChannels: '0',
  minimumSecurityLevel: '',
  tars: '',
  maxServices: '0',
  access: '',
  administrativeAccess: '',
}

const compact = z.string().transform((text) => text.replace(/[\s,、]/g, ''))
const hex = (rule?: Parameters<typeof hexProblem>[1]) =>
  compact
    .superRefine((text, context) => {
      const problem = hexProblem(text, rule)
      if (problem) context.addIssue({ code: 'custom', message: problem })
    })
    .transform((text) => (/^([0-9A-Fa-f]{2})*$/.test(text) ? fromHex(text) : bytesOf()))
const memory = z
  .string()
  .trim()
  .transform((text) => text.replace(/,/g, ''))
  .refine((text) => text === '' || (/^\d{1,10}$/.test(text) && Number(text) <= 0xffffffff), 'memory')
  .transform((text) => (text === '' ? null : Number(text)))
/** Access parameters have at least three octets, the empty lengths of AID, access domain and DAP (TS 102 226 §8.2.1.3.2.2.2). */
const access = hex().refine(({ length }) => length === 0 || length >= 3, 'access')

const plain = z.object({
  applet: hex(),
  codeSize: memory,
  nonVolatileSize: memory,
  volatileSize: memory,
  simToolkit: hex(),
  access,
  administrativeAccess: access,
})
const toolkitFields = z.object({
  priority: hex({ required: true, length: 1 }),
  maxTimers: whole('number8', 0, 8),
  maxMenuTextLength: whole('number255', 0, 255),
  menuCount: whole('menuCount', 0, 50),
  maxChannels: whole('number7', 0, 7),
  minimumSecurityLevel: hex().refine(({ length }) => length !== 1, 'securityLevel'),
  tars: hex({ length: 3, multiple: true }),
  maxServices: whole('number8', 0, 8),
})

/** The menu entries for a number of them. */
function entriesOf(count: number, known: CustomDraft['menuEntries']): CustomDraft['menuEntries'] {
  return Array.from({ length: count }, (_, index) => known[index] ?? { position: 0, id: index + 1 })
}

function toolkitOf(
  { priority, menuCount, tars, ...rest }: z.output<typeof toolkitFields>,
  known: CustomDraft['menuEntries'],
): ToolkitParameters {
  return {
    ...rest,
    priority: priority[0] ?? 0,
    menuEntries: entriesOf(menuCount, known),
    tars: Array.from({ length: tars.length / 3 }, (_, index) => tars.subarray(3 * index, 3 * index + 3)),
  }
}

export function checkCustom(draft: CustomDraft): FieldCheck {
  const read = plain.safeParse(draft)
  const toolkit = draft.toolkit ? toolkitFields.safeParse(draft) : null
  if (!read.success || toolkit?.success === false) {
    const problems = { ...(read.success ? {} : problemsOf(read.error)), ...(toolkit?.error ? problemsOf(toolkit.error) : {}) }
    return { ok: false, problems }
  }
  const { applet, codeSize, nonVolatileSize, volatileSize, simToolkit, access: files, administrativeAccess } = read.data
  const system: SystemParameters = { codeSize, volatileSize, nonVolatileSize, simToolkit: orNull(simToolkit) }
  const uicc: UiccParameters = {
    toolkit: toolkit?.data ? toolkitOf(toolkit.data, draft.menuEntries) : null,
    access: orNull(files),
    administrativeAccess: orNull(administrativeAccess),
  }
  return { ok: true, field: installParameters.encode({ applet, system: orNone(system), uicc: orNone(uicc) }) }
}

function orNull(octets: Uint8Array): Uint8Array | null {
  return octets.length === 0 ? null : octets
}

/** Null if nothing is given, so that the data object is left out. */
function orNone<T extends object>(parts: T): T | null {
  return Object.values(parts).every((part) => part === null) ? null : parts
}

const upper = (octets: Uint8Array | null): string => (octets ? toHex(octets).toUpperCase() : '')
const digits = (value: number | null): string => (value === null ? '' : String(value))

/** The typed values of an install parameters field. Throws `ProtocolError` for octets that cannot be read. */
export function readCustom(field: Uint8Array): CustomDraft {
  const { applet, system, uicc } = installParameters.decode(field)
  const plainValues = {
    applet: upper(applet),
    codeSize: digits(system?.codeSize ?? null),
    nonVolatileSize: digits(system?.nonVolatileSize ?? null),
    volatileSize: digits(system?.volatileSize ?? null),
    simToolkit: upper(system?.simToolkit ?? null),
    access: upper(uicc?.access ?? null),
    administrativeAccess: upper(uicc?.administrativeAccess ?? null),
  }
  const toolkit = uicc?.toolkit
  if (!toolkit) return { ...newCustomDraft, ...plainValues }
  return {
    ...plainValues,
    toolkit: true,
    priority: upper(bytesOf(toolkit.priority)),
    maxTimers: String(toolkit.maxTimers),
    maxMenuTextLength: String(toolkit.maxMenuTextLength),
    menuCount: String(toolkit.menuEntries.length),
    menuEntries: toolkit.menuEntries,
    maxChannels: String(toolkit.maxChannels),
    minimumSecurityLevel: upper(toolkit.minimumSecurityLevel),
    tars: toolkit.tars.map(upper).join(' '),
    maxServices: String(toolkit.maxServices),
  }
}
