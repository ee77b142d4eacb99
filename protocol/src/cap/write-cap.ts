import { checkAid, formatAid } from '../aid.ts'
import { bytesOf, concat, lv, uint } from '../bytes.ts'
import { ProtocolError } from '../errors.ts'
import { capComponents, capFlags, capMagic, directorySizeWidths } from './components.ts'
import type { CapComponentName } from './components.ts'
import type { CapEntry, CapImport, CapVersion } from './read-cap.ts'
import { leastCodeSize, sampleCode } from './sample-code.ts'
import type { SampleCode } from './sample-code.ts'

/** The content of a CAP file to make. Fields left out have usual values. */
export interface CapRecipe {
  packageAid: Uint8Array
  packageVersion: CapVersion
  /** The package name with dots. */
  packageName?: string
  /** Module AIDs. A package without any is a library, which has Export instead of Applet. */
  applets?: readonly Uint8Array[]
  imports?: readonly CapImport[]
  /** The length of the info of Method, which is most of the load file. */
  codeSize?: number
  /** Another seed gives other bytecode. */
  seed?: number
  format?: '2.1' | '2.3'
  /** Adds Debug, which is never loaded. */
  debug?: boolean
  /** The creation time in the manifest. Without it the manifest has none. */
  createdAt?: Date
}

const text = new TextEncoder()
const u2 = (value: number): Uint8Array => uint(value, 2)
const emptyStaticFieldInfo = new Uint8Array(10)
const methodsOfClass = 4

/**
 * Makes the files of a CAP file with this content, with all the tables that a converter writes and bytecode that is not meant to run. The
 * same recipe gives the same octets. Throws `ProtocolError('aid' | 'range' | 'cap')` for a recipe that fits no CAP file.
 */
export function writeCap(recipe: CapRecipe): CapEntry[] {
  const { applets = [], imports = [], packageName = 'com.example.sample', format = '2.3' } = recipe
  for (const aid of [recipe.packageAid, ...applets, ...imports.map((one) => one.aid)]) checkAid(aid)
  if (!/^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/.test(packageName)) throw new ProtocolError('cap', `${packageName} is not a package name`)

  const withTypes = format === '2.3'
  const methodCount = Math.max(applets.length, 1) * methodsOfClass
  const codeSize = recipe.codeSize ?? 2048
  if (codeSize < leastCodeSize(methodCount))
    throw new ProtocolError('range', `${codeSize} octets of code are too few for ${methodCount} methods`)
  const pool = constantPool(imports.length)
  const code = sampleCode({ seed: recipe.seed ?? 1, size: codeSize, methodCount, poolSize: pool.length })
  const classes = classInfo(Math.max(applets.length, 1), imports.length > 0, code, withTypes)

  const infos = new Map<CapComponentName, Uint8Array>()
  infos.set('Header', headerInfo(recipe, packageName, withTypes, applets.length > 0))
  if (applets.length > 0) infos.set('Applet', appletInfo(applets, code))
  infos.set('Import', concat(uint(imports.length, 1), ...imports.map((one) => concat(bytesOf(one.minor, one.major), lv(one.aid)))))
  infos.set('ConstantPool', concat(u2(pool.length), ...pool))
  infos.set('Class', classes.info)
  infos.set('Method', code.info)
  infos.set('StaticField', emptyStaticFieldInfo)
  infos.set('ReferenceLocation', referenceLocationInfo(code))
  if (applets.length === 0) infos.set('Export', concat(bytesOf(1), u2(classes.offsets[0] ?? 0), bytesOf(0, 0)))
  infos.set('Descriptor', descriptorInfo(classes.offsets, code, pool.length))
  if (recipe.debug === true) infos.set('Debug', concat(u2(1), lv(text.encode(packageName)), bytesOf(0, 0)))
  infos.set('Directory', directoryInfo(infos, withTypes ? 3 : 1, imports.length, applets.length))

  const folder = `${packageName.replaceAll('.', '/')}/javacard/`
  const components = capComponents.flatMap(({ name, tag, file }) => {
    const info = infos.get(name)
    return info === undefined ? [] : [{ path: folder + file, bytes: concat(bytesOf(tag), u2(info.length), info) }]
  })
  return [{ path: 'META-INF/MANIFEST.MF', bytes: manifest(recipe, packageName, format) }, ...components]
}

function headerInfo(recipe: CapRecipe, packageName: string, named: boolean, hasApplets: boolean): Uint8Array {
  const flags = hasApplets ? capFlags.applet : capFlags.export
  return concat(
    uint(capMagic, 4),
    bytesOf(named ? 3 : 1, 2, flags),
    uint(recipe.packageVersion.minor, 1),
    uint(recipe.packageVersion.major, 1),
    lv(recipe.packageAid),
    named ? lv(text.encode(packageName.replaceAll('.', '/'))) : bytesOf(),
  )
}

/**
 * The info of Directory: the size of each component by tag, then counts that describe the other components. The size of Directory itself
 * follows from the format.
 */
function directoryInfo(
  infos: ReadonlyMap<CapComponentName, Uint8Array>,
  formatMinor: number,
  importCount: number,
  appletCount: number,
): Uint8Array {
  const widths = directorySizeWidths(formatMinor) ?? []
  const tail = concat(new Uint8Array(6), uint(importCount, 1), uint(appletCount, 1), bytesOf(0))
  const own = widths.reduce((sum, width) => sum + width, 0) + tail.length
  const sizes = capComponents
    .slice(0, widths.length)
    .map(({ name }, i) => uint(name === 'Directory' ? own : (infos.get(name)?.length ?? 0), widths[i] ?? 2))
  return concat(...sizes, tail)
}

