import type { OtaPackage, PackageType } from '@simdeck/contract/packages.ts'
import { concat, fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { ProtocolError } from '@simdeck/protocol/errors.ts'
import { flatten, readInstallTree } from '@simdeck/protocol/install-tree/install-tree.ts'
import type { InstallTree } from '@simdeck/protocol/install-tree/install-tree.ts'
import { hasProblem } from '@simdeck/protocol/install-tree/node.ts'
import { encodeTlv } from '@simdeck/protocol/tlv.ts'
import { checkCustom, newCustomDraft, readCustom } from './custom-draft.ts'
import type { CustomDraft } from './custom-draft.ts'
import { checkMultiImsi, newMultiImsiDraft, readMultiImsi } from './multi-imsi-draft.ts'
import type { MultiImsiDraft } from './multi-imsi-draft.ts'
import { checkReport, newReportDraft, readReport } from './report-draft.ts'
import type { ReportDraft } from './report-draft.ts'
import type { FieldCheck, FieldProblems } from './rules.ts'

/** Typed values of each form. */
export interface Forms {
  report: ReportDraft
  multiImsi: MultiImsiDraft
  custom: CustomDraft
}

/** Install parameters while they are edited, as fields and as octets. */
export interface ParametersDraft extends Forms {
  /** The install parameters field in hex: that of the fields when they last had no mistake, or the octets that the user typed. */
  octets: string
  /** Octets as the user typed or pasted them, if they were changed after the fields; null if the fields were. */
  typed: string | null
  /** The parts beside C9 (`EF`, `EA`) in hex, for a form that has no fields for them; empty for the custom form. */
  beside: string
}

export const newForms: Forms = { report: newReportDraft, multiImsi: newMultiImsiDraft, custom: newCustomDraft }

/** The form for packages of a type. */
export function formOf(type: PackageType): keyof Forms {
  if (type === 'Poller' || type === 'Telemetry') return 'report'
  return type === 'MultiIMSI' ? 'multiImsi' : 'custom'
}

const upper = (octets: Uint8Array): string => toHex(octets).toUpperCase()

function checkFields(type: PackageType, forms: Forms): FieldCheck {
  switch (formOf(type)) {
    case 'report':
      return checkReport(forms.report)
    case 'multiImsi':
      return checkMultiImsi(forms.multiImsi)
    case 'custom':
      return checkCustom(forms.custom)
  }
}

/** A draft for a package type with the fields of its form. */
export function parametersDraft(type: PackageType, forms: Forms = newForms): ParametersDraft {
  const { report, multiImsi, custom } = forms
  return withFields(type, { report, multiImsi, custom, octets: '', typed: null, beside: '' }, {})
}

/** The draft with other fields. The octets follow if the fields have no mistake. */
export function withFields(type: PackageType, draft: ParametersDraft, change: Partial<Forms>): ParametersDraft {
  const next = { ...draft, ...change, typed: null }
  const check = checkFields(type, next)
  return check.ok ? { ...next, octets: upper(check.field) + next.beside } : next
}

/** Hex digits as they are typed or pasted: spaces, colons and commas may separate them. */
const digitsOf = (text: string): string => text.replace(/[\s:,]|0x/gi, '').toUpperCase()

/** The draft with other octets. The fields follow if the octets can be read. Octets of our applets may lack C9 around them. */
export function withOctets(type: PackageType, draft: ParametersDraft, text: string): ParametersDraft {
  const digits = digitsOf(text)
  const next = { ...draft, typed: text }
  if (!/^([0-9A-F]{2})*$/.test(digits)) return next
  const field = fieldOf(type, fromHex(digits))
  return { ...next, octets: upper(field), beside: besideOf(type, field), ...readFields(type, field) }
}

/** The draft with the default parameters of a package; unchanged if it has none. */
export function withDefaults(
  type: PackageType,
  draft: ParametersDraft,
  { installParameters, cardParameters }: Pick<OtaPackage, 'installParameters' | 'cardParameters'>,
): ParametersDraft {
  if (installParameters === null && cardParameters === null) return draft
  if (installParameters === null && formOf(type) !== 'custom') return withFields(type, { ...draft, beside: cardParameters ?? '' }, {})
  return withInstalled(type, draft, { installParameters: installParameters ?? '', cardParameters: cardParameters ?? '' })
}

/** The draft with the parameters of an earlier installation. */
export function withInstalled(
  type: PackageType,
  draft: ParametersDraft,
  { installParameters, cardParameters = '' }: { installParameters: string; cardParameters?: string | undefined },
): ParametersDraft {
  return withOctets(type, draft, upper(concat(encodeTlv(0xc9, fromHex(installParameters)), fromHex(cardParameters))))
}

const cardTags = [0xef, 0xea]

function besideOf(type: PackageType, field: Uint8Array): string {
  if (formOf(type) === 'custom') return ''
  const readable = readInstallTree(field, type).nodes.filter(
    (node) => node.tag !== null && cardTags.includes(node.tag) && !hasProblem(node),
  )
  return upper(concat(...readable.map(({ start, end }) => field.subarray(start, end))))
}

function fieldOf(type: PackageType, octets: Uint8Array): Uint8Array {
  if (formOf(type) === 'custom' || (octets.length > 0 && [0xc9, ...cardTags].includes(octets[0]!))) return octets
  return encodeTlv(0xc9, octets)
}

function readFields(type: PackageType, field: Uint8Array): Partial<Forms> {
  const applet = readInstallTree(field, type).nodes.find(({ name }) => name === 'applet')
  const data = applet ? field.subarray(applet.valueStart, applet.end) : new Uint8Array(0)
  try {
    switch (formOf(type)) {
      case 'report':
        return data.length === 0 ? {} : { report: readReport(data) }
      case 'multiImsi':
        return data.length === 0 ? {} : { multiImsi: readMultiImsi(data) }
      case 'custom':
        return { custom: readCustom(field) }
    }
  } catch (error) {
    if (error instanceof ProtocolError) return {}
    throw error
  }
}

/** A mistake of the typed octets as a whole. */
export type OctetsProblem = 'hexCharacters' | 'hexOdd' | 'tooLong' | 'noApplet' | 'otherPart'

export interface CheckedParameters {
  /** Mistakes of the fields; none while the typed octets apply. */
  problems: FieldProblems
  octetsProblem: OctetsProblem | null
  field: Uint8Array
  tree: InstallTree
  /** Parts of the tree with a mistake. */
  mistakes: number
  /** The octets that the campaign sends; null if there is a mistake. */
  encoded: { installParameters: string; cardParameters: string } | null
}

/** The most octets of the value of C9, of the parameters beside it, and of all together. */
const most = { part: 200, field: 255 }

export function checkParameters(type: PackageType, draft: ParametersDraft): CheckedParameters {
  const check = draft.typed === null ? checkFields(type, draft) : null
  const field = fromHex(draft.octets)
  const tree = readInstallTree(field, type)
  const mistakes = flatten(tree.nodes).filter(({ problem }) => problem !== null).length
  const problems = check?.ok === false ? check.problems : {}
  const applet = tree.nodes.find(({ name }) => name === 'applet')
  const installed = applet ? field.subarray(applet.valueStart, applet.end) : new Uint8Array(0)
  const beside = concat(...tree.nodes.filter((node) => node !== applet).map(({ start, end }) => field.subarray(start, end)))
  const octetsProblem = problemOfOctets()
  const right = mistakes === 0 && octetsProblem === null && Object.keys(problems).length === 0
  const encoded = right ? { installParameters: upper(installed), cardParameters: upper(beside) } : null
  return { problems, octetsProblem, field, tree, mistakes, encoded }

  function problemOfOctets(): OctetsProblem | null {
    const digits = digitsOf(draft.typed ?? '')
    if (/[^0-9A-F]/.test(digits)) return 'hexCharacters'
    if (digits.length % 2 !== 0) return 'hexOdd'
    if (tree.problem !== null && check?.ok !== false) return 'noApplet'
    if (tree.nodes.some(({ name }) => name === 'unknown')) return 'otherPart'
    if (field.length > most.field || installed.length > most.part || beside.length > most.part) return 'tooLong'
    return null
  }
}
