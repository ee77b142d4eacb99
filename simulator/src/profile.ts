import type { Preload } from './card/preload.ts'
import type { CardNvm } from './card/nvm.ts'
import type { Misbehaviour } from './misbehaviour.ts'

/** One virtual SIM: its identity, its keys, and its differences from the usual SIM. Fields left out have usual values. */
export interface SimProfile {
  /** 19 or 20 digits. */
  iccid: string
  /** 15 digits. Without it a POLL has no IMEI. */
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
  /** The free memory after the preloaded applets, in octets; 224 KiB unless given. */
  freeMemory?: number
  /** The largest frame that it takes, 255 to 1500; 1024 unless given. */
  receiveBuffer?: number
  /** 320 or more; 1500 unless given. */
  sendBuffer?: number
  /** The poller in slot A that the factory installed. Null for none. */
  poller?: PollerProfile | null
  /** Other load files that the factory installed. */
  preloads?: readonly Preload[]
  /** The memory of a card that was in use before. The fields above on its contents are then ignored. */
  nvm?: CardNvm
  /** The faults of the SIM. They are counted anew at every start of the fleet. */
  misbehaviours?: readonly Misbehaviour[]
}

export interface PollerProfile {
  /** 1.0 unless given. */
  version?: { major: number; minor: number }
  /** 5 unless given. */
  intervalMinutes?: number
  /** On unless given. */
  encryption?: boolean
  /** `ota.example.com` and 8090 unless given. The fleet resolves them. */
  fqdn?: string
  port?: number
}

export const defaultFreeMemory = 224 * 1024
export const defaultReceiveBuffer = 1024
export const defaultSendBuffer = 1500
