import { checkAid } from '../aid.ts'
import { concat, Reader } from '../bytes.ts'
import { ProtocolError } from '../errors.ts'
import { CapError } from './cap-error.ts'
import { capComponents, capFlags, capLoadOrder, capMagic, directorySizeWidths } from './components.ts'
import type { CapComponentName } from './components.ts'
import { printable, readManifest } from './manifest.ts'
import type { CapManifest } from './manifest.ts'

/** One file of the unpacked zip; `path` has forward slashes. */
export interface CapEntry {
  path: string
  bytes: Uint8Array
}

export interface CapVersion {
  major: number
  minor: number
}

export interface CapApplet {
  aid: Uint8Array
  /** The offset of the `install` method in the info of Method (JCVM 3.1 §6.6). */
  installMethodOffset: number
}

export interface CapImport extends CapVersion {
  aid: Uint8Array
}

export interface CapComponent {
  name: CapComponentName
  tag: number
  /** The component's own size field: its length without tag and size. */
  size: number
  /** The whole component as it is loaded, tag and size included. */
  bytes: Uint8Array
}

/** A CAP file in compact format, read and checked (JCVM 3.1 §6). Its octets are views of the entries it was read from. */
export interface Cap {
  format: CapVersion
  /** The bits are those of `capFlags`. */
  flags: number
  packageAid: Uint8Array
  packageVersion: CapVersion
  /** The package name with dots: from Header in format 2.2 and newer, otherwise from the folder. */
  packageName: string
  applets: readonly CapApplet[]
  imports: readonly CapImport[]
  /** The components of the file in the order of loading; Descriptor and Debug come last. */
  components: readonly CapComponent[]
  manifest: CapManifest
  /** The value of C4 in the load file data block (GPC 2.3.1 §11.6.2.3). Not every card loads Descriptor, so it is optional. */
  loadFileData: (options: { descriptor: boolean }) => Uint8Array
}

/**
 * Reads a CAP file from the files of its zip. Throws `ProtocolError('cap')` with the reason unless they hold exactly one complete and
 * consistent package in compact format. Files that are not components (`META-INF`, `APPLET-INF`, custom components and other files in the
 * folder) are ignored. The card verifies the bytecode.
 */
export function readCap(entries: readonly CapEntry[]): Cap {
  const { folder, files } = findComponents(entries)
  const header = readHeader(componentOf('Header', files))
  const components: CapComponent[] = []
  for (const name of [...capLoadOrder, 'Debug'] as const) {
    if (files.has(name) || isMandatory(name)) components.push(componentOf(name, files))
  }
  const named = (name: CapComponentName): CapComponent | undefined => components.find((component) => component.name === name)

  checkDirectory(componentOf('Directory', files), header.format.minor, components)
  const applet = named('Applet')
  const manifest = entries.find((entry) => entry.path.toUpperCase() === 'META-INF/MANIFEST.MF')
  return {
    ...header,
    packageName: header.packageName ?? folder.split('/').slice(0, -1).join('.'),
    applets: applet === undefined ? [] : readApplets(applet),
    imports: readImports(componentOf('Import', files)),
    components,
    manifest: manifest === undefined ? {} : readManifest(manifest.bytes),
    loadFileData: ({ descriptor }) =>
      concat(...components.filter(({ name }) => name !== 'Debug' && (descriptor || name !== 'Descriptor')).map(({ bytes }) => bytes)),
  }
}

function isMandatory(wanted: CapComponentName): boolean {
  return capComponents.some(({ name, mandatory }) => name === wanted && mandatory)
}

/** Reads the info of a component. Errors name the component. */
function within<T>(name: CapComponentName, info: Uint8Array, read: (reader: Reader) => T): T {
  const reader = new Reader(info)
  try {
    const value = read(reader)
    reader.end()
    return value
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error
    const { fault, what } = error instanceof CapError ? error : { fault: 'component' as const, what: name }
    throw new CapError(fault, what, `${name} component: ${error.message}`)
  }
}

/** The files of the one `<package path>/javacard/` folder, by component. */
function findComponents(entries: readonly CapEntry[]): { folder: string; files: Map<CapComponentName, Uint8Array> } {
  const files = new Map<CapComponentName, Uint8Array>()
  let folder: string | undefined
  for (const { path, bytes } of entries) {
    const segments = path.split('/')
    const file = (segments.pop() ?? '').toLowerCase()
    if (segments.length < 2 || segments.at(-1)?.toLowerCase() !== 'javacard') continue
    if (/^(meta|applet)-inf$/i.test(segments[0] ?? '')) continue
    const component = capComponents.find((known) => file === known.file.toLowerCase() || file === `${known.file.toLowerCase()}x`)
    if (component === undefined) continue
    // The size field of StaticResources has four octets in either format, so converters name it .capx in a compact CAP file too.
    if (file.endsWith('x') && component.name !== 'StaticResources') throw extended()
    const here = segments.join('/')
    if (folder !== undefined && folder.toLowerCase() !== here.toLowerCase())
      throw new CapError('twoPackages', here, `it holds two packages, ${folder} and ${here}`)
    folder = here
    if (files.has(component.name)) throw new CapError('twice', component.file, `it holds ${component.file} twice`)
    files.set(component.name, bytes)
  }
  if (folder === undefined)
    throw new CapError('noComponents', '', 'it is not a CAP file: it has no <package>/javacard/ folder with components')
  return { folder, files }
}

