import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { basePaths, endpoints } from './endpoints.ts'
import { errorCatalogue, type ErrorCode } from './errors.ts'
import { productVersion } from './init.ts'

type Json = Record<string, unknown>

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}

function parameters(schema: z.ZodType | undefined, where: 'path' | 'query'): Json[] {
  if (!schema) return []
  const json = schemaOf(schema, 'input') as { properties?: Record<string, Json>; required?: string[] }
  return Object.entries(json.properties ?? {}).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || (json.required ?? []).includes(name),
    schema: property,
  }))
}

function requestBody(endpoint: Endpoint): Json | undefined {
  if (endpoint.file) {
    const fields = endpoint.body ? (schemaOf(endpoint.body, 'input') as { properties?: Json }).properties : {}
    const properties = { ...fields, [endpoint.file.field]: { type: 'string', format: 'binary' } }
    return {
      required: true,
      content: { 'multipart/form-data': { schema: { type: 'object', properties, required: [endpoint.file.field] } } },
    }
  }
  return endpoint.body && { required: true, content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } } }
}

function success(endpoint: Endpoint): Json {
  if (endpoint.streams) return { description: 'OK', content: { [endpoint.streams.split(';')[0]!]: { schema: {} } } }
  const item = endpoint.response ? schemaOf(endpoint.response, 'output') : { type: 'object' }
  const integer = { type: 'integer' }
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

/** One OpenAPI 3.1 document for all APIs, made from the endpoints. */
export function openApi(): Json {
  const paths: Record<string, Json> = {}
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const path = basePaths[endpoint.api] + endpoint.path
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: {
        operationId: name,
        summary: endpoint.summary,
        description: `Needs: \`${endpoint.needs}\``,
        ...(endpoint.needs === 'public' ? { security: endpoint.knowsCaller ? [{}, { bearer: [] }] : [] } : {}),
        parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
        requestBody: requestBody(endpoint),
        responses: { 200: success(endpoint), ...failures(endpoint) },
      },
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Simdeck', version: productVersion },
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
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
              items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } } },
            },
          },
        },
      },
    },
  }
}
