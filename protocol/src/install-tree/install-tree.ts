import { multiImsiParameters, multiImsiTags, readImsi, readNetworks } from '../applets/multi-imsi.ts'
import { decodeReportParameters, reportTags } from '../applets/report-parameters.ts'
import { Reader } from '../bytes.ts'
import { ProtocolError } from '../errors.ts'
import type { PackageType } from '../aid.ts'
import { fieldParts } from './fields.ts'
import type { FieldShape } from './fields.ts'
import { tlvParts } from './node.ts'
import type { ParameterNode, Shape, Shapes } from './node.ts'

const accepts =
  (decode: (value: Uint8Array) => unknown) =>
  (value: Uint8Array): boolean => {
    try {
      decode(value)
      return true
    } catch (error) {
      if (error instanceof ProtocolError) return false
      throw error
    }
  }
const upTo =
  (most: number, least = 0) =>
  (value: Uint8Array): boolean => {
    const number = new Reader(value).uint(value.length)
    return number >= least && number <= most
  }
const hoursAndMinutes = ([hours = 0, minutes = 0]: Uint8Array): boolean => hours <= 99 && minutes <= 59

const reportShapes: Shapes = {
  [reportTags.fqdn]: {
    name: 'fqdn',
    required: true,
    allows: (value) => value.length >= 5 && value.length <= 127 && /^[A-Za-z0-9.-]*$/.test(String.fromCharCode(...value)),
  },
  [reportTags.port]: { name: 'port', required: true, lengths: [2], allows: upTo(0xffff, 1) },
  [reportTags.pollingType]: { name: 'polling', required: true, lengths: [1], allows: upTo(3) },
  [reportTags.interval]: { name: 'interval', required: true, lengths: [2], allows: hoursAndMinutes },
  [reportTags.encryption]: { name: 'encryption', required: true, lengths: [1], allows: upTo(1) },
}

const choiceShapes: Shapes = {
  [multiImsiTags.imsi]: { name: 'imsi', required: true, allows: accepts(readImsi) },
  [multiImsiTags.networks]: { name: 'networks', allows: accepts(readNetworks) },
}
const multiImsiShapes: Shapes = {
  [multiImsiTags.choice]: { name: 'choice', required: true, repeats: true, parts: tlvParts(choiceShapes) },
  [multiImsiTags.rules]: { name: 'rules', required: true, lengths: [1], allows: upTo(3) },
  [multiImsiTags.lossMinutes]: { name: 'lossMinutes', required: true, lengths: [1], allows: upTo(60, 1) },
  [multiImsiTags.returnAfter]: { name: 'returnAfter', required: true, lengths: [2], allows: hoursAndMinutes },
}

/** TS 102 226 §8.2.1.3.2.2.1; `CA` has an access domain before these fields and no number of services (§8.2.1.3.2.1). */
const toolkitFields: readonly FieldShape[] = [
  { name: 'priority', size: 1 },
  { name: 'maxTimers', size: 1, allows: upTo(8) },
  { name: 'maxMenuTextLength', size: 1 },
  { name: 'menuCount', size: 1 },
  { name: 'menuEntries', size: (count) => 2 * count },
  { name: 'maxChannels', size: 1, allows: upTo(7) },
  { name: 'minimumSecurityLevel', size: 'lv', allows: (value) => value.length !== 1 },
  { name: 'tars', size: 'lv', allows: (value) => value.length % 3 === 0 },
]
/** TS 102 226 §8.2.1.3.2.2.2: per file system its AID (empty for the UICC's own), the access domain, and the DAP of the access domain. */
const accessFields: readonly FieldShape[] = [
  { name: 'fileSystem', size: 'lv', allows: ({ length }) => length === 0 || (length >= 5 && length <= 16) },
  { name: 'accessDomain', size: 'lv' },
  { name: 'accessDap', size: 'lv' },
]

const memorySizes = [2, 4]
const systemShapes: Shapes = {
  0xc6: { name: 'codeSize', lengths: memorySizes },
  0xc7: { name: 'volatileSize', lengths: memorySizes },
  0xc8: { name: 'nonVolatileSize', lengths: memorySizes },
  0xca: { name: 'simToolkit', parts: fieldParts([{ name: 'accessDomain', size: 'lv' }, ...toolkitFields]) },
}
const uiccShapes: Shapes = {
  0x80: { name: 'toolkit', parts: fieldParts([...toolkitFields, { name: 'maxServices', size: 1, optional: true, allows: upTo(8) }]) },
  0x81: { name: 'access', parts: fieldParts(accessFields, { repeats: true }) },
  0x82: { name: 'administrativeAccess', parts: fieldParts(accessFields, { repeats: true }) },
}

const reportData: Shape = { name: 'applet', required: true, parts: tlvParts(reportShapes), allows: accepts(decodeReportParameters) }
const multiImsiData: Shape = {
  name: 'applet',
  required: true,
  parts: tlvParts(multiImsiShapes),
  allows: accepts(multiImsiParameters.decode),
}
const anyData: Shape = { name: 'applet', required: true }

/** The same data, which may also be empty. */
function orEmpty(data: Shape): Shape {
  return {
    ...data,
    parts: (part) => (part.start === part.end ? { nodes: [], problem: null } : (data.parts?.(part) ?? { nodes: [], problem: null })),
    allows: (value) => value.length === 0 || (data.allows?.(value) ?? true),
  }
}

/** The value of C9 by package type. Our applets but the poller may have none. */
const dataOf: Readonly<Record<PackageType, Shape>> = {
  Poller: reportData,
  Telemetry: orEmpty(reportData),
  MultiIMSI: orEmpty(multiImsiData),
  IotSafe: anyData,
  custom: anyData,
}
const besideData: Shapes = {
  0xef: { name: 'system', parts: tlvParts(systemShapes) },
  0xea: { name: 'uicc', parts: tlvParts(uiccShapes) },
}

/** The install parameters field as a tree, and a problem of the whole field. */
export interface InstallTree {
  readonly nodes: readonly ParameterNode[]
  readonly problem: ParameterNode['problem']
}

/**
 * Reads the install parameters field (GPC 2.3.1 §11.5.2.3.7; TS 102 226 §8.2.1.3.2) of an applet of this package type as a tree. It never
 * throws: octets that cannot be read are nodes with a problem. The nodes of each level cover all octets of the level.
 */
export function readInstallTree(field: Uint8Array, type: PackageType): InstallTree {
  return tlvParts({ ...besideData, 0xc9: dataOf[type] })({ octets: field, start: 0, end: field.length, key: '' })
}

/** All nodes of a tree in the order of their octets, each before its children. */
export function flatten(nodes: readonly ParameterNode[]): ParameterNode[] {
  return nodes.flatMap((node) => [node, ...flatten(node.children)])
}
