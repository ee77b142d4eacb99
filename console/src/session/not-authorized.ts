import { fetchInTime } from './live/reach.ts'

const name = 'NotAuthorizedException'

async function isNotAuthorized(response: Response): Promise<boolean> {
  try {
    const { code, message } = (await response.clone().json()) as { code?: unknown; message?: unknown }
    return code === name || message === name
  } catch {
    return false
  }
}

/** `fetch` that turns an error response named NotAuthorizedException into a 401, whatever its status is (specification §4, Session). */
export const fetchAuthorized: typeof fetch = async (input, init) => {
  const response = await fetchInTime(input, init)
  if (response.ok || response.status === 401 || !(await isNotAuthorized(response))) return response
  return new Response(response.body, { status: 401, headers: response.headers })
}
