import { X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { SimCertificate, SimCertificateDetails } from '@simdeck/contract/sim-certificates.ts'
import { OpenSsl } from '@simdeck/server/testing/openssl.ts'
import { deviceTemplate, iotSafePreloads, makeDeviceCa, recordIotSafe, safeObjectsOf } from './testing/iot-safe.ts'
import { startWorld, type World } from './testing/start-world.ts'

/** The benchmark `certificates` does the same with 1,000. */
const sims = 300
/** The speed of the virtual SIMs of the demo: they poll every ten seconds. */
const demoSpeed = 30
const timeoutMs = 600_000

async function allCertificates({ admin }: World): Promise<SimCertificate[]> {
  const all: SimCertificate[] = []
  for (let pageIndex = 0; ; pageIndex++) {
    const { data } = await admin(endpoints.listCertificates, { query: { take: 100, pageIndex } })
    if (data.length === 0) return all
    all.push(...data)
  }
}

test(
  `${sims} SIMs get their certificates by one campaign: all are active and valid, no key and no serial occurs twice`,
  { timeout: timeoutMs },
  async () => {
    await using world = await startWorld({ sims, profile: () => ({ preloads: iotSafePreloads }), fleet: { speed: demoSpeed } })
    const { admin, simIds } = world
    await recordIotSafe(world)
    const { root, ca } = await makeDeviceCa(admin)
    const { id: templateId } = await admin(endpoints.createIdentityTemplate, { body: deviceTemplate })
    const { id: snapshotId } = await admin(endpoints.createSnapshot, { body: { simIds } })
    const body = { snapshotId, kind: 'certificate' as const, certificate: { step: 'issue' as const, templateId } }
    const { id } = await admin(endpoints.putBulkOta, { body: { ...body, confirmedCount: sims } })
    const succeeded = async () => (await admin(endpoints.getCampaign, { params: { id } })).counts.Succeeded
    await expect.poll(succeeded, { timeout: timeoutMs, interval: 500 }).toBe(sims)

    const certificates = await allCertificates(world)
    expect(certificates.map(({ simId }) => simId).toSorted((one, other) => one - other)).toEqual(
      simIds.toSorted((one, other) => one - other),
    )
    expect(new Set(certificates.map(({ certStatus, managementStatus }) => `${certStatus} ${managementStatus}`))).toEqual(
      new Set(['Active null']),
    )
    expect((await admin(endpoints.listSignings, { query: {} })).totalItems).toBe(sims)

    const details: SimCertificateDetails[] = []
    for (const { id: certId } of certificates) details.push(await admin(endpoints.getCertificate, { params: { certId } }))
    const x509 = details.map(({ certificate }) => new X509Certificate(certificate!))
    const pointOf = (one: X509Certificate) => one.publicKey.export({ type: 'spki', format: 'der' }).subarray(-65).toString('hex')
    expect(new Set(x509.map(pointOf)).size).toBe(sims)
    expect(new Set(x509.map(({ serialNumber }) => serialNumber)).size).toBe(sims)

    using openssl = new OpenSsl()
    openssl.file('root.pem', root.chain!)
    openssl.file('ca.pem', ca.chain!)
    const files = details.map(({ id: certId, certificate }) => {
      openssl.file(`${certId}.pem`, certificate!)
      return `${certId}.pem`
    })
    const strict = ['verify', '-x509_strict', '-purpose', 'sslclient', '-CAfile', 'root.pem', '-untrusted', 'ca.pem']
    expect(openssl.run(...strict, ...files)).toEqual({ code: 0, text: files.map((file) => `${file}: OK\n`).join('') })

    // Each card holds the certificate of its own key and of its own ICCID.
    const objectsOf = new Map(world.fleet.sims.map((sim) => [sim.iccid, safeObjectsOf(sim)]))
    for (const [at, { iccid, csrSubject }] of details.entries()) {
      const objects = objectsOf.get(iccid)!
      expect(objects.map(({ kind }) => kind)).toEqual(['privateKey', 'publicKey', 'file'])
      expect(objects[2]!.content.toLowerCase()).toBe(x509[at]!.raw.toString('hex'))
      expect(objects[1]!.content.toLowerCase()).toContain(pointOf(x509[at]!))
      expect(csrSubject).toContain(`CN=${iccid},`)
    }
  },
)
