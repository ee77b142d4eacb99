import { z } from 'zod'
import { queryString } from './client.ts'
import { needsParameters } from './empty-parameters.ts'
import type { Endpoint } from './endpoint.ts'
import { basePaths, endpoints, type EndpointName, fillPath } from './endpoints.ts'
import { errorCatalogue, type ErrorCode, maxFields } from './errors.ts'
import { productVersion } from './init.ts'
import { type Example, exampleOf } from './openapi-examples.ts'
import { openApiTags, tagOf } from './openapi-tags.ts'

type Json = Record<string, unknown>

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}

function parameters(schema: z.ZodType | undefined, where: 'path' | 'query', examples: Json = {}): Json[] {
  if (!schema) return []
  const json = schemaOf(schema, 'input') as { properties?: Record<string, Json>; required?: string[] }
  return Object.entries(json.properties ?? {}).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || (json.required ?? []).includes(name),
    schema: property,
    ...(name in examples && { example: examples[name] }),
  }))
}

function requestBody(endpoint: Endpoint, { body }: Example): Json | undefined {
  if (endpoint.file) {
    const fields = endpoint.body ? (schemaOf(endpoint.body, 'input') as { properties?: Json }).properties : {}
    const properties = { ...fields, [endpoint.file.field]: { type: 'string', format: 'binary' } }
    return {
      required: true,
      content: { 'multipart/form-data': { schema: { type: 'object', properties, required: [endpoint.file.field] } } },
    }
  }
  if (endpoint.octets) return { required: true, content: { [endpoint.octets]: { schema: { type: 'string', format: 'binary' } } } }
  if (!endpoint.body) return undefined
  const type = endpoint.oauth ? 'application/x-www-form-urlencoded' : 'application/json'
  const content = { [type]: { schema: schemaOf(endpoint.body, 'input'), ...(body !== undefined && { example: body }) } }
  return { required: !endpoint.body.safeParse(undefined).success, content }
}

/** The authentication schemes of a call: none, the token of a member or of an API ID, or an ID with its secret. */
function security(endpoint: Endpoint): Json[] {
  if (endpoint.oauth) return [{ apiIdAndSecret: [] }]
  if (endpoint.needs === 'mfaPending') return []
  if (endpoint.needs === 'public') return endpoint.knowsCaller ? [{}, { apiId: [] }, { bearer: [] }] : []
  return endpoint.own ? [{ bearer: [] }] : [{ apiId: [] }, { bearer: [] }]
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** The call as a command for a POSIX shell. `SIMDECK` is the address of the server, `TOKEN` an access token. */
function curl(endpoint: Endpoint, { params, query, body, file }: Example): string {
  const url = basePaths[endpoint.api] + fillPath(endpoint.path, params) + queryString(query)
  const lines = [`curl -sS ${endpoint.method === 'GET' ? '' : `-X ${endpoint.method} `}"$SIMDECK${url}"`]
  const schemes = security(endpoint).flatMap((one) => Object.keys(one))
  if (schemes.includes('apiIdAndSecret')) lines.push("-u 'API_ID:SECRET'")
  else if (schemes.length > 0) lines.push('-H "Authorization: Bearer $TOKEN"')
  if (endpoint.file) {
    for (const [name, value] of Object.entries(body ?? {})) lines.push(`-F ${quoted(`${name}=${String(value)}`)}`)
    lines.push(`-F ${quoted(`${endpoint.file.field}=@${file ?? 'file'}`)}`)
  } else if (endpoint.octets) {
    lines.push(`-H ${quoted(`Content-Type: ${endpoint.octets}`)}`, '--data-binary @request.der')
  } else if (endpoint.oauth) {
    for (const [name, value] of Object.entries(body ?? {})) lines.push(`-d ${quoted(`${name}=${String(value)}`)}`)
  } else if (body !== undefined) {
    lines.push("-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`)
  }
  return lines.join(' \\\n  ')
}

function success(endpoint: Endpoint): Json {
  const types = endpoint.streams === undefined ? [] : [endpoint.streams].flat()
  if (types.length > 0)
    return { description: 'OK', content: Object.fromEntries(types.map((type) => [type.split(';')[0]!, { schema: {} }])) }
  const item = endpoint.response ? schemaOf(endpoint.response, 'output') : { type: 'object' }
  const integer = { type: 'integer' }
  if (endpoint.oauth) return { description: 'OK', content: { 'application/json': { schema: item } } }
  const schema = endpoint.list
    ? {
        type: 'object',
        properties: { data: { type: 'array', items: item }, pageIndex: integer, totalPages: integer, totalItems: integer },
        required: ['data', 'pageIndex', 'totalPages', 'totalItems'],
      }
    : { type: 'object', properties: { data: item }, required: ['data'] }
  return { description: 'OK', content: { 'application/json': { schema } } }
}

function failures(endpoint: Endpoint): Json {
  const codes: ErrorCode[] = ['invalidInput', ...(endpoint.errors ?? [])]
  if (needsParameters(endpoint) && !codes.includes('emptyParameters')) codes.push('emptyParameters')
  if (endpoint.needs !== 'public') codes.push('missingAuthorization', 'noPermission')
  const byStatus = new Map<number, string[]>()
  for (const code of codes) {
    const { status, en } = errorCatalogue[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), `\`${code}\`: ${en}`])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, texts]) => [
      status,
      { description: texts.join('. '), content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
    ]),
  )
}

