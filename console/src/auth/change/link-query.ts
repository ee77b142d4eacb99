import { CallError } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { ErrorCode } from '@simdeck/contract/errors.ts'
import { queryOptions } from '@tanstack/react-query'
import { callOnce } from '../../session/api/transport.ts'

/** What the token of /change-password/{token} is for. Asked once: a link that was used stays what it was for this page. */
export const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ['link', token],
    queryFn: () => callOnce(endpoints.checkLink, { body: { challengeToken: token } }),
    staleTime: Infinity,
  })

/** Whether the server said that the link is used up or was never one, rather than failing to say anything. */
export const isLinkInvalid = (error: unknown): boolean =>
  error instanceof CallError && error.body?.code === ('linkInvalid' satisfies ErrorCode)
