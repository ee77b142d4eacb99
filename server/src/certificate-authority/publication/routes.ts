import { ApiError } from '@simdeck/contract/errors.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Handlers } from '../../platform/http/handler.ts'
import { selectAuthority } from '../queries.ts'
import type { OcspResponder } from './ocsp.ts'
import { selectCrl, selectCrlNumber } from './queries.ts'

type Calls = 'getCrl' | 'getAuthorityCertificate' | 'postOcsp' | 'getOcsp'

/** Time for which peers and proxies may store a CRL or an answer without nonce. */
const cacheSeconds = 300
const certificateCacheSeconds = 3600

export function publicationRoutes({ db, ocsp }: { db: Db; ocsp: OcspResponder }): Handlers<Calls> {
  /** The last CRL that this node sent, by CA. Its number tells if it is still the present one. */
  const crls = new Map<number, { number: number; crl: Uint8Array }>()

  return {
    async getCrl({ params }) {
      const number = await selectCrlNumber(db, params.id)
      if (number === undefined) throw new ApiError('notFound')
      const kept = crls.get(params.id)
      if (kept?.number === number) return { stream: kept.crl, cacheSeconds }
      const row = await selectCrl(db, params.id)
      if (!row) throw new ApiError('notFound')
      crls.set(params.id, { number: row.number, crl: row.crl })
      return { stream: row.crl, cacheSeconds }
    },

    async getAuthorityCertificate({ params }) {
      const row = await selectAuthority(db, params.id)
      if (!row?.certificate) throw new ApiError('notFound')
      return { stream: row.certificate, cacheSeconds: certificateCacheSeconds }
    },

    async postOcsp({ octets }) {
      const { response } = await ocsp.answer(octets ?? new Uint8Array())
      return { stream: response }
    },

    async getOcsp({ params }) {
      const { response, mayBeKept } = await ocsp.answer(new Uint8Array(Buffer.from(params.request, 'base64')))
      return { stream: response, ...(mayBeKept && { cacheSeconds }) }
    },
  }
}
