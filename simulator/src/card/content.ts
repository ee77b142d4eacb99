import { createHash } from 'node:crypto'
import { formatAid } from '@simdeck/protocol/aid.ts'
import { concat, equalBytes, fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { ProtocolError } from '@simdeck/protocol/errors.ts'
import type { LoadBlock } from '@simdeck/protocol/gp/commands.ts'
import type { InstallForInstall, InstallForLoad } from '@simdeck/protocol/gp/install.ts'
import { installParameters } from '@simdeck/protocol/install-tree/install-parameters.ts'
import { loadFileStructure } from '@simdeck/protocol/gp/load-file.ts'
import { applicationState } from '@simdeck/protocol/gp/registry.ts'
import { decodeImplementationOptions } from '@simdeck/protocol/scp03/level.ts'
import { decodeTlvs, findTlv } from '@simdeck/protocol/tlv.ts'
import { acceptsInstall, appletKindOf } from '../applets/applet-kind.ts'
import { readComponentStream } from './cap-stream.ts'
import type { LinkableFile } from './cap-stream.ts'
import { CardError, sw } from '../card-error.ts'
import { contentManagement, findDomain, isUnder } from './domains.ts'
import type { SecurityDomain } from './domains.ts'
import { libraryOf, securityDomainPackage } from './libraries.ts'
import { freeMemory, freeVolatileMemory } from './nvm.ts'
import type { ApplicationRecord, CardNvm, DomainState } from './nvm.ts'
import { readPrivileges } from './privileges.ts'
import { readingData } from '../reading.ts'

/** A load between INSTALL [for load] and its last block. It is in RAM, so that an aborted load leaves nothing. */
export interface LoadUnderWay {
  aid: string
  securityDomainAid: string
  hash: Uint8Array
  nextBlock: number
  length: number
  blocks: Uint8Array[]
}

/** The memory that an entry in the registry takes beside its object, in octets. */
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

/** Refuses delegated management: it needs a token of the issuer, and no security domain here verifies tokens (GPC 2.3.1 §9.1.3). */
export function requireAuthorizedManagement(domain: SecurityDomain): void {
  if (contentManagement(domain) !== 'authorized')
    throw new CardError(sw.conditionsOfUse, 'the security domain manages no content by itself')
}

/** INSTALL [for load] (GPC 2.3.1 §11.5.2.3.1). The load file will belong to the named security domain, or else to `domain`. */
export function beginLoad(nvm: CardNvm, install: InstallForLoad, domain: SecurityDomain): LoadUnderWay {
  requireAuthorizedManagement(domain)
  const aid = formatAid(install.loadFileAid)
  if (isTaken(nvm, aid)) throw new CardError(sw.conditionsOfUse, 'the AID is in use')
  const securityDomainAid = formatAid(install.securityDomainAid) || domain.aid
  if (!findDomain(nvm, securityDomainAid)) throw new CardError(sw.referencedDataNotFound, 'no such security domain')
  if (!isUnder(nvm, securityDomainAid, domain)) throw new CardError(sw.conditionsOfUse, 'a security domain of another hierarchy')
  if (install.hash.length > 0 && hashAlgorithms[install.hash.length] === undefined)
    throw new CardError(sw.wrongData, 'a hash of an unknown length')
  const system = readingData(() => installParameters.decode(install.parameters).system)
  if ((system?.codeSize ?? 0) + registryEntrySize > freeMemory(nvm)) throw new CardError(sw.noMemory, 'the load file would not fit')
  return { aid, securityDomainAid, hash: Uint8Array.from(install.hash), nextBlock: 0, length: 0, blocks: [] }
}

/** LOAD of one block, which must be the next one (GPC 2.3.1 §11.6). */
export function takeBlock(nvm: CardNvm, load: LoadUnderWay, { block, data }: LoadBlock): void {
  if (block !== load.nextBlock % 256) throw new CardError(sw.wrongParameters, `block ${block} is out of order`)
  if (data.length === 0) throw new CardError(sw.wrongLength, 'a block without data')
  const length = load.length + data.length
  if (length + registryEntrySize > freeMemory(nvm)) throw new CardError(sw.noMemory, 'the memory is full')
  load.nextBlock++
  load.length = length
  load.blocks.push(Uint8Array.from(data))
}

/** Ends a load after its last block: checks hash, structure and imports, then enters the load file into the registry. */
export function finishLoad(nvm: CardNvm, load: LoadUnderWay): void {
  const { dapBlocks, components } = readingData(() => loadFileStructure.decode(concat(...load.blocks)))
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
    securityDomainAid: load.securityDomainAid,
    size,
  })
}

