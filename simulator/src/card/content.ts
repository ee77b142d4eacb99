import { createHash } from 'node:crypto'
import { formatAid } from '@simdeck/protocol/aid.ts'
import { concat, equalBytes, toHex } from '@simdeck/protocol/bytes.ts'
import { ProtocolError } from '@simdeck/protocol/errors.ts'
import type { Deletion, LoadBlock } from '@simdeck/protocol/gp/commands.ts'
import type { InstallForInstall, InstallForLoad } from '@simdeck/protocol/gp/install.ts'
import { decodeInstallParameters } from '@simdeck/protocol/gp/install-parameters.ts'
import { decodeLoadFile } from '@simdeck/protocol/gp/load-file.ts'
import { applicationState } from '@simdeck/protocol/gp/registry.ts'
import { decodeTlvs, findTlv } from '@simdeck/protocol/tlv.ts'
import { acceptsInstall, appletKindOf } from '../applets/applet-kind.ts'
import { readComponentStream } from './cap-stream.ts'
import type { LinkableFile } from './cap-stream.ts'
import { CardError, sw } from './card-error.ts'
import { libraryOf } from './libraries.ts'
import { freeMemory } from './nvm.ts'
import type { ApplicationRecord, CardNvm } from './nvm.ts'

/** A load between INSTALL [for load] and its last block: RAM only, so that one that is given up leaves nothing. */
export interface LoadUnderWay {
  aid: string
  hash: Uint8Array
  nextBlock: number
  length: number
  blocks: Uint8Array[]
}

/** Octets of memory that an entry in the registry takes beside what it stands for. */
const registryEntrySize = 64
const leastInstanceSize = 256
const hashAlgorithms: Readonly<Record<number, string>> = { 20: 'sha1', 32: 'sha256', 48: 'sha384', 64: 'sha512' }

function isTaken(nvm: CardNvm, aid: string): boolean {
  return (
    nvm.securityDomain.aid === aid ||
    libraryOf(aid) !== null ||
    nvm.loadFiles.some((file) => file.aid === aid) ||
    nvm.applications.some((application) => application.aid === aid)
  )
}

/** Runs a reader of data from outside: what it cannot read is 6A80. */
export function readingData<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof ProtocolError) throw new CardError(sw.wrongData, error.message, error)
    throw error
  }
}

/** INSTALL [for load] (GPC 2.3.1 §11.5.2.3.1). */
export function beginLoad(nvm: CardNvm, install: InstallForLoad): LoadUnderWay {
  const aid = formatAid(install.loadFileAid)
  if (isTaken(nvm, aid)) throw new CardError(sw.conditionsOfUse, 'the AID is in use')
  const securityDomain = formatAid(install.securityDomainAid)
  if (securityDomain !== '' && securityDomain !== nvm.securityDomain.aid)
    throw new CardError(sw.referencedDataNotFound, 'no such security domain')
  if (install.hash.length > 0 && hashAlgorithms[install.hash.length] === undefined)
    throw new CardError(sw.wrongData, 'a hash of an unknown length')
  const system = readingData(() => decodeInstallParameters(install.parameters).system)
  if ((system?.codeSize ?? 0) + registryEntrySize > freeMemory(nvm)) throw new CardError(sw.noMemory, 'the load file would not fit')
  return { aid, hash: Uint8Array.from(install.hash), nextBlock: 0, length: 0, blocks: [] }
}

/** LOAD but for its last block's linking: takes the block, in order (GPC 2.3.1 §11.6). */
export function takeBlock(nvm: CardNvm, load: LoadUnderWay, { block, data }: LoadBlock): void {
  if (block !== load.nextBlock % 256) throw new CardError(sw.wrongParameters, `block ${block} is out of order`)
  if (data.length === 0) throw new CardError(sw.wrongLength, 'a block without data')
  const length = load.length + data.length
  if (length + registryEntrySize > freeMemory(nvm)) throw new CardError(sw.noMemory, 'the memory is full')
  load.nextBlock++
  load.length = length
  load.blocks.push(Uint8Array.from(data))
}

/** The last block: hash, structure and imports are checked, then the load file is in the registry at once. */
export function finishLoad(nvm: CardNvm, load: LoadUnderWay): void {
  const { dapBlocks, components } = readingData(() => decodeLoadFile(concat(...load.blocks)))
  if (dapBlocks.length > 0) throw new CardError(sw.conditionsOfUse, 'no security domain here verifies DAP blocks')
  const algorithm = hashAlgorithms[load.hash.length]
  if (algorithm !== undefined && !equalBytes(createHash(algorithm).update(components).digest(), load.hash))
    throw new CardError(sw.wrongData, 'the load file data block hash is wrong')
  const file = readingData(() => readComponentStream(components))
  if (file.aid !== load.aid) throw new CardError(sw.wrongData, 'the CAP file has another AID')
  if (!file.imports.every((wanted) => resolves(nvm, wanted))) throw new CardError(sw.missingImport, 'an imported package is missing')
  const size = components.length + registryEntrySize
  if (size > freeMemory(nvm)) throw new CardError(sw.noMemory, 'the memory is full')
  nvm.loadFiles.push({
    aid: file.aid,
    version: file.version,
    moduleAids: file.moduleAids,
    imports: file.imports.map(({ aid }) => aid),
    securityDomainAid: nvm.securityDomain.aid,
    size,
  })
}

