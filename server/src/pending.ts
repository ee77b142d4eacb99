import { endpoints, type EndpointName } from '@simdeck/contract/endpoints.ts'
import { ApiError } from '@simdeck/contract/errors.ts'
import type { Handlers } from './http/handler.ts'

/** While the calls are being built: every endpoint answers "not found" until its handler stands after this one. */
export const pending = Object.fromEntries(
  (Object.keys(endpoints) as EndpointName[]).map((name) => [name, () => Promise.reject(new ApiError('notFound'))]),
) as unknown as Handlers
