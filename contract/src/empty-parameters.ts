import type { Endpoint } from './endpoint.ts'

/** True for a call of the OTA API that needs a field in its body. Without any field it answers `emptyParameters` (specification §8). */
export const needsParameters = ({ api, body, file }: Pick<Endpoint, 'api' | 'body' | 'file'>): boolean =>
  api === 'ota' && !file && body !== undefined && !body.safeParse({}).success
