import type { Endpoint } from '@simdeck/contract/endpoint.ts'
import { basePaths, type EndpointName, endpoints } from '@simdeck/contract/endpoints.ts'
import { type Example, exampleOf } from '@simdeck/contract/openapi-examples.ts'
import { Random } from '@simdeck/simulator/random.ts'
import { mutate, onceIn, pick } from '../mutate.ts'
import { hostileJson, hostileText, largeJson } from './hostile-values.ts'

export const callerNames = ['anonymous', 'MEMBER', 'ADMIN', 'ROOT', 'apiId'] as const
export type CallerName = (typeof callerNames)[number]

/** A request without its caller's token. */
export type HostileRequest = {
  caller: CallerName
  name: EndpointName
  method: string
  path: string
  headers: [string, string][]
  body: Buffer
}

const known = (Object.entries<Endpoint>(endpoints) as [EndpointName, Endpoint][]).map(
  ([name, endpoint]) => [name, endpoint, exampleOf(name, endpoint)] as const,
)
const json = 'application/json'
const boundary = 'fuzz-boundary'
const oneOutOf = { large: 400, raw: 10, valid: 8 }
const empty = Buffer.alloc(0)

/** Request with that index; the same for the same seed. */
export function requestOf(seed: string, index: number): HostileRequest {
  const random = new Random(`${seed}/${index}`)
  const [name, endpoint, example] = pick(random, known)
  const caller = endpoint.needs === 'public' && onceIn(random, 2) ? 'anonymous' : pick(random, callerNames)
  const query = queryOf(random, endpoint, example)
  const { type, body } = bodyOf(random, endpoint, example)
  const headers = headersOf(random, type)
  return { caller, name, method: endpoint.method, path: pathOf(random, endpoint, example) + query, headers, body }
}

function pathOf(random: Random, endpoint: Endpoint, { params = {} }: Example): string {
  const text = onceIn(random, 2)
  const path =
    basePaths[endpoint.api] +
    endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      text ? escaped(random, hostileText(random).slice(0, 300)) : encodeURIComponent(String(params[name] ?? '1')),
    )
  return onceIn(random, 30) ? escaped(random, `${path.slice(0, random.between(1, path.length))}/${hostileText(random)}`, '/') : path
}

/** Text escaped for an address, sometimes with an invalid escape. */
function escaped(random: Random, text: string, kept = ''): string {
  const safe = encodeURIComponent(text.toWellFormed()).replaceAll('%2F', kept === '' ? '%2F' : kept)
  return onceIn(random, 10) ? `${safe}%${onceIn(random, 2) ? 'FF' : ''}` : safe
}

function queryOf(random: Random, endpoint: Endpoint, { query = {} }: Example): string {
  if (!endpoint.query && !onceIn(random, 10)) return ''
  const shape = endpoint.query && 'shape' in endpoint.query ? Object.keys(endpoint.query.shape as object) : []
  const parts = Object.entries(query).map(([name, value]) => [name, String(value)] as [string, string])
  for (let more = random.between(0, onceIn(random, 40) ? 600 : 4); more > 0; more--)
    parts.push([shape.length > 0 && !onceIn(random, 5) ? pick(random, shape) : hostileText(random).slice(0, 40), hostileText(random)])
  if (onceIn(random, 3)) parts.shift()
  const text = parts.map(([name, value]) => `${escaped(random, name)}=${escaped(random, value)}`).join('&')
  return text === '' ? '' : `?${text.slice(0, 12_000)}`
}

