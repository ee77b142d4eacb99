import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { isApiPath } from '@simdeck/contract/endpoints.ts'
import { ApiError } from '@simdeck/contract/errors.ts'
import { headersWithGoogleMaps } from './security-headers.ts'

const answerLimitMs = 1_000

/** Addresses that no page of the console has. */
const isFile = /^\/(assets|ca|ocsp)\//

/**
 * Serves the console's files. Files with a hash in their name are cached permanently. Every other URL outside the API is the page with the
 * console's router; it is revalidated each time, because an upgrade changes it. `usesGoogleMaps` is asked for each page.
 */
export async function serveConsole(
  app: FastifyInstance,
  { folder, https, usesGoogleMaps }: { folder: string; https: boolean; usesGoogleMaps: () => Promise<boolean> },
): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) throw new Error(`the console is not built: ${folder}`)
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '1y',
    index: false,
    preCompressed: true,
  })
  // One question at a time, so that many requests for pages take one connection of the database.
  let asked: Promise<boolean> | null = null
  const askOnce = () =>
    (asked ??= usesGoogleMaps()
      .catch(() => false)
      .finally(() => (asked = null)))
  app.get('/*', async (request, reply) => {
    if (isApiPath(request.url) || isFile.test(request.url)) throw new ApiError('notFound')
    // Without an answer of the database, the page comes nevertheless, with the bundled map.
    const late = pause(answerLimitMs, false, { ref: false })
    if (await Promise.race([askOnce(), late])) reply.headers(headersWithGoogleMaps(https))
    return reply.header('cache-control', 'no-cache').sendFile('index.html', folder, { cacheControl: false })
  })
}
