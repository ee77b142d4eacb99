import { endpoints } from '@simdeck/contract/endpoints.ts'
import { queryOptions } from '@tanstack/react-query'
import { callOnce } from '../session/transport.ts'

/** What the token of /change-password/{token} is for. Asked once: a link that was used stays what it was for this page. */
export const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ['link', token],
    queryFn: () => callOnce(endpoints.checkLink, { body: { challengeToken: token } }),
    staleTime: Infinity,
  })
