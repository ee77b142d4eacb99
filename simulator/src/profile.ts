import type { Preload } from './card/preload.ts'
import type { CardNvm } from './card/nvm.ts'
import type { Misbehaviour } from './misbehaviour.ts'

/** One virtual SIM: who it is, its keys, and how it differs from the usual one. What is left out has a usual value. */
export interface SimProfile {
  /** 19 or 20 digits. */
  iccid: string
  /** 15 digits; without it a POLL tells none. */
  imei?: string
  capAuthKey: Uint8Array
  encryptKey: Uint8Array
  scp03: { enc: Uint8Array; mac: Uint8Array; dek: Uint8Array }
  /** Upper-case hex; A000000151000000 unless given. */
  securityDomainAid?: string
  /** 48 unless given. */
  keyVersionNumber?: number
  /** SCP03 `i`; 70 hex unless given. */
  i?: number
  /** Octets left on the card once its preloaded applets stand; 224 KiB unless given. */
  freeMemory?: number
  /** Largest frame it takes, 255 to 1500; 1024 unless given. */
  receiveBuffer?: number
  /** 320 or more; 1500 unless given. */
  sendBuffer?: number
  /** The poller in slot A that it was shipped with; null: none. */
  poller?: PollerProfile | null
  /** Other load files that it was shipped with. */
  preloads?: readonly Preload[]
  /** A card that was in use before: everything above about its contents is left aside. */
  nvm?: CardNvm
  /** Faults that it shows, counted anew at every start of the fleet. */
  misbehaviours?: readonly Misbehaviour[]
}

export interface PollerProfile {
  /** 1.0 unless given. */
  version?: { major: number; minor: number }
  /** 5 unless given. */
  intervalMinutes?: number
  /** On unless given. */
  encryption?: boolean
  /** `ota.example.com` and 8090 unless given; where they lead is the fleet's choice. */
  fqdn?: string
  port?: number
}

export const defaultFreeMemory = 224 * 1024
export const defaultReceiveBuffer = 1024
export const defaultSendBuffer = 1500
