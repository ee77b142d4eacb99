import { checkAid, formatAid } from '@simdeck/protocol/aid.ts'
import { Reader } from '@simdeck/protocol/bytes.ts'
import { capComponents, capFlags, capLoadOrder, capMagic, directorySizeWidths } from '@simdeck/protocol/cap/components.ts'
import type { CapComponentName } from '@simdeck/protocol/cap/components.ts'
import { ProtocolError } from '@simdeck/protocol/errors.ts'

/** The facts that a card reads from the components of C4. AIDs are upper-case hex. */
export interface LinkableFile {
  aid: string
  version: { major: number; minor: number }
  moduleAids: string[]
  imports: { aid: string; major: number; minor: number }[]
}

const staticResourcesTag = 13
const firstCustomTag = 128

function wrong(reason: string): ProtocolError {
  return new ProtocolError('cap', reason)
}

/**
 * Reads components as a card receives them: without names, by their tags, in the order of loading (JCVM 3.1 §6.2, table 6-2). Ignores
 * custom components. Throws `ProtocolError` for components that a card cannot link.
 */
export function readComponentStream(components: Uint8Array): LinkableFile {
  const infos = splitComponents(components)
  const header = readHeader(infoOf(infos, 'Header'))
  const applet = infos.get('Applet')
  if ((applet !== undefined) !== ((header.flags & capFlags.applet) !== 0)) throw wrong('Applet does not agree with the flags in Header')
  return {
    aid: header.aid,
    version: header.version,
    moduleAids: applet === undefined ? [] : readModules(applet),
    imports: readImports(infoOf(infos, 'Import')),
  }
}

function splitComponents(components: Uint8Array): Map<CapComponentName, Reader> {
  const reader = new Reader(components)
  const infos = new Map<CapComponentName, Reader>()
  let position = -1
  while (reader.remaining > 0) {
    const tag = reader.uint(1)
    const info = new Reader(reader.take(reader.uint(tag === staticResourcesTag ? 4 : 2)))
    if (tag >= firstCustomTag) continue
    const name = capComponents.find((one) => one.tag === tag)?.name
    const at = name === undefined ? -1 : capLoadOrder.indexOf(name)
    if (name === undefined || at <= position) throw wrong(`component ${tag} is unknown, duplicate or out of order`)
    position = at
    infos.set(name, info)
  }
  const missing = capComponents.find((one) => one.mandatory && one.name !== 'Descriptor' && !infos.has(one.name))
  if (missing) throw wrong(`${missing.name} is missing`)
  return infos
}

function infoOf(infos: ReadonlyMap<CapComponentName, Reader>, name: CapComponentName): Reader {
  const info = infos.get(name)
  if (!info) throw wrong(`${name} is missing`)
  return info
}

function readHeader(info: Reader): { aid: string; version: { major: number; minor: number }; flags: number } {
  if (info.uint(4) !== capMagic) throw wrong('Header without its magic number')
  const formatMinor = info.uint(1)
  const formatMajor = info.uint(1)
  if (formatMajor !== 2 || directorySizeWidths(formatMinor) === undefined)
    throw wrong(`CAP format ${formatMajor}.${formatMinor} is unknown`)
  const flags = info.uint(1)
  if ((flags & capFlags.extended) !== 0) throw wrong('this card takes no CAP files in extended format')
  const version = { minor: info.uint(1), major: info.uint(1) }
  return { aid: formatAid(checkAid(info.lv())), version, flags }
}

function readModules(info: Reader): string[] {
  const aids = Array.from({ length: info.uint(1) }, () => {
    const aid = formatAid(checkAid(info.lv()))
    info.take(2)
    return aid
  })
  info.end()
  if (aids.length === 0 || new Set(aids).size !== aids.length) throw wrong('Applet lists no AID, or one twice')
  return aids
}

function readImports(info: Reader): LinkableFile['imports'] {
  const imports = Array.from({ length: info.uint(1) }, () => {
    const minor = info.uint(1)
    const major = info.uint(1)
    return { aid: formatAid(checkAid(info.lv())), major, minor }
  })
  info.end()
  return imports
}
