import { basePaths, endpoints } from '@simdeck/contract/endpoints.ts'
import type { Endpoint } from '@simdeck/contract/endpoint.ts'

// `npm run -s needs`: prints every endpoint with the need of its caller.
const lines = Object.values<Endpoint>(endpoints).map(
  ({ method, api, path, needs }) => `${needs.padEnd(14)} ${method.padEnd(6)} ${basePaths[api]}${path}`,
)
console.log(lines.toSorted().join('\n'))
