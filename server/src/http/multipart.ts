import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '@simdeck/contract/endpoint.ts'
import { ApiError } from '@simdeck/contract/errors.ts'
import type { UploadedFile } from './handler.ts'

/** The fields and the one file of a multipart body. Throws `ApiError`. */
export async function readMultipart(endpoint: Endpoint, request: FastifyRequest): Promise<{ fields: unknown; file: UploadedFile }> {
  if (!endpoint.file || !request.isMultipart()) throw new ApiError('invalidInput')
  const maxBytes = 'streamed' in endpoint.file ? 64 * 1024 * 1024 : endpoint.file.maxBytes
  const fields: Record<string, string> = {}
  let file: UploadedFile | null = null
  try {
    for await (const part of request.parts({ limits: { fileSize: maxBytes, files: 1, fields: 20, fieldSize: 10_000 } })) {
      if (part.type === 'file') {
        const bytes = await part.toBuffer()
        if (part.fieldname !== endpoint.file.field) throw new ApiError('invalidInput', { fields: [{ path: part.fieldname, message: '' }] })
        file = { name: part.filename, bytes: new Uint8Array(bytes) }
      } else {
        fields[part.fieldname] = String(part.value)
      }
    }
  } catch (error) {
    if (error instanceof ApiError) throw error
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw new ApiError(code === 'FST_REQ_FILE_TOO_LARGE' ? 'payloadTooLarge' : 'invalidInput')
  }
  if (!file) throw new ApiError('invalidInput', { fields: [{ path: endpoint.file.field, message: '' }] })
  return { fields, file }
}