function bodyOf(random: Random, endpoint: Endpoint, example: Example): { type: string | null; body: Buffer } {
  if (endpoint.method === 'GET') return { type: null, body: empty }
  if (endpoint.file) return { type: `multipart/form-data; boundary=${boundary}`, body: formOf(random, endpoint.file.field, example) }
  if (!endpoint.body && !onceIn(random, 4)) return { type: null, body: empty }
  const type = endpoint.oauth ? 'application/x-www-form-urlencoded' : json
  if (onceIn(random, oneOutOf.large)) return { type, body: Buffer.from(largeJson(random)) }
  if (onceIn(random, oneOutOf.raw))
    return { type, body: Buffer.from(mutate(random, Buffer.from(JSON.stringify(example.body ?? {})), [Buffer.from('{"a":[1]}')])) }
  const value = example.body ?? {}
  const text = onceIn(random, oneOutOf.valid)
    ? JSON.stringify(value)
    : onceIn(random, 3)
      ? hostileJson(random)
      : withHostileParts(random, value)
  return { type, body: Buffer.from(endpoint.oauth ? formText(text) : text) }
}

/** JSON of a value in which some parts are replaced or left out, or others are added. */
function withHostileParts(random: Random, value: unknown): string {
  if (typeof value !== 'object' || value === null || onceIn(random, 6))
    return onceIn(random, 2) ? hostileJson(random, 4) : JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((part) => withHostileParts(random, part)).join(',')}]`
  const members = Object.entries(value).flatMap(([name, part]) =>
    onceIn(random, 8) ? [] : [`${JSON.stringify(name)}:${withHostileParts(random, part)}`],
  )
  if (onceIn(random, 5)) members.push(`${JSON.stringify(hostileText(random))}:${hostileJson(random, 4)}`)
  return `{${members.join(',')}}`
}

function formText(text: string): string {
  try {
    return new URLSearchParams(JSON.parse(text) as Record<string, string>).toString()
  } catch {
    return text
  }
}

function formOf(random: Random, field: string, { body = {} }: Example): Buffer {
  const parts = Object.entries(body as object).map(([name, value]) =>
    part(`name="${name}"`, onceIn(random, 3) ? hostileText(random) : String(value)),
  )
  const files = [
    'iccid\n8981100000000000017\n',
    `iccid,${hostileText(random)}\n${hostileText(random)}\n`,
    'PK\u0003\u0004',
    hostileText(random),
  ]
  parts.push(
    part(
      `name="${onceIn(random, 10) ? 'x' : field}"; filename="${onceIn(random, 3) ? hostileName(random) : 'a.csv'}"`,
      pick(random, files),
    ),
  )
  const whole = Buffer.from(`${parts.join('')}--${boundary}--\r\n`)
  return onceIn(random, 4) ? Buffer.from(mutate(random, whole, [whole])) : whole
}

const part = (name: string, value: string): string => `--${boundary}\r\nContent-Disposition: form-data; ${name}\r\n\r\n${value}\r\n`
const hostileName = (random: Random): string => hostileText(random).replaceAll(/[\r\n"]/g, '')

function headersOf(random: Random, type: string | null): [string, string][] {
  const headers: [string, string][] = [['x-forwarded-for', Array.from({ length: 4 }, () => random.between(1, 223)).join('.')]]
  if (type !== null) headers.push(['content-type', onceIn(random, 30) ? headerText(random) : type])
  if (onceIn(random, 2)) headers.push(['accept-language', onceIn(random, 5) ? headerText(random) : pick(random, ['ja', 'en'])])
  if (onceIn(random, 30)) headers.push([pick(random, otherHeaders), headerText(random)])
  return headers
}

const otherHeaders = [
  'origin',
  'cookie',
  'if-none-match',
  'range',
  'accept',
  'accept-encoding',
  'x-forwarded-proto',
  'x-forwarded-host',
  'user-agent',
  'te',
  'x-http-method-override',
]

/** Hostile text that a header can carry. */
const headerText = (random: Random): string =>
  hostileText(random)
    .slice(0, 3000)
    .replaceAll(/[^\t\u0020-\u007e\u0080-\u00ff]/g, '?')

/** Octets of the request, with the token of its caller. */
export function bytesOf({ method, path, headers, body }: HostileRequest, token: string | null): Buffer {
  const all: [string, string][] = [['host', 'localhost'], ...headers, ['content-length', String(body.length)]]
  if (token !== null) all.push(['authorization', `Bearer ${token}`])
  const head = `${method} ${path} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
  return Buffer.concat([Buffer.from(head, 'latin1'), body])
}
