import { basePaths, type EndpointName, endpoints } from '@simdeck/contract/endpoints.ts'
import type { Endpoint } from '@simdeck/contract/endpoint.ts'

type Pattern = { name: EndpointName; method: Endpoint['method']; path: RegExp; words: number }

const escaped = (text: string): string => text.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)

/** A path as it is logged has decoded values; the last one may contain slashes. */
function patternOf(name: EndpointName): Pattern {
  const { method, api, path }: Endpoint = endpoints[name]
  const parts = path.split('/')
  const words = parts.filter((part) => !part.startsWith('{'))
  const source = parts.map((part, at) => (part.startsWith('{') ? (at === parts.length - 1 ? '.+' : '[^/]+') : escaped(part)))
  return { name, method, path: new RegExp(`^${escaped(basePaths[api])}${source.join('/')}$`), words: words.length }
}

const patterns = (Object.keys(endpoints) as EndpointName[]).map(patternOf).toSorted((one, other) => other.words - one.words)

/** The name of the call with this method and logged path; null if there is none. */
export const operationOf = ({ method, url }: { method: string; url: string }): EndpointName | null =>
  patterns.find((pattern) => pattern.method === method && pattern.path.test(url))?.name ?? null
