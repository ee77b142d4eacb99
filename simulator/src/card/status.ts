import { concat, fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { privilege } from '@simdeck/protocol/gp/privileges.ts'
import { encodeRegistryFields, loadFileState } from '@simdeck/protocol/gp/registry.ts'
import type { RegistryEntry, RegistrySubset, StatusQuery } from '@simdeck/protocol/gp/registry.ts'
import { hasPrivilege, isUnder } from './domains.ts'
import type { SecurityDomain } from './domains.ts'
import { libraries } from './libraries.ts'
import type { CardNvm } from './nvm.ts'
import { encodePrivileges, issuerPrivileges } from './privileges.ts'

/** Maximum length of the data in one answer. It then also fits with R-MAC and R-ENC. */
const maxDataOctets = 223
/** Maximum number of modules in the entry of a load file, which must fit one answer. */
const maxModules = 8

const optional = {
  privileges: null,
  loadFileAid: null,
  loadFileVersion: null,
  moduleAids: [],
  securityDomainAid: null,
} as const satisfies Partial<RegistryEntry>

/** The registry entries that a security domain may see: without the privilege Global Registry, those of its own hierarchy. */
function registryEntries(nvm: CardNvm, subset: RegistrySubset, domain: SecurityDomain): RegistryEntry[] {
  const { securityDomain } = nvm
  const all = hasPrivilege(domain, privilege.globalRegistry)
  const isSeen = (aid: string, owner: string): boolean => all || aid === domain.aid || isUnder(nvm, owner, domain)
  switch (subset) {
    case 'issuerSecurityDomain':
      return all
        ? [{ ...optional, aid: fromHex(securityDomain.aid), state: nvm.cardState, privileges: encodePrivileges(issuerPrivileges) }]
        : []
    case 'applications':
      return nvm.applications
        .filter(({ aid, securityDomainAid }) => isSeen(aid, securityDomainAid))
        .map((application) => ({
          ...optional,
          aid: fromHex(application.aid),
          state: application.state,
          privileges: fromHex(application.privileges),
          loadFileAid: fromHex(application.loadFileAid),
          securityDomainAid: fromHex(application.securityDomainAid),
        }))
    case 'loadFiles':
    case 'loadFilesAndModules':
      return loadFileEntries(nvm, subset === 'loadFilesAndModules', isSeen)
  }
}

function loadFileEntries(nvm: CardNvm, modules: boolean, isSeen: (aid: string, owner: string) => boolean): RegistryEntry[] {
  const securityDomainAid = nvm.securityDomain.aid
  const roms = libraries.map(({ aid, major, minor, moduleAids }) => ({ aid, version: { major, minor }, moduleAids, securityDomainAid }))
  const files = [...roms, ...nvm.loadFiles].filter((file) => isSeen(file.aid, file.securityDomainAid))
  return files.map((file) => ({
    ...optional,
    aid: fromHex(file.aid),
    state: loadFileState.loaded,
    loadFileVersion: file.version,
    moduleAids: modules ? file.moduleAids.slice(0, maxModules).map(fromHex) : [],
    securityDomainAid: fromHex(file.securityDomainAid),
  }))
}

/** The `E3` objects whose AID begins with the prefix, in as few answers as possible. */
export function statusAnswers(nvm: CardNvm, query: StatusQuery, domain: SecurityDomain): Uint8Array[] {
  const prefix = toHex(query.aidPrefix)
  const answers: Uint8Array[] = []
  let parts: Uint8Array[] = []
  let length = 0
  for (const entry of registryEntries(nvm, query.subset, domain)) {
    if (!toHex(entry.aid).startsWith(prefix)) continue
    const encoded = encodeRegistryFields(entry, query.tags)
    if (length > 0 && length + encoded.length > maxDataOctets) {
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
