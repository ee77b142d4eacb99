import { CallError } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { ErrorCode } from '@simdeck/contract/errors.ts'
import { queryOptions } from '@tanstack/react-query'
import { callOnce } from '../../session/api/transport.ts'
import { keyOf } from '../../session/api/query.ts'

/**
 * Purpose of the token in `/change-password/{token}`. It is loaded only once, so that the page stays the same after the link has
 * been used.
 */
export const linkQuery = (token: string) =>
  queryOptions({
    queryKey: keyOf(endpoints.checkLink, { body: { challengeToken: token } }),
    queryFn: () => callOnce(endpoints.checkLink, { body: { challengeToken: token } }),
    staleTime: Infinity,
  })

/** True if the server answered that the link is used or invalid; false if the server did not answer. */
export const isLinkInvalid = (error: unknown): boolean =>
  error instanceof CallError && error.body?.code === ('linkInvalid' satisfies ErrorCode)
