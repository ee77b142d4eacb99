import { defaultSecurityDomainAid } from '@simdeck/protocol/aid.ts'
import { scp03KeyIds } from '@simdeck/protocol/gp/keys.ts'
import { cardState } from '@simdeck/protocol/gp/registry.ts'
import type { StoredObject } from '../applets/iot-safe/store.ts'
import type { OtaKeySet } from '../sms/key-sets.ts'
import type { FileSystemRecord } from './files/file-system.ts'

/** One AES key of a security domain; `value` is hex. */
export interface KeyRecord {
  version: number
  id: number
  value: string
}

/** The state of a security domain: its keys, in the order in which they were put, and its SCP03. */
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
  /** The memory it takes, in octets. */
  size: number
}

/** The part of a device session that a poller stores (OTA protocol §5.6). `script.id` is hex. */
export interface PollerRecord {
  /** A fingerprint of the CAP_AUTH_KEY that the counter belongs to. A card that was stored without one keeps its counter. */
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
  /** C9 as hex. Later STORE DATA may replace it. */
  parameters: string
  /** The data of the last STORE DATA, as hex. */
  storedData: string
  /** Toolkit application references, hex. */
  tars: string[]
  /** Null for an application that is no poller or never polled. */
  poller: PollerRecord | null
  /** Null for an application that is no security domain. */
  domain: DomainState | null
  size: number
  /** The objects of an IoT SAFE applet. */
  safeObjects?: StoredObject[]
  /** The RAM that the application occupies, in octets; 0 if its installation requested none. */
  volatileSize?: number
}

export interface IssuerSecurityDomain extends DomainState {
  aid: string
  storedData: string
}

/** The identity of a card, as hex. */
export interface CardIdentity {
  /** Issuer identification number, until the issuer writes another. */
  issuer: string
  /** 8 octets. */
  serial: string
}

/**
 * The non-volatile memory of a card, as plain data: `JSON.stringify` and back gives the same card. All other state is RAM, which a reset
 * clears.
 */
export interface CardNvm {
  /** Null for a card without an identity. */
  identity: CardIdentity | null
  cardState: number
  memoryTotal: number
  /** The data in the answers to INITIALIZE UPDATE and GET DATA CF by which a host finds the keys of this card; 10 octets as hex. */
  diversificationData: string
  securityDomain: IssuerSecurityDomain
  loadFiles: LoadFileRecord[]
  applications: ApplicationRecord[]
  /** The SCP80 key sets of a card that receives packets by SMS. */
  otaKeySets?: OtaKeySet[]
  /** Missing on a card without files. */
  files?: FileSystemRecord
  /** The keys that a STORE DATA gave the pollers of the card, in place of those of the factory; hex. */
  pollerKeys?: { capAuthKey: string; encryptKey: string }
}

export interface NewCard {
  keys: { enc: string; mac: string; dek: string }
  identity?: CardIdentity
  securityDomainAid?: string
  keyVersionNumber?: number
  i?: number
  memoryTotal?: number
  /** By default derived from the identity. */
  diversificationData?: string
  /** The default is SECURED. */
  state?: number
  /** The subscription of the files. A card without it has no files. */
  subscription?: { iccid: string; imsi: string }
}

export const defaultKeyVersionNumber = 0x30
export const defaultMemoryTotal = 256 * 1024
/** The diversification data of a card without an identity. */
export const noDiversificationData = '00'.repeat(10)
const volatileTotal = 8 * 1024
/** `SD`, the name of the master key, which comes before the serial number in the diversification data. */
const masterKeyName = '5344'

/** A whole SCP03 key set under one version. */
export function keySet(version: number, keys: NewCard['keys']): KeyRecord[] {
  return (['enc', 'mac', 'dek'] as const).map((name) => ({ version, id: scp03KeyIds[name], value: keys[name] }))
}

/** Makes a card as it leaves personalisation: with its keys and without load files. */
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
    ...(card.subscription ? { files: { ...card.subscription, changed: {} } } : {}),
  }
}

/** The free memory for load files and instances, in octets. */
export function freeMemory(nvm: CardNvm): number {
  let used = 0
  for (const { size } of nvm.loadFiles) used += size
  for (const { size } of nvm.applications) used += size
  return Math.max(0, nvm.memoryTotal - used)
}

/** The free RAM for instances, in octets. */
export function freeVolatileMemory(nvm: CardNvm): number {
  return nvm.applications.reduce((free, { volatileSize = 0 }) => Math.max(0, free - volatileSize), volatileTotal)
}