function extended(): CapError {
  return new CapError('extended', '', 'it is an extended CAP file (.capx components), which cannot be loaded; convert it in compact format')
}

function componentOf(name: CapComponentName, files: ReadonlyMap<CapComponentName, Uint8Array>): CapComponent {
  const { file, tag } = capComponents.find((known) => known.name === name) ?? capComponents[0]
  const bytes = files.get(name)
  if (bytes === undefined) throw new CapError('missing', file, `${file} is missing`)
  if (bytes.length < 3) throw new CapError('component', file, `${file} ends before its size`)
  if (bytes[0] !== tag) throw new CapError('component', file, `${file} begins with tag ${bytes[0]}, not ${tag}`)
  const size = new Reader(bytes.subarray(1)).uint(2)
  if (name === 'StaticResources' && bytes.length >= 5) {
    const wide = new Reader(bytes.subarray(1)).uint(4)
    if (bytes.length === 5 + wide) return { name, tag, size: wide, bytes }
  }
  if (bytes.length !== 3 + size)
    throw new CapError('component', file, `${file} states a size of ${size}, but ${bytes.length - 3} octets follow`)
  return { name, tag, size, bytes }
}

/** The info of a component whose size field has two octets. Only StaticResources has a longer one. */
function infoOf(component: CapComponent): Uint8Array {
  return component.bytes.subarray(3)
}

function readHeader(component: CapComponent): Pick<Cap, 'format' | 'flags' | 'packageAid' | 'packageVersion'> & { packageName?: string } {
  return within('Header', infoOf(component), (reader) => {
    if (reader.uint(4) !== capMagic) throw new CapError('component', 'Header', 'it does not begin with DECAFFED')
    const format = { minor: reader.uint(1), major: reader.uint(1) }
    if (format.major !== 2 || directorySizeWidths(format.minor) === undefined)
      throw new CapError(
        'format',
        `${format.major}.${format.minor}`,
        `CAP format ${format.major}.${format.minor} is unknown; 2.1, 2.2 and 2.3 are read`,
      )
    const flags = reader.uint(1)
    if ((flags & capFlags.extended) !== 0) throw extended()
    const packageVersion = { minor: reader.uint(1), major: reader.uint(1) }
    const packageAid = checkAid(reader.lv())
    // The name is optional, and some converters of format 2.1 write an empty one.
    const name = reader.remaining > 0 ? printable(reader.lv()).replaceAll('/', '.') : ''
    return { format, flags, packageAid, packageVersion, packageName: name === '' ? undefined : name }
  })
}

function checkDirectory(component: CapComponent, formatMinor: number, components: readonly CapComponent[]): void {
  within('Directory', infoOf(component), (reader) => {
    const widths = directorySizeWidths(formatMinor) ?? []
    for (const [i, width] of widths.entries()) {
      const stated = reader.uint(width)
      const known = capComponents[i]
      const present = components.find(({ tag }) => tag === known?.tag)
      // Debug is never loaded, and people often remove it from a finished CAP file.
      if (present === undefined && known?.name === 'Debug') continue
      const actual = present?.size ?? 0
      if (stated !== actual)
        throw new CapError('component', 'Directory', `it gives ${known?.name} a size of ${stated}, but it is ${actual}`)
    }
    const staticFieldSize = 6
    const importAndAppletCount = 2
    reader.take(staticFieldSize + importAndAppletCount)
    for (let left = reader.uint(1); left > 0; left--) {
      const customTagAndSize = 3
      reader.take(customTagAndSize)
      checkAid(reader.lv())
    }
  })
}

function readApplets(component: CapComponent): CapApplet[] {
  return within('Applet', infoOf(component), (reader) =>
    Array.from({ length: reader.uint(1) }, () => ({ aid: checkAid(reader.lv()), installMethodOffset: reader.uint(2) })),
  )
}

function readImports(component: CapComponent): CapImport[] {
  return within('Import', infoOf(component), (reader) =>
    Array.from({ length: reader.uint(1) }, () => {
      const minor = reader.uint(1)
      const major = reader.uint(1)
      return { aid: checkAid(reader.lv()), major, minor }
    }),
  )
}