/** Binary compatibility (JCVM 3.1 §4.5): the same major version, and no lower minor version. */
function resolves(nvm: CardNvm, wanted: LinkableFile['imports'][number]): boolean {
  const version = libraryOf(wanted.aid) ?? nvm.loadFiles.find(({ aid }) => aid === wanted.aid)?.version
  return version !== undefined && version.major === wanted.major && version.minor >= wanted.minor
}

/** INSTALL [for install], with or without [for make selectable] (GPC 2.3.1 §11.5.2.3.2). */
export function installApplication(nvm: CardNvm, install: InstallForInstall & { selectable: boolean }, domain: SecurityDomain): void {
  requireAuthorizedManagement(domain)
  const loadFileAid = formatAid(install.loadFileAid)
  const moduleAid = formatAid(install.moduleAid)
  const aid = formatAid(install.instanceAid)
  const securityDomainAid = moduleOwner(nvm, loadFileAid, moduleAid, domain)
  if (isTaken(nvm, aid)) throw new CardError(sw.conditionsOfUse, 'the instance AID is in use')
  const { parameters, tars, nonVolatileSize, volatileSize } = readInstallParameters(install.parameters)
  if (tars.some((tar) => nvm.applications.some((other) => other.tars.includes(tar)))) throw new CardError(sw.wrongData, 'a TAR is in use')
  if (!acceptsInstall(appletKindOf(loadFileAid), parameters)) throw new CardError(sw.wrongData, 'the applet refuses its parameters')
  const privileges = readPrivileges(install.privileges, loadFileAid === securityDomainPackage.aid)
  const size = Math.max(nonVolatileSize, leastInstanceSize) + install.parameters.length + registryEntrySize
  if (size > freeMemory(nvm)) throw new CardError(sw.noMemory, 'the memory is full')
  if (volatileSize > freeVolatileMemory(nvm)) throw new CardError(sw.noMemory, 'the volatile memory is full')
  const application: ApplicationRecord = {
    aid,
    loadFileAid,
    moduleAid,
    state: install.selectable ? applicationState.selectable : applicationState.installed,
    privileges,
    securityDomainAid,
    parameters,
    storedData: '',
    tars,
    poller: null,
    domain: loadFileAid === securityDomainPackage.aid ? newDomain(nvm, parameters) : null,
    size,
    volatileSize,
  }
  nvm.applications.push(application)
}

/** The security domain that an instance of the module will belong to: that of its load file, or `domain` for a module in ROM. */
function moduleOwner(nvm: CardNvm, loadFileAid: string, moduleAid: string, domain: SecurityDomain): string {
  if (libraryOf(loadFileAid)?.moduleAids.includes(moduleAid)) return domain.aid
  const file = nvm.loadFiles.find((one) => one.aid === loadFileAid)
  if (!file?.moduleAids.includes(moduleAid)) throw new CardError(sw.referencedDataNotFound, 'no such load file or module')
  if (!isUnder(nvm, file.securityDomainAid, domain)) throw new CardError(sw.conditionsOfUse, 'a load file of another security domain')
  return file.securityDomainAid
}

/** Makes a security domain without keys. `81` in its parameters may choose SCP03 with another `i` than the issuer's. */
function newDomain(nvm: CardNvm, parameters: string): DomainState {
  const chosen = readingData(() => findTlv(decodeTlvs(fromHex(parameters)), 0x81))
  const [protocol, i = nvm.securityDomain.i] = chosen ?? []
  if (chosen && (protocol !== 0x03 || chosen.length !== 2)) throw new CardError(sw.wrongData, 'SCP03 only')
  readingData(() => decodeImplementationOptions(i))
  return { keys: [], i, sequenceCounter: 0 }
}

/** Reads install parameters. C9 is mandatory (GPC 2.3.1 §11.5.2.3.7). */
function readInstallParameters(field: Uint8Array): {
  parameters: string
  tars: string[]
  nonVolatileSize: number
  volatileSize: number
} {
  return readingData(() => {
    if (!findTlv(decodeTlvs(field), 0xc9)) throw new ProtocolError('parameters', 'C9 is missing')
    const { applet, system, uicc } = installParameters.decode(field)
    return {
      parameters: toHex(applet),
      tars: (uicc?.toolkit?.tars ?? []).map(toHex),
      nonVolatileSize: system?.nonVolatileSize ?? 0,
      volatileSize: system?.volatileSize ?? 0,
    }
  })
}
