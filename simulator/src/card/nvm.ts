import { defaultSecurityDomainAid } from '@simdeck/protocol/aid.ts'
import { scp03KeyIds } from '@simdeck/protocol/gp/keys.ts'
import { cardState } from '@simdeck/protocol/gp/registry.ts'

/** One AES key of a security domain; `value` is hex. */
export interface KeyRecord {
  version: number
  id: number
  value: string
}

/** What makes a security domain: its keys, in the order they came, and its SCP03. */
export interface DomainState {
  keys: KeyRecord[]
  /** SCP03 `i` (GPC Amendment D §5.1). */
  i: number
  /** Counts INITIALIZE UPDATE; 3 octets on the wire. */
  sequenceCounter: number
}

/** An executable load file; libraries in ROM are not listed here (`libraries.ts`). AIDs are upper-case hex. */
export interface LoadFileRecord {
  aid: string
  version: { major: number; minor: number }
  moduleAids: string[]
  imports: string[]
  securityDomainAid: string
  /** Octets of memory it takes. */
  size: number
}

/** What a poller keeps of its device session (OTA protocol §5.6); `script.id` is hex. */
export interface PollerRecord {
  /** Tells the CAP_AUTH_KEY that the counter belongs to; a card stored before it was noted keeps its counter. */
  keyCheck?: string
  counterReserve: number
  script: { id: string; next: number; lastSw: number } | null
}

/** An application instance in the registry. */
export interface ApplicationRecord {
  aid: string
  loadFileAid: string
  moduleAid: string
  /** Life cycle state (GPC 2.3.1 §11.1.1, table 11-4). */
  state: number
  /** Hex, three octets. */
  privileges: string
  securityDomainAid: string
  /** Hex of C9; what STORE DATA brought later may replace it. */
  parameters: string
  /** Hex of what STORE DATA brought last. */
  storedData: string
  /** Toolkit application references, hex. */
  tars: string[]
  /** Null for what is no poller, or never polled. */
  poller: PollerRecord | null
  /** Null for what is no supplementary security domain. */
  domain: DomainState | null
  size: number
  /** Octets of RAM that it holds; none unless its installation asked for some. */
  volatileSize?: number
}

export interface IssuerSecurityDomain extends DomainState {
  aid: string
  storedData: string
}

/** How a card differs from its sisters; hex. */
export interface CardIdentity {
  /** Issuer identification number, until the issuer writes another. */
  issuer: string
  /** 8 octets. */
  serial: string
}

/**
 * All that a card keeps without power, as plain data: `JSON.stringify` and back gives the same card. Everything else is RAM
 * and dies with a reset.
 */
export interface CardNvm {
  /** Null for a card that tells none. */
  identity: CardIdentity | null
  cardState: number
  memoryTotal: number
  /** What INITIALIZE UPDATE and GET DATA CF tell, so that a host can find the keys of this card; 10 octets in hex. */
  diversificationData: string
  securityDomain: IssuerSecurityDomain
  loadFiles: LoadFileRecord[]
  applications: ApplicationRecord[]
}

export interface NewCard {
  keys: { enc: string; mac: string; dek: string }
  identity?: CardIdentity
  securityDomainAid?: string
  keyVersionNumber?: number
  i?: number
  memoryTotal?: number
  /** Made of the identity unless given. */
  diversificationData?: string
  /** SECURED unless given. */
  state?: number
}

export const defaultKeyVersionNumber = 0x30
export const defaultMemoryTotal = 256 * 1024
/** Of a card without an identity. */
export const noDiversificationData = '00'.repeat(10)
const volatileTotal = 8 * 1024
/** `SD`: the name of the master key, which stands before the serial number in the diversification data. */
const masterKeyName = '5344'

/** A whole SCP03 key set under one version. */
export function keySet(version: number, keys: NewCard['keys']): KeyRecord[] {
  return (['enc', 'mac', 'dek'] as const).map((name) => ({ version, id: scp03KeyIds[name], value: keys[name] }))
}

/** A card as it leaves personalisation, with its keys and nothing loaded. */
export function newCardNvm(card: NewCard): CardNvm {
  return {
    cardState: card.state ?? cardState.secured,
    memoryTotal: card.memoryTotal ?? defaultMemoryTotal,
    identity: card.identity ?? null,
    diversificationData: card.diversificationData ?? (card.identity ? masterKeyName + card.identity.serial : noDiversificationData),
    securityDomain: {
      aid: (card.securityDomainAid ?? defaultSecurityDomainAid).toUpperCase(),
      keys: keySet(card.keyVersionNumber ?? defaultKeyVersionNumber, card.keys),
      i: card.i ?? 0x70,
      sequenceCounter: 0,
      storedData: '',
    },
    loadFiles: [],
    applications: [],
  }
}

/** Octets left for load files and instances. */
export function freeMemory(nvm: CardNvm): number {
  let used = 0
  for (const { size } of nvm.loadFiles) used += size
  for (const { size } of nvm.applications) used += size
  return Math.max(0, nvm.memoryTotal - used)
}

/** Octets of RAM left for instances. */
export function freeVolatileMemory(nvm: CardNvm): number {
  return nvm.applications.reduce((free, { volatileSize = 0 }) => Math.max(0, free - volatileSize), volatileTotal)
}
