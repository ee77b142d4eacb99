import { bytesOf, concat, fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { encodeRegistryEntry, loadFileState } from '@simdeck/protocol/gp/registry.ts'
import type { RegistryEntry, RegistrySubset } from '@simdeck/protocol/gp/registry.ts'
import { libraries } from './libraries.ts'
import type { CardNvm } from './nvm.ts'

/** Security domain, card lock, terminate, reset, CVM management; then authorised and global management (GPC 2.3.1 §11.1.2). */
const issuerPrivileges = bytesOf(0x9e, 0xfe, 0x80)
/** What one answer holds, so that it also fits with R-MAC and R-ENC. */
const mostData = 223
/** Modules told of one load file: its entry must fit one answer. */
const mostModules = 8

const optional = {
  privileges: null,
  loadFileAid: null,
  loadFileVersion: null,
  moduleAids: [],
  securityDomainAid: null,
} as const satisfies Partial<RegistryEntry>

/** The registry as GET STATUS tells it, whole. */
export function registryEntries(nvm: CardNvm, subset: RegistrySubset): RegistryEntry[] {
  const { securityDomain } = nvm
  switch (subset) {
    case 'issuerSecurityDomain':
      return [{ ...optional, aid: fromHex(securityDomain.aid), state: nvm.cardState, privileges: issuerPrivileges }]
    case 'applications':
      return nvm.applications.map((application) => ({
        ...optional,
        aid: fromHex(application.aid),
        state: application.state,
        privileges: fromHex(application.privileges),
        loadFileAid: fromHex(application.loadFileAid),
        securityDomainAid: fromHex(application.securityDomainAid),
      }))
    case 'loadFiles':
    case 'loadFilesAndModules':
      return loadFileEntries(nvm, subset === 'loadFilesAndModules')
  }
}

function loadFileEntries(nvm: CardNvm, modules: boolean): RegistryEntry[] {
  const roms = libraries.map(({ aid, major, minor }) => ({ aid, version: { major, minor }, moduleAids: [] }))
  return [...roms, ...nvm.loadFiles].map(({ aid, version, moduleAids }) => ({
    ...optional,
    aid: fromHex(aid),
    state: loadFileState.loaded,
    loadFileVersion: version,
    moduleAids: modules ? moduleAids.slice(0, mostModules).map(fromHex) : [],
    securityDomainAid: fromHex(nvm.securityDomain.aid),
  }))
}

/** The `E3` objects whose AID begins so, in as few answers as they fit. */
export function statusAnswers(nvm: CardNvm, subset: RegistrySubset, aidPrefix: Uint8Array): Uint8Array[] {
  const prefix = toHex(aidPrefix)
  const answers: Uint8Array[] = []
  let parts: Uint8Array[] = []
  let length = 0
  for (const entry of registryEntries(nvm, subset)) {
    if (!toHex(entry.aid).startsWith(prefix)) continue
    const encoded = encodeRegistryEntry(entry)
    if (length > 0 && length + encoded.length > mostData) {
      answers.push(concat(...parts))
      parts = []
      length = 0
    }
    parts.push(encoded)
    length += encoded.length
  }
  if (length > 0) answers.push(concat(...parts))
  return answers
}
