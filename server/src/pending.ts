import { ApiError } from '@simdeck/contract/errors.ts'
import { type EndpointName, endpoints } from '@simdeck/contract/endpoints.ts'
import type { Handlers } from './http/handler.ts'

/** Temporary: calls whose handlers are being written answer not found. */
export const pendingRoutes = Object.fromEntries(
  (Object.keys(endpoints) as EndpointName[]).map((name) => [
    name,
    async () => {
      throw new ApiError('notFound')
    },
  ]),
) as unknown as Handlers
