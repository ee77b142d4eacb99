import type { SettingKey } from '@simdeck/contract/settings.ts'
import type { Db } from '../platform/db/database.ts'
import { framesOf } from '../platform/log.ts'
import type { Job } from '../platform/jobs/job.ts'
import type { Platform } from '../platform/platform.ts'
import { EnrolmentLog } from './enrolment-log.ts'
import { EstRequests, operationOf } from './est-requests.ts'
import { type EstPort, openEstPort } from './est-port.ts'
import { isSame, readServerCertificate, type ServerCertificate } from './server-certificate.ts'

const certificateSweepMs = 60_000

type ReadSettings = (db: Db, keys: readonly SettingKey[]) => Promise<{ value: string }[]>

/** Certificates for devices that ask for them (EST, RFC 7030), on nodes with `EST_PORT`. */
export function estFeature(platform: Platform, { settings }: { settings: { read: ReadSettings } }) {
  const { config, db, sealer, consoleUrl, log, metrics } = platform
  let port: EstPort | null = null
  let certificate: ServerCertificate | null = null
  const isServed = config.EST_PORT !== undefined && platform.serves('device') && config.FEATURES.includes('iot-safe')
  const requests = new EstRequests({
    db,
    sealer,
    url: consoleUrl,
    log: new EnrolmentLog(platform),
    isOn: async () => (await settings.read(db, ['system_iot_safe_est']))[0]?.value !== '1',
  })
  if (isServed) metrics.measure('simdeck_est_connections', 'Open connections on the port of EST', () => port?.connections() ?? 0)

  const renewal: Job = {
    name: 'certificates of the EST port',
    title: { ja: 'ESTポートの証明書の再読み込み', en: 'Reloading of the certificates of the EST port' },
    everyMs: certificateSweepMs,
    startsLater: true,
    alsoAfter: ({ authorities }) => authorities.length > 0,
    async run() {
      const read = await readServerCertificate(config, db)
      if (certificate && isSame(read, certificate)) return
      certificate = read
      port?.replaceCertificate(read)
    },
  }
  return {
    jobs: isServed ? [renewal] : [],
    async prepare() {
      if (isServed) certificate = await readServerCertificate(config, db)
    },
    async start() {
      if (config.EST_PORT === undefined || !certificate) return
      port = await openEstPort({
        host: config.HOST,
        port: config.EST_PORT,
        certificate,
        async answer(request) {
          const answered = await requests.answer(request).catch((error: Error) => {
            log.error({ errorName: error.name, stack: framesOf(error) }, 'a request of EST failed')
            return { status: 500, text: 'The server could not handle the request.\n' }
          })
          metrics.estRequests.inc({ operation: operationOf(request.url) ?? 'unknown', status: answered.status })
          return answered
        },
      })
    },
    close: async () => port?.close(),
    /** The port for devices; null on a node without it. */
    port: () => port?.port ?? null,
  }
}