const intro = `An answer is JSON with the result in \`data\`; a failure has \`message\` and \`code\`.
In the examples \`SIMDECK\` is the address of the server and \`TOKEN\` an access token:

\`\`\`sh
SIMDECK=https://simdeck.example
TOKEN=$(curl -sS -u 'API_ID:SECRET' -d grant_type=client_credentials "$SIMDECK/v1/token" \\
  | sed -E 's/.*"access_token":"([^"]+)".*/\\1/')
\`\`\``

/** Makes one OpenAPI 3.1 document for all APIs from the endpoints. */
export function openApi(): Json {
  const paths: Record<string, Json> = {}
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const path = basePaths[endpoint.api] + endpoint.path
    const example = exampleOf(name as EndpointName, endpoint)
    const source = curl(endpoint, example)
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: {
        operationId: name,
        tags: [tagOf(endpoint)],
        summary: endpoint.summary,
        description: `Needs: \`${endpoint.needs}\`\n\n\`\`\`sh\n${source}\n\`\`\``,
        security: security(endpoint),
        parameters: [...parameters(endpoint.params, 'path', example.params), ...parameters(endpoint.query, 'query', example.query)],
        requestBody: requestBody(endpoint, example),
        responses: { 200: success(endpoint), ...failures(endpoint) },
        'x-codeSamples': [{ lang: 'Shell', label: 'curl', source }],
      },
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Simdeck', version: productVersion, description: intro },
    servers: [{ url: '/' }],
    tags: openApiTags.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        apiId: {
          type: 'oauth2',
          description: 'Another system, with an API ID and its secret. The role of the API ID sets its permissions.',
          flows: { clientCredentials: { tokenUrl: '/v1/token', scopes: {} } },
        },
        apiIdAndSecret: { type: 'http', scheme: 'basic', description: 'API ID and secret, to get a token.' },
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'A person, with the access token of a sign-in.' },
      },
      schemas: {
        Error: {
          type: 'object',
          required: ['message', 'code'],
          properties: {
            message: { type: 'string', description: 'In the language of Accept-Language, Japanese by default' },
            code: { type: 'string', enum: Object.keys(errorCatalogue) },
            detail: { type: 'string' },
            fields: {
              type: 'array',
              maxItems: maxFields,
              items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } } },
            },
            moreFields: { type: 'integer', description: 'Number of wrong fields that `fields` does not list' },
            uses: {
              type: 'object',
              description: 'The uses that prevent a deletion',
              properties: {
                simsHolding: { type: 'integer' },
                simsAwaiting: { type: 'integer' },
                campaigns: {
                  type: 'array',
                  items: { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } },
                },
                moreCampaigns: { type: 'integer', description: 'Number of campaigns that `campaigns` does not name' },
              },
            },
          },
        },
      },
    },
  }
}
