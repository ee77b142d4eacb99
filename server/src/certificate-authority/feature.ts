import type { Job } from '../platform/jobs/job.ts'
import type { Platform } from '../platform/platform.ts'
import { certificateRoutes } from './devices/certificate-routes.ts'
import { decisionRoutes } from './devices/decisions.ts'
import { endedCertificates, endingCertificates, type ReadSettings } from './devices/ended-certificates.ts'
import { keyChecks } from './key-checks.ts'
import { OcspResponder } from './publication/ocsp.ts'
import { publish, publishAll } from './publication/publish.ts'
import { publicationRoutes } from './publication/routes.ts'
import { authorityRoutes } from './routes.ts'
import './tables.ts'
import { templateRoutes } from './templates/template-routes.ts'
import { authorityTopics } from './topics.ts'

const publishEveryMs = 10_000

/** Certificate authorities: their keys, and the CRLs and OCSP answers that every peer of a device may ask for. */
export function certificateAuthorityFeature(
  { db, sealer, consoleUrl, config, publish: notify }: Platform,
  { settings }: { settings: { read: ReadSettings } },
) {
  const from = { db, sealer, url: consoleUrl }
  const ocsp = new OcspResponder({ db, sealer })
  const jobs: Job[] = [
    {
      name: 'crls',
      title: { ja: '失効リスト（CRL）とOCSP署名証明書の更新', en: 'Renewal of CRLs and OCSP signers' },
      everyMs: publishEveryMs,
      on: ['jobs'],
      onOneNode: true,
      startsLater: true,
      async run() {
        const made = await publishAll(from)
        if (made.length > 0) notify({ authorities: made })
      },
    },
    keyChecks({ db, sealer }),
    endedCertificates({ db }),
    endingCertificates({ db, read: settings.read }),
  ]
  const publishAtOnce = async (caId: number) => {
    await publish(from, caId)
    ocsp.forget()
  }
  return {
    routes: {
      ...authorityRoutes({ ...from, publish: publishAtOnce, changed: (id) => notify({ authorities: [id] }) }),
      ...publicationRoutes({ db, ocsp }),
      ...templateRoutes({ db, changed: () => notify({ templates: [0] }) }),
      ...certificateRoutes({ ...from, publish: publishAtOnce }),
      ...decisionRoutes(from),
    },
    topics: authorityTopics,
    jobs: config.FEATURES.includes('iot-safe') ? jobs : [],
  }
}
