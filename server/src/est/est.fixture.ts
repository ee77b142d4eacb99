import { type KeyObject, sign } from 'node:crypto'
import { request as httpsRequest, type RequestOptions } from 'node:https'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { TemplateContent } from '@simdeck/contract/identity-templates.ts'
import { certificationRequest, certificationRequestInfo, p256Point } from '@simdeck/protocol/x509/certification-request.ts'
import { der, derTags, integer, oid, sequence } from '@simdeck/protocol/x509/der.ts'
import { encodeName, nameText, readName } from '@simdeck/protocol/x509/name.ts'
import { identityOf } from '../certificate-authority/templates/identity.ts'
import { signRequest } from '../certificate-authority/devices/sign-request.ts'
import { newKeyPair } from '../certificate-authority/keys.ts'
import type { SimCertificateRow } from '../certificate-authority/tables.ts'
import { type AltName, subjectAltName } from '../certificate-authority/x509/extensions.ts'
import { toPem } from '../certificate-authority/x509/pem.ts'
import { addFleet } from '../campaigns/testing.ts'
import { Sealer } from '../platform/crypto/seal.ts'
import { OpenSsl } from '../testing/openssl.ts'
import { selfSigned } from '../testing/certificate.ts'
import { recurringRuns } from '../testing/recurring-runs.ts'
import { startTestServer, type TestCall } from '../testing/server.ts'
import { until } from '../testing/until.ts'

export const template: TemplateContent = {
  name: 'meters',
  authorityId: null,
  commonName: 'meter {{simId}}',
  appendIccid: false,
  country: 'JP',
  state: null,
  locality: null,
  organization: 'Example',
  unit: null,
  altNames: [{ type: 'uri', value: 'urn:sim:{{simId}}' }],
  serverAuth: false,
  validDays: 365,
  renewBeforeDays: 30,
  slotId: 1,
  label: 'device certificate',
  delivery: 'Auto',
}

/** The key and the certificate of a device, whose SIM has that id. */
export type Device = { simId: number; certId: number; key: KeyObject; keyInfo: Uint8Array; cert: string }

export type EstAnswer = { status: number; headers: Record<string, string | string[] | undefined>; text: string }

export type EstServer = Awaited<ReturnType<typeof startEstServer>>

/** A server with an EST port that knows a root CA and a CA for devices, and the files of OpenSSL. */
export async function startEstServer(consoleFolder: string | null = null) {
  const openssl = new OpenSsl()
  const own = selfSigned('localhost')
  const env = { EST_PORT: '0', EST_CERT_FILE: openssl.file('est.pem', own.cert), EST_KEY_FILE: openssl.file('est.key', own.key) }
  const server = await startTestServer(env, consoleFolder)
  const admin = await server.signIn('ADMIN', 'en', true)
  const make = (body: { name: string; parentId?: number; validDays: number }) =>
    admin(endpoints.createAuthority, { body: { ...body, confirmedName: body.name } })
  const root = await make({ name: 'Root', validDays: 3650 })
  const ca = await make({ name: 'Devices', parentId: root.id, validDays: 1825 })
  await admin(endpoints.setDefaultAuthority, { params: { id: ca.id } })
  const { id: templateId } = await admin(endpoints.createIdentityTemplate, { body: template })
  const runs = async () => (await recurringRuns(server, 'certificates of the EST port')).succeeded
  const before = await runs()
  await admin(endpoints.makeCrl, { params: { id: ca.id } })
  await until(async () => (await runs()) > before)
  return {
    server,
    admin,
    openssl,
    root,
    ca,
    templateId,
    /** The certificate of the server, which clients trust. */
    trusted: own.cert,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      openssl[Symbol.dispose]()
    },
  }
}

