import type { AgentProfile } from './admin-agent.ts'
import type { Preload } from './card/preload.ts'
import type { CardNvm } from './card/nvm.ts'
import type { Misbehaviour } from './misbehaviour.ts'
import type { OtaKeySet } from './sms/key-sets.ts'

/** One virtual SIM: its identity, its keys, and its differences from the usual SIM. An omitted field has its default value. */
export interface SimProfile {
  /** 19 or 20 digits. */
  iccid: string
  /** 15 digits. Without it a POLL has no IMEI. */
  imei?: string
  /** 15 digits. The default is in the network 440-10 and has the last ten digits of the ICCID. */
  imsi?: string
  capAuthKey: Uint8Array
  encryptKey: Uint8Array
  scp03: { enc: Uint8Array; mac: Uint8Array; dek: Uint8Array }
  /** Upper-case hex; the default is A000000151000000. */
  securityDomainAid?: string
  /** The default is 48. */
  keyVersionNumber?: number
  /** SCP03 `i`; the default is 70 hex. */
  i?: number
  /** The SCP80 key sets; the default is none, with which the card refuses every packet. */
  otaKeySets?: readonly OtaKeySet[]
  /** The free memory after the preloaded applets, in octets; the default is 224 KiB. */
  freeMemory?: number
  /** The largest frame that the SIM accepts, 255 to 1500 octets; the default is 1024. */
  receiveBuffer?: number
  /** 320 or more; the default is 1500. */
  sendBuffer?: number
  /** The poller in slot A that the factory installed. Null for none. */
  poller?: PollerProfile | null
  /** The standard admin agent that the factory installed; an `AdminAgent` runs it. The default is none. */
  adminAgent?: AgentProfile
  /** Other load files that the factory installed. */
  preloads?: readonly Preload[]
  /** The memory of a card that was in use before. The fields above that describe the content of a card are then ignored. */
  nvm?: CardNvm
  /** False for an earlier poller, whose POLL has no digest of the content. */
  reportsContent?: boolean
  /** The faults of the SIM. They are counted anew at every start of the fleet. */
  misbehaviours?: readonly Misbehaviour[]
}

export interface PollerProfile {
  /** The default is 1.0. */
  version?: { major: number; minor: number }
  /** The default is 5. */
  intervalMinutes?: number
  /** The default is on. */
  encryption?: boolean
  /** The default is `ota.example.com` and 8090. The fleet resolves the name. */
  fqdn?: string
  port?: number
}

export const defaultFreeMemory = 224 * 1024
export const defaultReceiveBuffer = 1024
export const defaultSendBuffer = 1500
