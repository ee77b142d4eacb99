import { bytesOf, toHex } from '@simdeck/protocol/bytes.ts'
import { applicationState } from '@simdeck/protocol/gp/registry.ts'
import type { CardNvm } from './nvm.ts'

/** A load file that the factory put on a card. AIDs are hex. */
export interface Preload {
  packageAid: string
  version: { major: number; minor: number }
  moduleAid: string
  instanceAid: string
  /** The value of C9. */
  parameters?: Uint8Array
  /** The size of the load file in octets. */
  size?: number
}

/** Puts a load file with one selectable instance into the registry, as if it had been loaded. */
export function preload(nvm: CardNvm, one: Preload): void {
  const loadFileAid = one.packageAid.toUpperCase()
  const moduleAid = one.moduleAid.toUpperCase()
  const securityDomainAid = nvm.securityDomain.aid
  nvm.loadFiles.push({
    aid: loadFileAid,
    version: one.version,
    moduleAids: [moduleAid],
    imports: [],
    securityDomainAid,
    size: one.size ?? 6 * 1024,
  })
  nvm.applications.push({
    aid: one.instanceAid.toUpperCase(),
    loadFileAid,
    moduleAid,
    state: applicationState.selectable,
    privileges: '000000',
    securityDomainAid,
    parameters: toHex(one.parameters ?? bytesOf()),
    storedData: '',
    tars: [],
    poller: null,
    domain: null,
    size: 512,
  })
}
