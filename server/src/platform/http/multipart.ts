import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '@simdeck/contract/endpoint.ts'
import { ApiError } from '@simdeck/contract/errors.ts'
import { inputFaults } from '@simdeck/contract/input-faults.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import type { StreamedFile, UploadedFile } from './handler.ts'

type FileOfEndpoint = NonNullable<Endpoint['file']>
type Parts = AsyncIterator<Multipart>
export type MultipartBody = { fields: unknown; file: UploadedFile | null; streamedFile: StreamedFile | null }

/** The fields and the file of a multipart body; for a streamed file, the fields before it. Throws `ApiError`. */
export async function readMultipart(expected: FileOfEndpoint, request: FastifyRequest, language: Language): Promise<MultipartBody> {
  const noFile = () => new ApiError('invalidInput', { fields: [{ path: expected.field, message: inputFaults.missing()[language] }] })
  if (!request.isMultipart()) throw new ApiError('invalidInput')
  const fileSize = 'streamed' in expected ? Infinity : expected.maxBytes
  const parts = request.parts({ limits: { fileSize, files: 1, fields: 20, fieldSize: 10_000 } })
  const fields: Record<string, string> = {}
  let file: UploadedFile | null = null
  for (let next = await asApiErrors(parts.next()); !next.done; next = await asApiErrors(parts.next())) {
    const part = next.value
    if (part.type === 'file') {
      if (part.fieldname !== expected.field) throw noFile()
      if ('streamed' in expected) return { fields, file: null, streamedFile: { name: nameOf(part), stream: wholeFile(part, parts) } }
      file = { name: part.filename, bytes: new Uint8Array(await asApiErrors(part.toBuffer())) }
    } else {
      fields[part.fieldname] = String(part.value)
    }
  }
  if (!file) throw noFile()
  return { fields, file, streamedFile: null }
}

async function* wholeFile(part: MultipartFile, parts: Parts): AsyncGenerator<Uint8Array> {
  const pieces = part.file[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
  try {
    for (let next = await asApiErrors(pieces.next()); !next.done; next = await asApiErrors(pieces.next())) yield next.value
    // A field after the file is refused, because it would have no effect.
    if (!(await asApiErrors(parts.next())).done) throw new ApiError('invalidInput')
  } finally {
    part.file.destroy()
  }
}

/** The name of a file without characters that cannot be stored or shown. */
function nameOf({ filename }: MultipartFile): string {
  const name = (filename ?? '')
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .slice(-200)
    .toWellFormed()
  return name === '' ? 'sims.csv' : name
}

async function asApiErrors<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise
  } catch (error) {
    if (error instanceof ApiError) throw error
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw new ApiError(code === 'FST_REQ_FILE_TOO_LARGE' ? 'payloadTooLarge' : 'invalidInput')
  }
}