/** A SIM with an active certificate by the template, as an OTA leaves it; its key is not in a card. */
export async function addDevice({ server, templateId }: EstServer): Promise<Device> {
  const [simId = 0] = await addFleet(server, 1)
  const { key, keyInfo } = newKeyPair()
  const { db } = server
  const identity = await identityOf(db, templateId, simId)
  if (!identity) throw new Error('no identity')
  const subject = encodeName(identity.filled.subject)
  const row: SimCertificateRow = await db
    .insertInto('sim_certificates')
    .values({
      sim_id: simId,
      is_open: false,
      template_id: templateId,
      template_name: identity.template.name,
      authority_id: identity.template.authority_id,
      identity: JSON.stringify({
        altNames: identity.filled.altNames,
        serverAuth: false,
        validDays: identity.template.content.validDays,
        renewBeforeDays: identity.template.content.renewBeforeDays,
      }),
      subject: Buffer.from(subject),
      csr_subject: nameText(readName(subject)),
      label: identity.template.content.label,
      slot_id: 1,
      key_object_id: '4b3141',
      file_object_id: '433141',
      delivery: 'Auto',
      key_pair_status: 'Generated',
      csr_status: 'Verified',
      cert_status: 'None',
      public_key: Buffer.from(p256Point(keyInfo)),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await signRequest({ db, sealer: new Sealer(server.masterKey), url: (path) => `https://simdeck.example${path}` }, row)
  await db.updateTable('sim_certificates').set({ cert_status: 'Active', active_at: new Date() }).where('id', '=', row.id).execute()
  const issued = await db
    .selectFrom('certificates')
    .select('certificate')
    .where('request_key', '=', `certificate:${row.id}`)
    .executeTakeFirstOrThrow()
  return { simId, certId: row.id, key, keyInfo, cert: toPem('CERTIFICATE', issued.certificate) }
}

const extensionRequest = '1.2.840.113549.1.9.14'

/** A PKCS#10 request; by default the right one of a device by the template. */
export function requestOf(
  { simId, key, keyInfo }: Pick<Device, 'simId' | 'key' | 'keyInfo'>,
  {
    subject = encodeName({ C: 'JP', O: 'Example', CN: `meter ${simId}` }),
    names,
    signer = key,
    signed,
  }: { subject?: Uint8Array; names?: readonly AltName[]; signer?: KeyObject; signed?: Uint8Array } = {},
): Uint8Array {
  const wanted = names && sequence(oid(extensionRequest), der(derTags.set, sequence(subjectAltName(names))))
  const info = wanted ? sequence(integer(0), subject, keyInfo, der(0xa0, wanted)) : certificationRequestInfo({ subject, keyInfo })
  return certificationRequest(info, sign('sha256', signed ?? info, signer))
}

type Asked = {
  device?: Pick<Device, 'key' | 'cert'> | null
  body?: string | Uint8Array | undefined
  method?: string
  headers?: Record<string, string>
  /** Sends the body without its length. */
  isChunked?: boolean
}

/** One request of EST over a connection of its own. */
export function ask({ server, trusted }: Pick<EstServer, 'server' | 'trusted'>, path: string, asked: Asked = {}): Promise<EstAnswer> {
  const { device = null, body, method = body === undefined ? 'GET' : 'POST', headers = {}, isChunked = false } = asked
  const options: RequestOptions = {
    host: '127.0.0.1',
    servername: 'localhost',
    port: server.estPort,
    path,
    method,
    ca: trusted,
    agent: false,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/pkcs10' }),
      ...(body !== undefined && !isChunked && { 'content-length': Buffer.byteLength(body) }),
      ...headers,
    },
    ...(device && { key: String(device.key.export({ type: 'pkcs8', format: 'pem' })), cert: device.cert }),
  }
  return new Promise((resolve, reject) => {
    const request = httpsRequest(options, (response) => {
      let text = ''
      response.on('data', (part: Buffer) => (text += part.toString('latin1')))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    request.on('error', reject)
    if (isChunked) request.flushHeaders()
    request.end(body)
  })
}

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

/** Asks for a certificate, by default with the right request. */
export const enrolBy = (
  from: Pick<EstServer, 'server' | 'trusted'>,
  device: Device,
  operation: 'simpleenroll' | 'simplereenroll' = 'simplereenroll',
  request = requestOf(device),
): Promise<EstAnswer> => ask(from, `/.well-known/est/${operation}`, { device, body: base64(request) })

/** The device with the certificate that it got, by the id of it in the console. */
export async function holding({ admin }: { admin: TestCall }, device: Device, certId: number): Promise<Device> {
  const { certificate } = await admin(endpoints.getCertificate, { params: { certId } })
  return { ...device, certId, cert: certificate ?? '' }
}