function appletInfo(applets: readonly Uint8Array[], code: SampleCode): Uint8Array {
  const items = applets.map((aid, i) => concat(lv(aid), u2(code.methods[i * methodsOfClass]?.offset ?? 0)))
  return concat(uint(applets.length, 1), ...items)
}

/** References to static methods of the package itself, then to a few of each imported package. */
function constantPool(importCount: number): Uint8Array[] {
  const staticMethodTag = 6
  const own = [1, 2, 3, 4].map((offset) => bytesOf(staticMethodTag, 0, 0, offset))
  const imported = Array.from({ length: Math.min(importCount, 127) }, (_, token) =>
    [0, 1, 2].map((method) => bytesOf(staticMethodTag, 0x80 + token, 3, method)),
  )
  return [...own, ...imported.flat()]
}

/** Classes with a public method table each. They extend class 3 of the first import, which is Applet in javacard.framework. */
function classInfo(classCount: number, hasImports: boolean, code: SampleCode, withTypes: boolean): { info: Uint8Array; offsets: number[] } {
  const parts = withTypes ? [u2(0)] : []
  const offsets: number[] = []
  let length = withTypes ? 2 : 0
  for (let i = 0; i < classCount; i++) {
    const methods = code.methods.slice(i * methodsOfClass + 1, (i + 1) * methodsOfClass)
    const superClass = hasImports ? bytesOf(0x80, 3) : bytesOf(0xff, 0xff)
    const fields = bytesOf(0, ...superClass, 0, 0xff, 0, 7, methods.length, 0, 0)
    const info = concat(fields, ...methods.map(({ offset }) => u2(offset)))
    offsets.push(length)
    parts.push(info)
    length += info.length
  }
  return { info: concat(...parts), offsets }
}

/** Distances between the references; 255 means a step of 255 without a reference (JCVM 3.1 §6.12). */
function referenceLocationInfo(code: SampleCode): Uint8Array {
  const steps: number[] = []
  let last = 0
  for (const offset of code.referenceOffsets) {
    let distance = offset - last
    for (; distance >= 255; distance -= 255) steps.push(255)
    steps.push(distance)
    last = offset
  }
  return concat(u2(0), u2(steps.length), Uint8Array.from(steps))
}

function descriptorInfo(classOffsets: readonly number[], code: SampleCode, poolSize: number): Uint8Array {
  const publicStatic = 0x09
  const voidType = bytesOf(1, 0x10)
  const typeOffset = 2 + 2 * poolSize
  const classes = classOffsets.map((offset, i) => {
    const last = i === classOffsets.length - 1
    const methods = code.methods.slice(i * methodsOfClass, last ? undefined : (i + 1) * methodsOfClass)
    const items = methods.map((method, token) =>
      concat(bytesOf(token % 128, publicStatic), u2(method.offset), u2(typeOffset), u2(method.bytecodeCount), u2(0), u2(0)),
    )
    return concat(bytesOf(i % 255, 0x01), u2(offset), bytesOf(0), u2(0), u2(items.length), ...items)
  })
  const types = Array.from({ length: poolSize }, () => u2(typeOffset))
  return concat(uint(classes.length, 1), ...classes, u2(poolSize), ...types, voidType)
}

/** The manifest as Oracle's converter writes it. Its lines have at most 72 octets (JAR File Specification). */
function manifest(recipe: CapRecipe, packageName: string, format: string): Uint8Array {
  const colons = (aid: Uint8Array): string => (formatAid(aid).match(/../g) ?? []).map((octet) => `0x${octet.toLowerCase()}`).join(':')
  const { major, minor } = recipe.packageVersion
  const lines = [
    'Manifest-Version: 1.0',
    'Created-By: Simdeck',
    '',
    `Name: ${packageName.replaceAll('.', '/')}`,
    ...(recipe.createdAt === undefined ? [] : [`Java-Card-CAP-Creation-Time: ${javaDate(recipe.createdAt)}`]),
    'Java-Card-Converter-Version: [v3.1.0]',
    'Java-Card-Converter-Provider: Simdeck',
    `Java-Card-CAP-File-Version: ${format}`,
    `Java-Card-Package-Version: ${major}.${minor}`,
    `Java-Card-Package-Name: ${packageName}`,
    `Java-Card-Package-AID: ${colons(recipe.packageAid)}`,
    ...(recipe.applets ?? []).map((aid, i) => `Java-Card-Applet-${i + 1}-AID: ${colons(aid)}`),
  ]
  const folded = lines.map((line) => line.replace(/^.{70}(?=.)|.{69}(?=.)/g, (part) => `${part}\r\n `))
  return text.encode(`${folded.join('\r\n')}\r\n\r\n`)
}

/** Writes a time as `java.util.Date.toString` does, in UTC. */
function javaDate(date: Date): string {
  const [, day, month, year, time] = /^(\w{3}), (\d{2} \w{3}) (\d{4}) ([\d:]{8})/.exec(date.toUTCString()) ?? []
  const [dayOfMonth, monthName] = (month ?? '').split(' ')
  return `${day} ${monthName} ${dayOfMonth} ${time} UTC ${year}`
}
