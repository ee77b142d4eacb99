import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const campaignId = z.strictObject({ id: z.coerce.number().int().positive() })

export const signedUrlMinutes = 15

/** The end and the signature of a link that needs no token. */
export const signedLink = z.strictObject({ expires: z.coerce.number().int(), signature: z.string().regex(/^[0-9a-f]{64}$/) })

export const getResultCsvUrl = endpoint({
  method: 'GET',
  api: 'ota',
  path: '/admin/getBulkOTAResultCSVSignedUrl/{id}',
  needs: 'signedIn',
  summary: 'A link to the result CSV of a campaign, valid for 15 minutes',
  params: campaignId,
  response: z.object({ url: z.string(), expiresAt: z.string() }),
  errors: ['campaignNotFound'],
})

export const downloadResultCsv = endpoint({
  method: 'GET',
  api: 'ota',
  path: '/admin/bulkOTAResult/{id}',
  needs: 'public',
  summary: 'The result CSV of a campaign; the link carries its own signature',
  params: campaignId,
  query: signedLink,
  streams: 'text/csv; charset=utf-8',
  errors: ['linkExpired'],
})
