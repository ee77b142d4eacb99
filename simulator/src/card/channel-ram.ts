import type { Scp03Card } from '@simdeck/protocol/scp03/card.ts'
import { type DeviceRam, newDeviceRam } from '../applets/iot-safe/device.ts'
import type { LoadUnderWay } from './content.ts'
import { masterFile, type SelectedFile } from './files/file-commands.ts'
import type { PendingStoreData } from './personalization.ts'
import type { PendingChannel } from './secure-channel.ts'

/** The session of an authenticated host. Without `scp03` its level is 00, and its commands are plain. */
export interface Session {
  scp03: Scp03Card | null
  /** The static key that encrypts the keys of PUT KEY. */
  dek: Uint8Array
}

/** The state of a logical channel. A reset clears it. */
export interface ChannelRam {
  /** The selected application. Null is the issuer security domain, which a reset selects. */
  selected: string | null
  /** The selected file, while no applet is selected. */
  file: SelectedFile
  pending: PendingChannel | null
  session: Session | null
  load: LoadUnderWay | null
  personalizing: string | null
  /** The sessions of a selected IoT SAFE applet. */
  safe: DeviceRam
  store: PendingStoreData | null
  /** The remaining answers to GET STATUS, and the P1 they belong to. */
  status: { p1: number; answers: Uint8Array[] } | null
}

export function newChannelRam(selected: string | null): ChannelRam {
  return {
    selected,
    file: masterFile,
    pending: null,
    session: null,
    load: null,
    personalizing: null,
    safe: newDeviceRam(),
    store: null,
    status: null,
  }
}
