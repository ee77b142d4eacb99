import type { Platform } from '../platform/platform.ts'
import { otasBySmsJob } from './by-sms/otas-job.ts'
import { deviceService } from './device-service.ts'
import { fillFingerprints } from './polls/fill-fingerprints.ts'
import './tables.ts'

/** The device port and the sessions of cards. */
export function otaFeature(platform: Platform) {
  const device = platform.serves('device') ? deviceService(platform) : null
  return {
    jobs: [...(device?.jobs ?? []), otasBySmsJob(platform)],
    async prepare() {
      const fingerprints = await fillFingerprints(platform.db, platform.sealer)
      if (fingerprints.filled + fingerprints.left > 0) platform.log.info(fingerprints, 'fingerprints of keys of SIMs were filled in')
    },
    start: async () => device?.start(),
    close: async () => device?.close(),
    /** Answers admin agents; null on a node without a device port. */
    agents: device?.agents ?? null,
    /** The port that cards connect to; null on a node without a device port. */
    port: () => device?.port() ?? null,
  }
}