/** Binary compatibility (JCVM 3.1 §4.5): the same major version, and no lower minor version. */
function resolves(nvm: CardNvm, wanted: LinkableFile['imports'][number]): boolean {
  const version = libraryOf(wanted.aid) ?? nvm.loadFiles.find(({ aid }) => aid === wanted.aid)?.version
  return version !== undefined && version.major === wanted.major && version.minor >= wanted.minor
}

/** INSTALL [for install], made selectable at once or not (GPC 2.3.1 §11.5.2.3.2). */
export function installApplication(nvm: CardNvm, install: InstallForInstall, selectable: boolean): void {
  const loadFileAid = formatAid(install.loadFileAid)
  const moduleAid = formatAid(install.moduleAid)
  const aid = formatAid(install.instanceAid)
  const file = nvm.loadFiles.find((one) => one.aid === loadFileAid)
  if (!file?.moduleAids.includes(moduleAid)) throw new CardError(sw.referencedDataNotFound, 'no such load file or module')
  if (isTaken(nvm, aid)) throw new CardError(sw.conditionsOfUse, 'the instance AID is in use')
  const { parameters, tars, nonVolatileSize } = readInstallParameters(install.parameters)
  if (tars.some((tar) => nvm.applications.some((other) => other.tars.includes(tar)))) throw new CardError(sw.wrongData, 'a TAR is in use')
  if (!acceptsInstall(appletKindOf(loadFileAid), parameters)) throw new CardError(sw.wrongData, 'the applet refuses its parameters')
  const size = Math.max(nonVolatileSize, leastInstanceSize) + install.parameters.length + registryEntrySize
  if (size > freeMemory(nvm)) throw new CardError(sw.noMemory, 'the memory is full')
  const application: ApplicationRecord = {
    aid,
    loadFileAid,
    moduleAid,
    state: selectable ? applicationState.selectable : applicationState.installed,
    privileges: readPrivileges(install.privileges),
    securityDomainAid: nvm.securityDomain.aid,
    parameters,
    storedData: '',
    tars,
    poller: null,
    size,
  }
  nvm.applications.push(application)
}

/** C9 must be there (GPC 2.3.1 §11.5.2.3.7). */
function readInstallParameters(field: Uint8Array): { parameters: string; tars: string[]; nonVolatileSize: number } {
  return readingData(() => {
    if (!findTlv(decodeTlvs(field), 0xc9)) throw new ProtocolError('parameters', 'C9 is missing')
    const { applet, system, uicc } = decodeInstallParameters(field)
    return { parameters: toHex(applet), tars: (uicc?.toolkit?.tars ?? []).map(toHex), nonVolatileSize: system?.nonVolatileSize ?? 0 }
  })
}

const securityDomainPrivilege = 0x80

function readPrivileges(privileges: Uint8Array): string {
  if (privileges.length !== 1 && privileges.length !== 3) throw new CardError(sw.wrongData, 'privileges of a wrong length')
  if ((privileges[0]! & securityDomainPrivilege) !== 0) throw new CardError(sw.wrongData, 'no module here makes a security domain')
  return toHex(privileges).padEnd(6, '0')
}

/** INSTALL [for make selectable] (GPC 2.3.1 §11.5.2.3.3). */
export function makeSelectable(nvm: CardNvm, aid: string): void {
  const application = nvm.applications.find((one) => one.aid === aid)
  if (!application) throw new CardError(sw.referencedDataNotFound, 'no such application')
  if (application.state !== applicationState.installed) throw new CardError(sw.conditionsOfUse, 'it is selectable already')
  application.state = applicationState.selectable
}

/** DELETE [card content] (GPC 2.3.1 §11.2); `running` is the application whose code runs now and therefore stays. */
export function deleteObject(nvm: CardNvm, { aid: bytes, relatedObjects }: Deletion, running: string | null): void {
  const aid = formatAid(bytes)
  if (aid === nvm.securityDomain.aid || libraryOf(aid)) throw new CardError(sw.conditionsOfUse, 'it cannot be deleted')
  const instances = nvm.applications.filter((one) => one.aid === aid || one.loadFileAid === aid)
  const isFile = nvm.loadFiles.some((file) => file.aid === aid)
  if (!isFile && instances.length === 0) throw new CardError(sw.referencedDataNotFound, 'no such object')
  if (instances.some((one) => one.aid === running)) throw new CardError(sw.conditionsOfUse, 'it is running')
  if (isFile && instances.length > 0 && !relatedObjects) throw new CardError(sw.conditionsOfUse, 'the load file has instances')
  if (isFile && nvm.loadFiles.some(({ imports }) => imports.includes(aid)))
    throw new CardError(sw.conditionsOfUse, 'another load file imports it')
  nvm.applications = nvm.applications.filter((one) => !instances.includes(one))
  nvm.loadFiles = nvm.loadFiles.filter((file) => file.aid !== aid)
}

/** Finds an application by its AID, or by the beginning of it; null when there is none. */
export function findApplication(nvm: CardNvm, aid: string): ApplicationRecord | null {
  return nvm.applications.find((one) => one.aid === aid) ?? nvm.applications.find((one) => one.aid.startsWith(aid)) ?? null
}
