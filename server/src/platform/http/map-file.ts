import { open } from 'node:fs/promises'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply } from 'fastify'
import { ApiError } from '@simdeck/contract/errors.ts'
import { mapFilePath } from '@simdeck/contract/map-file.ts'

/** The console reads a directory of the file or one tile at a time, both of which are much smaller. */
const mostOctets = 4 * 1024 * 1024

/**
 * Serves parts of the PMTiles file of the map to the console, of the same origin. A HEAD tells whether there is one: 204 without a
 * configured file, 404 if the file cannot be read.
 */
export function serveMapFile(app: FastifyInstance, { path, log }: { path: string | undefined; log: FastifyBaseLogger }): void {
  let isMissing = false
  app.get(mapFilePath, async (request, reply) => {
    reply.header('cache-control', 'no-cache')
    if (path === undefined) return reply.code(204).send()
    try {
      const part = await readPart(path, request.method === 'HEAD' ? null : (request.headers.range ?? ''), reply)
      isMissing = false
      return part
    } catch (error) {
      if (!isMissing) log.warn({ code: (error as NodeJS.ErrnoException).code }, 'the file of the map (MAP_FILE) cannot be read')
      isMissing = true
      throw new ApiError('notFound')
    }
  })
}

/** Answers with the range of the file; with its size only, if `range` is null. */
async function readPart(path: string, range: string | null, reply: FastifyReply): Promise<FastifyReply> {
  const file = await open(path)
  try {
    const { size, mtimeMs } = await file.stat()
    reply.headers({ 'accept-ranges': 'bytes', etag: `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"` })
    reply.type('application/octet-stream')
    if (range === null) return await reply.header('content-length', size).send()
    const wanted = rangeOf(range, size)
    if (!wanted) return await reply.code(416).header('content-range', `bytes */${size}`).send()
    const { first, length } = wanted
    const octets = Buffer.alloc(length)
    const { bytesRead } = await file.read(octets, 0, length, first)
    reply.code(206).header('content-range', `bytes ${first}-${first + bytesRead - 1}/${size}`)
    return await reply.send(octets.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

/** The octets of a header such as `bytes=0-16383` within a file; null if it names none or too many of them. */
function rangeOf(range: string, size: number): { first: number; length: number } | null {
  const [, from, to] = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(range) ?? []
  if (from === undefined || to === undefined) return null
  const first = Number(from)
  const length = Math.min(Number(to), size - 1) - first + 1
  return length > 0 && length <= mostOctets ? { first, length } : null
}
