import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'
import { trustedCertificates, type Dependencies } from '../certificate-authority/authorities.ts'
import { enrol, type EnrolmentOperation, enrolmentOperations } from '../certificate-authority/devices/enrolment/enrol.ts'
import { EnrolmentRefused } from '../certificate-authority/devices/enrolment/refusal.ts'
import { certsOnly } from '../certificate-authority/x509/certs-only.ts'
import { isTransient } from '../platform/db/database.ts'
import { network } from '../platform/network.ts'
import { type EstAnswer, EstError } from './answer.ts'
import { type EnrolmentLog, type EstOrigin, pathOf } from './enrolment-log.ts'
import { fromBase64, readBody, toBase64 } from './read-body.ts'
import { RequestLimit } from './request-limit.ts'

const maxUserAgentLength = 300
/** Enrolments that use the database at the same time, so that the other work of the node has its turn. */
const maxConcurrent = 4
const busySeconds = 10
/** Time after which a device asks again for a request that waits for its approval. */
const waitSeconds = 600
const dayDelaySeconds = 3_600
const switchedOffSeconds = 3_600

type Options = Dependencies & { log: EnrolmentLog; isOn: () => Promise<boolean> }

/** The operation that a path names; null for an unknown one. */
export function operationOf(url = ''): 'cacerts' | EnrolmentOperation | null {
  const [path] = url.split('?')
  return (['cacerts', ...enrolmentOperations] as const).find((name) => path === pathOf(name)) ?? null
}

/** Answers the requests of EST (RFC 7030): the certificates of the CAs, and certificates for the SIMs whose devices ask. */
export class EstRequests {
  readonly #options: Options
  readonly #limit = new RequestLimit()
  #running = 0

  constructor(options: Options) {
    this.#options = options
  }

  /** The answer to a request. Throws an error that is no refusal. */
  async answer(request: IncomingMessage): Promise<EstAnswer> {
    try {
      return await this.#answer(request)
    } catch (error) {
      if (error instanceof EstError) return { status: error.status, text: `${error.message}\n`, ...error.more }
      if (!isTransient(error)) throw error
      return { status: 503, text: 'The server is busy.\n', retryAfterSeconds: busySeconds }
    }
  }

  async #answer(request: IncomingMessage): Promise<EstAnswer> {
    const operation = operationOf(request.url)
    if (!operation) throw new EstError(404, 'There is no such EST operation.')
    const allow = operation === 'cacerts' ? 'GET' : 'POST'
    if (request.method !== allow) throw new EstError(405, `The operation needs ${allow}.`, { allow })
    const socket = request.socket as TLSSocket
    const certificate = socket.getPeerX509Certificate()?.raw ?? null
    const ip = request.socket.remoteAddress ?? ''
    // Anyone can make certificates of their own, so those of strangers count by address.
    const client = certificate && socket.authorized ? createHash('sha256').update(certificate).digest('base64') : network(ip)
    const later = this.#limit.count(client)
    if (later !== null) throw new EstError(429, 'There are too many requests.', { retryAfterSeconds: later })
    if (!(await this.#options.isOn())) throw new EstError(503, 'Enrolment is switched off.', { retryAfterSeconds: switchedOffSeconds })
    if (operation === 'cacerts') return this.#authorities()
    const userAgent = request.headers['user-agent']?.slice(0, maxUserAgentLength) ?? null
    return this.#enrol(request, certificate, { operation, ip, userAgent })
  }

  async #authorities(): Promise<EstAnswer> {
    const certificates = await trustedCertificates(this.#options.db)
    if (certificates.length === 0) throw new EstError(503, 'There is no valid CA.', { retryAfterSeconds: switchedOffSeconds })
    return pkcs7('application/pkcs7-mime', certificates)
  }

  async #enrol(request: IncomingMessage, certificate: Buffer | null, origin: EstOrigin): Promise<EstAnswer> {
    const { log } = this.#options
    if (!certificate) {
      log.refused({ reason: 'noCertificate', certificateId: null }, origin)
      throw new EstError(403, 'A client certificate is required.')
    }
    const bytes = await pkcs10In(request)
    if (this.#running >= maxConcurrent) throw new EstError(503, 'The server is busy.', { retryAfterSeconds: busySeconds })
    this.#running += 1
    try {
      const enrolment = { operation: origin.operation, presented: new Uint8Array(certificate), request: bytes }
      const enrolled = await enrol(this.#options, enrolment, (trx, made) => log.enrolled(trx, made, origin))
      if (enrolled.certificate) return pkcs7('application/pkcs7-mime; smime-type=certs-only', [enrolled.certificate])
      return { status: 202, text: 'The request waits for its approval.\n', retryAfterSeconds: waitSeconds }
    } catch (error) {
      if (!(error instanceof EnrolmentRefused)) throw error
      log.refused(error, origin)
      throw new EstError(
        error.status,
        error.message,
        error.status === 429 || error.status === 503 ? { retryAfterSeconds: dayDelaySeconds } : {},
      )
    } finally {
      this.#running -= 1
    }
  }
}

/** The octets of the PKCS#10 request in a body. Throws `EstError`. */
async function pkcs10In(request: IncomingMessage): Promise<Uint8Array> {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';')
  if (type.trim().toLowerCase() !== 'application/pkcs10') throw new EstError(415, 'The content type must be application/pkcs10.')
  const text = await readBody(request)
  if (text === null) throw new EstError(413, 'The request is too long.')
  const bytes = fromBase64(text)
  if (!bytes) throw new EstError(400, 'The body must be the base64 of a PKCS#10 request.')
  return bytes
}

const pkcs7 = (type: NonNullable<EstAnswer['type']>, certificates: readonly Uint8Array[]): EstAnswer => ({
  status: 200,
  type,
  text: toBase64(certsOnly(certificates)),
})
